// What of the fitted sheet is the page: its curves judged and its rectangle found, sides that detection missed, and
// sides that lie elsewhere than they were detected.
#include "core/box_side.h"
#include "core/optim/known_places.h"
#include "core/optim/missed_side.h"
#include "core/optim/page_rect.h"
#include "core/optim/sheet_fitter.h"
#include "core/optim/text_straightness.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace platen::optim {

void SheetFitter::describe(SheetFit& fit) {
  fit.frame = frame_;
  fit.parameters = now_;
  fit.kind = kind_;
  fit.soft = soft_;
  fit.usable = true;
  fit.cost = cost_;
  fit.steps = steps_;
  fit.stopped = stop_.stop_requested();
  fit.diagnostics = diagnostics_;
  fit.inlier_share = inlier_share_;
  fit.rms_h = rms_h_;
  fit.side_count = sideCount();
  fit.margin_count = static_cast<int>(margins_.size());
  if (!text_.empty()) {
    for (std::size_t i = 0; i < cues_.segments.size(); ++i) {
      if (cues_.segments[i].points.size() >= 2) {
        fit.curves.push_back(textCurve(cues_, i));
      }
    }
  }
  for (const std::vector<Curve>* curves : {&sides_, &margins_, &rules_, &strokes_}) {
    fit.curves.insert(fit.curves.end(), curves->begin(), curves->end());
  }
  const SheetModel sheet(frame_, now_);
  std::size_t side = 0;
  for (const Curve& curve : fit.curves) {
    const CurveState state = solver_.judge(sheet, curve);
    fit.residual_h.push_back(state.median_h);
    bool good = state.median_h < (soft_ ? 1.5 : kGoodSegment_h) * (curve.is_h ? 1 : 2);
    if (curve.kind == CurveKind::side) {
      good = side_good_[side++];
    } else if (curve.kind == CurveKind::stroke) {
      good = true;
    }
    fit.inlier.push_back(good);
  }
  const PageRect rect = findPageRect(cues_, sheet, fit.curves, fit.inlier, settled_);
  bound_ = bound_ || rect.ends_at_spine || cues_.hasGutter();
  fit.bound = bound_;
  fit.rect = rect.rect;
  fit.content = rect.content;
  std::copy(std::begin(rect.edge_found), std::end(rect.edge_found), std::begin(fit.edge_found));
  std::copy(std::begin(rect.behind_letters), std::end(rect.behind_letters), std::begin(fit.behind_letters));
  takePinsOnSides(cues_, fit);
}

// Sides that detection did not find, looked for on the flattened page; true if there are any.
bool SheetFitter::addMissedSides(const SheetFit& fit) {
  const SheetModel sheet(frame_, now_);
  const double h = cues_.char_height / (frame_.norm * frame_.half_width_q);
  bool any = false;
  for (const SideKind kind : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    if (fit.edge_found[static_cast<std::size_t>(kind)]) {
      continue;
    }
    const bool is_h = isLevel(kind);
    const double edge = edgeOf(fit.content, kind);
    const double sign = outwards(kind);
    // The ends of a side are cut off: there the other sides' own edges lie.
    const Box& r = fit.rect;
    const Box span{r.x0 + 0.01 * r.width(), r.y0 + 0.01 * r.height(), r.x1 - 0.01 * r.width(),
                   r.y1 - 0.01 * r.height()};
    // More than this the photo need not leave out of a page that is shown whole.
    const double most_unseen = 0.04 * (is_h ? r.height() : r.width());
    // A foot may be empty; beside the text is a margin, and behind a wider one lie the pages below.
    const double reach = is_h ? 3 : 0.22 * fit.content.width();
    const std::optional<PageSide> side =
        findMissedSide(cues_, sheet, {kind, edge + 0.3 * h * sign, edge + reach * sign, span, most_unseen});
    if (side) {
      Curve curve;
      curve.kind = CurveKind::side;
      curve.is_h = is_h;
      curve.points = side->points;
      for (std::size_t i = 1; i < curve.points.size(); ++i) {
        curve.length_h += norm(curve.points[i] - curve.points[i - 1]) / cues_.char_height;
      }
      curve.weight = 2;
      curve.side = kind;
      curve.valid_fraction = side->valid_fraction;
      sides_.push_back(std::move(curve));
      side_good_.push_back(true);
      any = true;
    }
  }
  return any;
}

// Sides that the look at the photo has moved (to a spine, away from a stack of pages) become the sides of the fit. Not
// those that are bent on the sheet: where a crease that is not found yet kinks them, a straight line would hide it.
void SheetFitter::adoptRect(const SheetFit& fit) {
  const SheetModel sheet(frame_, now_);
  const Vec2 extent = cues_.frame.extent();
  constexpr double kBent_h = 0.3;
  const double h = cues_.char_height / (frame_.norm * frame_.half_width_q);
  const Box& r = fit.rect;
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    Curve& side = sides_[i];
    if (fit.behind_letters[static_cast<std::size_t>(side.side)]) {
      continue;  // its edge is where it was found
    }
    const double edge = edgeOf(r, side.side);
    const CurveState seen = solver_.judge(sheet, side);
    if (!side_good_[i] || std::abs(seen.position - edge) < 0.2 * h || seen.median_h > kBent_h * (side.is_h ? 1 : 2)) {
      continue;
    }
    constexpr int kPoints = 24;
    Polyline points;
    for (int k = 0; k < kPoints; ++k) {
      const double f = 0.03 + 0.94 * k / (kPoints - 1);
      const Vec2 p =
          sheet.workFromSheet(side.is_h ? Vec2{r.x0 + f * r.width(), edge} : Vec2{edge, r.y0 + f * r.height()});
      if (p.x >= 0 && p.y >= 0 && p.x <= extent.x && p.y <= extent.y) {
        points.push_back(p);
      }
    }
    if (points.size() >= 4) {
      side.points = std::move(points);
    }
  }
}

}  // namespace platen::optim
