#include "core/optim/grid_evidence.h"

#include "core/optim/curve_energy.h"
#include "core/optim/followed_margins.h"
#include "core/optim/text_straightness.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

constexpr int kFolds = 5;
constexpr double kShortestTextH = 5;
constexpr double kLargestTextDeviationH = 6;

bool believedSide(const Curve& curve, double residual_h, const PageCues& cues) {
  const bool is_gutter = curve.source >= 0 && static_cast<std::size_t>(curve.source) < cues.sides.size() &&
                         cues.sides[static_cast<std::size_t>(curve.source)].is_gutter;
  return !is_gutter && (cues.is_sheet || residual_h < (curve.is_h ? 0.6 : 0.8));
}

// The lines whose ends may be a margin's: as findMargins() was given them.
std::vector<bool> linesOfMargins(const PageCues& cues, const SheetFit& sheet) {
  constexpr double kLeastLength_h = 3;
  std::vector<bool> usable(cues.segments.size(), false);
  for (std::size_t k = 0; k < std::min(sheet.curves.size(), sheet.residual_h.size()); ++k) {
    const Curve& curve = sheet.curves[k];
    if (curve.kind == CurveKind::text && curve.source >= 0) {
      const auto segment = static_cast<std::size_t>(curve.source);
      usable[segment] = cues.segments[segment].length >= kLeastLength_h && sheet.residual_h[k] < kGoodSegment_h;
    }
  }
  return usable;
}

// Where a curve lies across its own direction, sheet_uv; NaN where the sheet does not see it.
double positionOf(const Curve& curve, const BaseMap& base) {
  double sum = 0;
  int count = 0;
  for (const Vec2& point : curve.points) {
    const SheetModel::Seen seen = base.sheet().sheetFromWork(point);
    if (seen.visible) {
      sum += curve.is_h ? seen.sheet_uv.y : seen.sheet_uv.x;
      ++count;
    }
  }
  return count > 0 ? sum / count : 1e30;
}

}  // namespace

std::vector<Curve> gridCurves(const PageCues& cues, const SheetFit& sheet) {
  std::vector<Curve> used;
  for (std::size_t k = 0; k < sheet.curves.size(); ++k) {
    const Curve& curve = sheet.curves[k];
    const double residual_h = k < sheet.residual_h.size() ? sheet.residual_h[k] : 0;
    const bool inlier = k >= sheet.inlier.size() || sheet.inlier[k];
    bool take = false;
    switch (curve.kind) {
      case CurveKind::text:
        take = curve.length_h >= kShortestTextH && residual_h < kLargestTextDeviationH;
        break;
      case CurveKind::margin:
      case CurveKind::rule:
        take = inlier;
        break;
      case CurveKind::stroke:
        take = true;
        break;
      case CurveKind::side:
        take = believedSide(curve, residual_h, cues);
        break;
    }
    if (take) {
      used.push_back(curve);
    }
  }
  followMargins(used, cues, SheetModel(sheet.frame, sheet.parameters), linesOfMargins(cues, sheet));
  return used;
}

CurveSplit splitCurves(const std::vector<Curve>& curves, const BaseMap& base, double char_height) {
  CurveSplit split;
  const SheetFrame& frame = base.sheet().frame();
  const double same_line = 0.5 * char_height / (frame.norm * frame.half_width_q);
  for (const CurveKind kind : {CurveKind::text, CurveKind::rule}) {
    for (const bool is_h : {true, false}) {
      std::vector<std::pair<double, std::size_t>> order;
      for (std::size_t k = 0; k < curves.size(); ++k) {
        if (curves[k].kind == kind && curves[k].is_h == is_h) {
          order.emplace_back(positionOf(curves[k], base), k);
        }
      }
      std::sort(order.begin(), order.end());
      int group = 0;
      for (std::size_t k = 0; k < order.size(); ++k) {
        if (k > 0 && order[k].first - order[k - 1].first > same_line) {
          ++group;
        }
        (group % kFolds == kFolds / 2 ? split.judging : split.fitted).push_back(curves[order[k].second]);
      }
    }
  }
  for (const Curve& curve : curves) {
    if (curve.kind != CurveKind::text && curve.kind != CurveKind::rule) {
      split.fitted.push_back(curve);
    }
  }
  return split;
}

std::vector<Curve> withoutSides(const std::vector<Curve>& curves) {
  std::vector<Curve> rest;
  std::copy_if(curves.begin(), curves.end(), std::back_inserter(rest),
               [](const Curve& curve) { return curve.kind != CurveKind::side; });
  return rest;
}

std::vector<Curve> onlySides(const std::vector<Curve>& curves) {
  std::vector<Curve> sides;
  std::copy_if(curves.begin(), curves.end(), std::back_inserter(sides),
               [](const Curve& curve) { return curve.kind == CurveKind::side; });
  return sides;
}

double straightnessEnergy(const std::vector<Curve>& curves,
                          const BaseMap& base,
                          const OffsetNet& offsets,
                          double char_height) {
  constexpr CurveScale kScale{0.15, 0.6};
  std::vector<double> gradient(offsets.controls.size());
  double sum = 0;
  double weight = 0;
  for (const bool is_h : {true, false}) {
    CurveSet set(base, offsets.shape, curves, is_h, char_height);
    double own_weight = 0;
    for (const CurveSet::Point& p : set.points()) {
      own_weight += p.weight;
    }
    CurveEnergy energy("judge", 1, std::move(set), kScale);
    sum += own_weight * energy.add(offsets.controls, 0, gradient);
    weight += own_weight;
  }
  return weight > 0 ? sum / weight : 0;
}

}  // namespace platen::optim
