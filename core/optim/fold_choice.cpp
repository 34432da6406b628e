// The choice among candidates, and the rebuilding of stage 1's result on the folded sheet.
#include "core/optim/fold_choice.h"

#include "core/box_side.h"
#include "core/optim/curve_solver.h"
#include "core/optim/fit_start.h"
#include "core/optim/fold_candidates.h"
#include "core/optim/fold_solver.h"
#include "core/optim/margins.h"
#include "core/optim/page_rect.h"
#include "core/optim/rules.h"
#include "core/optim/shown_sheet.h"
#include "core/optim/text_straightness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

// Data costs at sigma .25. Pages that are cylinders end at .005 to .018, but a sheet with one crease ends there as
// well, made of 21 numbers where 7 would do.
constexpr double kUnexplained = 0.01;
constexpr double kCylinder = 0.02;
constexpr double kGood = 0.05;
// What a candidate must leave of the cylinder's cost, both weighed with their parameters (kPerParameter): one that has
// fewer of them and is good in itself, of a page that is no cylinder or may be one; and any other one.
constexpr double kSimpler = 0.95;
constexpr double kSimplerThanCylinder = 0.8;  // creases measured .41 to .89, of book pages and doubled ones .84 to .92
constexpr double kClearlyBetter = 0.58;
constexpr std::size_t kManyLines = 30;  // of text, or rules
constexpr double kPerParameter = 0.01;  // what another parameter must take off the cost, when candidates are compared
// Traced lines and sides are smooth: so near a crease they cut its corner and are no evidence.
constexpr double kCutCorner_h = 2.5;
constexpr double kCutCornerOfSide_h = 4;
constexpr double kLeastAngle = 0.05;  // radians, of a crease that does so
constexpr double kDegree = std::numbers::pi / 180;

SheetParameters asSheet(const SheetFit& fit, const FoldedParameters& folded) {
  SheetParameters p = fit.parameters;
  p.folded = std::make_shared<const FoldedParameters>(folded);
  return p;
}

// The curve less its points near the creases that it crosses.
Curve awayFromCreases(const Curve& curve, const FoldedParameters& folded, const SheetModel& sheet, double height) {
  const double reach = height * (curve.kind == CurveKind::side ? kCutCornerOfSide_h : kCutCorner_h);
  std::vector<Vec2> sheet_uv;
  for (const Vec2 point : curve.points) {
    sheet_uv.push_back(sheet.sheetFromWork(point).sheet_uv);
  }
  std::vector<bool> dropped(curve.points.size(), false);
  for (const Bending& bending : folded.bendings) {
    for (const Crease& crease : bending.creases) {
      std::vector<bool> near;
      bool before = false;
      bool behind = false;
      for (const Vec2 at : sheet_uv) {
        const double s = at.x * std::cos(bending.ruling) + at.y * std::sin(bending.ruling) - crease.position;
        near.push_back(std::abs(s) < reach);
        before = before || s < 0;
        behind = behind || s > 0;
      }
      const auto count = static_cast<std::size_t>(std::count(near.begin(), near.end(), true));
      // A line that runs along the crease, or ends there, has no corner to cut.
      if (std::abs(crease.angle) > kLeastAngle && before && behind && 3 * count <= curve.points.size()) {
        std::transform(near.begin(), near.end(), dropped.begin(), dropped.begin(), std::logical_or<>());
      }
    }
  }
  Curve rest = curve;
  rest.points.clear();
  for (std::size_t i = 0; i < dropped.size(); ++i) {
    if (!dropped[i]) {
      rest.points.push_back(curve.points[i]);
    }
  }
  return rest;
}

// A piece of a margin: a straight line through ends of lines.
struct MarginPiece {
  double top = 0, bottom = 0;  // v
  double mean_u = 0, mean_v = 0, slope = 0;
  [[nodiscard]] double at(double v) const { return mean_u + slope * (v - mean_v); }
};

MarginPiece pieceOf(const Curve& margin, const SheetModel& sheet) {
  MarginPiece piece;
  std::vector<Vec2> ends;
  for (const Vec2 point : margin.points) {
    ends.push_back(sheet.sheetFromWork(point).sheet_uv);
    piece.mean_u += ends.back().x / static_cast<double>(margin.points.size());
    piece.mean_v += ends.back().y / static_cast<double>(margin.points.size());
  }
  piece.top = ends.front().y;
  piece.bottom = ends.back().y;
  double uv = 0;
  double vv = 0;
  for (const Vec2 end : ends) {
    uv += (end.x - piece.mean_u) * (end.y - piece.mean_v);
    vv += (end.y - piece.mean_v) * (end.y - piece.mean_v);
  }
  piece.slope = vv > 0 ? uv / vv : 0;
  return piece;
}

// Whether two pieces of margins meet at an angle, one above the other. `height` of characters, sheet units.
bool anyKinked(const std::vector<Curve>& margins, const SheetModel& sheet, double height) {
  constexpr std::size_t kEnough = 8;  // ends of lines
  constexpr double kKink = 0.08;      // difference of du/dv
  constexpr double kApart_h = 8, kOverlap_h = 4, kMeet_h = 1.5;
  std::vector<MarginPiece> seen;
  for (const Curve& margin : margins) {
    if (margin.points.size() >= kEnough) {
      seen.push_back(pieceOf(margin, sheet));
    }
  }
  return std::any_of(seen.begin(), seen.end(), [&](const MarginPiece& above) {
    return std::any_of(seen.begin(), seen.end(), [&](const MarginPiece& below) {
      const double apart = below.top - above.bottom;
      const double between = (below.top + above.bottom) / 2;
      return above.top < below.top && apart < kApart_h * height && apart > -kOverlap_h * height &&
             std::abs(above.slope - below.slope) > kKink &&
             std::abs(above.at(between) - below.at(between)) < kMeet_h * height;
    });
  });
}

bool seesUprightSides(const PageCues& cues) {
  constexpr double kWellSeen = 0.6;
  return std::count_if(cues.sides.begin(), cues.sides.end(), [](const PageSide& side) {
           return !isLevel(side.kind) && side.points.size() >= 2 && side.valid_fraction > kWellSeen;
         }) == 2;
}

// Whether creases may explain more of it. A page that goes on into a gutter is bent there, not creased.
bool isUnexplained(const PageCues& cues, const SheetFit& fit) {
  return fit.cost >= (cues.hasGutter() ? kCylinder : kUnexplained);
}

// Whether it may be just what it was taken for.
bool mayBeCylinder(const SheetFit& fit) {
  return fit.cost < kCylinder;
}

class FoldSearch {
 public:
  FoldSearch(const PageCues& cues,
             const SheetFitOptions& options,
             const FitHooks& hooks,
             const std::stop_token& stop,
             SheetFit& fit,
             const FoldedParameters* kept)
      : cues_(cues),
        hooks_(hooks),
        stop_(stop),
        fit_(fit),
        kept_(kept),
        margins_allowed_(options.margins),
        height_(cues.char_height / (fit.frame.norm * fit.frame.half_width_q)),
        priors_(priorsOf(options)),
        fine_(fit.frame, cues.char_height, priors_) {}

  bool run();

 private:
  void gather();
  [[nodiscard]] FoldSolver::OnStep reporter() const;
  [[nodiscard]] FoldEvidence coarse() const;
  void makeFine();
  [[nodiscard]] double dataCost(const SheetParameters& p, const FoldedParameters* away_from = nullptr) const;
  void dropCutCorners(const FoldedParameters& folded);
  [[nodiscard]] std::vector<bool> usableLines(const SheetModel& sheet) const;
  [[nodiscard]] bool takeMarginPieces(const SheetModel& sheet);
  void lookAgain(double max_slope, const SheetModel& sheet);
  void describe(const FoldState& best, double cost);
  [[nodiscard]] bool staysAt(const FoldedParameters& kept, const FoldedParameters& refined) const;

  const PageCues& cues_;
  const FitHooks& hooks_;
  const std::stop_token& stop_;
  SheetFit& fit_;
  const FoldedParameters* kept_;
  bool margins_allowed_;
  double height_;  // of characters, sheet units
  SheetPriors priors_;
  std::vector<Curve> text_, sides_, margins_, rules_, strokes_;
  FoldSolver fine_;
};

void FoldSearch::gather() {
  for (const std::size_t i : spreadSegments(cues_, 5)) {
    text_.push_back(textCurve(cues_, i));
  }
  for (std::size_t k = 0; k < fit_.curves.size(); ++k) {
    const Curve& curve = fit_.curves[k];
    if (curve.kind == CurveKind::side) {
      sides_.push_back(curve);
    } else if (curve.kind == CurveKind::margin && fit_.inlier[k]) {
      margins_.push_back(curve);
    } else if (curve.kind == CurveKind::rule && fit_.inlier[k]) {
      rules_.push_back(curve);
    } else if (curve.kind == CurveKind::stroke) {
      strokes_.push_back(curve);
    }
  }
}

// Tells the hooks of a candidate's steps.
FoldSolver::OnStep FoldSearch::reporter() const {
  if (!hooks_.onStep) {
    return {};
  }
  return [this](const FoldStep& told) {
    WarpGrid grid;
    if (hooks_.wantsGrid()) {
      grid = shownSheet(SheetModel(fit_.frame, asSheet(fit_, told.parameters)), fit_.rect, cues_.frame);
    }
    hooks_.onStep(
        {"folds", told.step, told.steps, told.cost, grid.empty() ? nullptr : &grid, told.round, aspectOf(fit_.rect)});
  };
}

FoldEvidence FoldSearch::coarse() const {
  FoldSolver none(fit_.frame, cues_.char_height, priors_);
  none.tell(reporter());
  FoldEvidence evidence{none, none};
  for (const std::vector<Curve>* curves : {&text_, &sides_, &margins_, &rules_, &strokes_}) {
    // Lines of a full page repeat each other, and so do the rules of a table.
    const bool repeat = curves == &text_ || curves == &rules_;
    const std::size_t every = repeat ? (curves->size() + kManyLines - 1) / kManyLines : 1;
    for (std::size_t k = 0; k < curves->size(); ++k) {
      evidence.curves.add((*curves)[k], 6);
      if (every < 2 || k % every == 0) {
        evidence.rough.add((*curves)[k], 6);
      }
    }
  }
  return evidence;
}

void FoldSearch::makeFine() {
  fine_ = FoldSolver(fit_.frame, cues_.char_height, priors_);
  fine_.tell(reporter());
  for (const std::vector<Curve>* curves : {&text_, &sides_, &margins_, &rules_, &strokes_}) {
    for (const Curve& curve : *curves) {
      fine_.add(curve, 14);
    }
  }
}

// Of a sheet, at sigma .25 h, on the curves less the corners that they cut at some creases.
double FoldSearch::dataCost(const SheetParameters& p, const FoldedParameters* away_from) const {
  CurveSolver solver(fit_.frame, cues_.char_height);
  std::optional<SheetModel> folded;
  if (away_from != nullptr) {
    folded.emplace(fit_.frame, asSheet(fit_, *away_from));
  }
  for (const std::vector<Curve>* curves : {&text_, &sides_, &margins_, &rules_, &strokes_}) {
    for (const Curve& curve : *curves) {
      const bool smooth = curve.kind == CurveKind::text || curve.kind == CurveKind::side;
      solver.add(folded && smooth ? awayFromCreases(curve, *away_from, *folded, height_) : curve);
    }
  }
  return solver.cost(p, 0.25, nullptr);
}

void FoldSearch::dropCutCorners(const FoldedParameters& folded) {
  const SheetModel sheet(fit_.frame, asSheet(fit_, folded));
  for (std::vector<Curve>* curves : {&text_, &sides_, &fit_.curves}) {
    for (Curve& curve : *curves) {
      if (curve.kind == CurveKind::text || curve.kind == CurveKind::side) {
        curve = awayFromCreases(curve, folded, sheet, height_);
      }
    }
    std::erase_if(*curves, [](const Curve& curve) { return curve.points.size() < 3; });
  }
}

// Lines of text whose ends may lie on a margin.
std::vector<bool> FoldSearch::usableLines(const SheetModel& sheet) const {
  const CurveSolver judge(fit_.frame, cues_.char_height);
  std::vector<bool> usable(cues_.segments.size(), false);
  for (std::size_t i = 0; i < usable.size(); ++i) {
    usable[i] = cues_.segments[i].length >= 3 && judge.judge(sheet, textCurve(cues_, i)).median_h < kGoodSegment_h;
  }
  return usable;
}

// Lines of text run level on a plane whichever way a sheet is folded along them, and margins that a crease kinks are no
// margins of that plane: their pieces are all that tells of it. Whether there are any.
bool FoldSearch::takeMarginPieces(const SheetModel& sheet) {
  constexpr double kSteepest = 0.5;  // |du/dv|
  if (!cues_.has_text || !margins_allowed_) {
    return false;
  }
  std::vector<Curve> pieces = findMarginPieces(cues_, sheet, usableLines(sheet), kSteepest);
  if (!anyKinked(pieces, sheet, height_)) {
    return false;
  }
  margins_ = std::move(pieces);
  return true;
}

void FoldSearch::lookAgain(double max_slope, const SheetModel& sheet) {
  const CurveSolver judge(fit_.frame, cues_.char_height);
  if (cues_.has_text && margins_allowed_) {
    const bool has_side = std::any_of(sides_.begin(), sides_.end(), [&](const Curve& side) {
      return !side.is_h && judge.judge(sheet, side).median_h < 4;
    });
    margins_ = findMargins(cues_, sheet, usableLines(sheet), max_slope, has_side);
  }
  const double aspect = fit_.frame.aspect;
  const Box near{-1.4, -aspect - 0.4, 1.4, aspect + 0.4};
  rules_ = classifyRules(cues_, sheet, (cues_.has_text ? 6 : 12) * kDegree,
                         cues_.has_text ? std::optional<Box>(near) : std::nullopt);
}

void FoldSearch::describe(const FoldState& best, double cost) {
  fit_.parameters = asSheet(fit_, best.parameters);
  fit_.kind = SheetKind::cylinder;
  fit_.cost = cost;
  fit_.margin_count = static_cast<int>(margins_.size());
  const SheetModel sheet(fit_.frame, fit_.parameters);
  const CurveSolver solver(fit_.frame, cues_.char_height);
  const TextStraightness text = straightnessOf(text_, sheet, solver);
  fit_.inlier_share = text.share;
  fit_.rms_h = text.rms_h;
  fit_.soft = fit_.soft && fit_.inlier_share < 0.86;
  std::vector<Curve> curves;
  for (const Curve& curve : fit_.curves) {
    if (curve.kind == CurveKind::text || curve.kind == CurveKind::side) {
      curves.push_back(curve);
    }
  }
  curves.insert(curves.end(), margins_.begin(), margins_.end());
  curves.insert(curves.end(), rules_.begin(), rules_.end());
  curves.insert(curves.end(), strokes_.begin(), strokes_.end());
  fit_.curves = std::move(curves);
  fit_.residual_h.clear();
  fit_.inlier.clear();
  fit_.side_count = 0;
  for (const Curve& curve : fit_.curves) {
    const double residual = solver.judge(sheet, curve).median_h;
    const bool is_side = curve.kind == CurveKind::side;
    const bool good = residual < (is_side ? 2 : kGoodSegment_h) * (curve.is_h ? 1 : 2);
    fit_.residual_h.push_back(residual);
    fit_.inlier.push_back(good);
    fit_.side_count += is_side && good ? 1 : 0;
  }
  const PageRect rect = findPageRect(cues_, sheet, fit_.curves, fit_.inlier);
  fit_.rect = rect.rect;
  fit_.content = rect.content;
  std::copy(std::begin(rect.edge_found), std::end(rect.edge_found), std::begin(fit_.edge_found));
  // A crease leaves camera and page more freedom: its aspect errs as those do of sheets that are not explained, so the
  // paper is chosen by what is likely (page_extent.h), not by the equations.
  fit_.paper.clear();
  fit_.aspect_is_told = false;
  fit_.aspect_seen = 0;
}

// Whether kept folds, refined, are where they were: they are this page's.
bool FoldSearch::staysAt(const FoldedParameters& kept, const FoldedParameters& refined) const {
  constexpr double kSame_h = 0.5;
  return furthestMove(SheetModel(fit_.frame, asSheet(fit_, kept)), fit_.rect,
                      SheetModel(fit_.frame, asSheet(fit_, refined)), fit_.rect) <= kSame_h * cues_.char_height;
}

bool FoldSearch::run() {
  gather();
  const FlatStart flat{cues_.text_angle, priors_.log_focal};
  const auto refineAll = [&](const FoldState& from, std::span<const double> sigmas) {
    makeFine();
    FoldState start = fine_.stateOf(from.parameters);
    start.rulings = from.rulings;
    FoldState end = fine_.refine(std::move(start), sigmas, 10, stop_);
    fit_.steps += from.steps + end.steps;
    return end;
  };
  const auto weighed = [](double cost, std::size_t parameters) {
    return cost * (1 + kPerParameter * static_cast<double>(parameters));
  };
  FoldState best;
  double left = 1;
  bool by_pieces = false;  // of margins
  const auto judge = [&](const FoldState& candidate) {
    if (candidate.parameters.bendings.empty()) {
      return;
    }
    FoldState refined = refineAll(candidate, std::array{0.5, 0.25});
    const double own = dataCost(asSheet(fit_, refined.parameters), &refined.parameters);
    double before = dataCost(fit_.parameters, &refined.parameters);
    if (fit_.soft) {  // a mean surface; the cylinder before it explained more
      before = std::min(before, fit_.cost);
    }
    const std::size_t size = sizeOf(refined.parameters);
    const std::size_t size_before = sizeOf(fit_.parameters);
    const double share = weighed(own, size) / weighed(before, size_before);
    // A page that may be a cylinder, with margins in pieces, is here for these alone: some of them are none.
    const bool may_be_simpler =
        isUnexplained(cues_, fit_) && !(by_pieces && mayBeCylinder(fit_)) && size < size_before && own < kGood;
    const double simpler = mayBeCylinder(fit_) ? kSimplerThanCylinder : kSimpler;
    const double needed = may_be_simpler ? simpler : kClearlyBetter;
    if (share < needed && share < left) {
      best = std::move(refined);
      left = share;
      fit_.diagnostics["fold_before"] = before;
      fit_.diagnostics["fold_cost"] = own;
    }
  };
  const auto tryCreases = [&] {
    for (const FoldState& candidate : creaseCandidates(coarse(), fit_.frame, flat, stop_)) {
      judge(candidate);
    }
  };
  bool found = false;
  if (kept_ != nullptr && isUnexplained(cues_, fit_)) {
    judge(fine_.stateOf(*kept_));
    found = !best.parameters.bendings.empty() && staysAt(*kept_, best.parameters);
  }
  if (!found && isUnexplained(cues_, fit_)) {
    for (const FoldState& candidate : foldCandidates(coarse(), fit_.frame, flat, fit_.parameters, stop_)) {
      judge(candidate);
    }
  }
  // Ragged text has false margins, which hold a sheet against its creases; sides tell of these better.
  if (best.parameters.bendings.empty() && !mayBeCylinder(fit_) && !margins_.empty() && seesUprightSides(cues_)) {
    std::vector<Curve> upright = std::exchange(margins_, {});
    tryCreases();
    if (best.parameters.bendings.empty()) {
      margins_ = std::move(upright);
    }
  }
  // Margins that kink on the sheet as it is now: what was found is one candidate more then.
  const SheetModel so_far(fit_.frame,
                          best.parameters.bendings.empty() ? fit_.parameters : asSheet(fit_, best.parameters));
  if (std::vector<Curve> upright = margins_; !found && !stop_.stop_requested() && takeMarginPieces(so_far)) {
    const FoldState found_before = std::exchange(best, {});
    left = 1;
    by_pieces = true;
    judge(found_before);
    if (kept_ != nullptr) {
      judge(fine_.stateOf(*kept_));
      found = !best.parameters.bendings.empty() && staysAt(*kept_, best.parameters);
    }
    if (!found) {
      tryCreases();
    }
    if (best.parameters.bendings.empty()) {
      best = found_before;
      margins_ = std::move(upright);
    }
  }
  if (best.parameters.bendings.empty() || stop_.stop_requested()) {
    return false;
  }
  const std::vector<Curve> curves_before = fit_.curves;
  dropCutCorners(best.parameters);
  lookAgain(0.05, SheetModel(fit_.frame, asSheet(fit_, best.parameters)));
  best = refineAll(best, std::array{0.3, 0.15});
  lookAgain(0.05, SheetModel(fit_.frame, asSheet(fit_, best.parameters)));
  best = refineAll(best, std::array{0.3, 0.15});
  const double cost = dataCost(asSheet(fit_, best.parameters));
  if (mayBeCylinder(fit_) && cost > dataCost(fit_.parameters)) {  // what spoke for creases did not last
    fit_.curves = curves_before;
    return false;
  }
  describe(best, cost);
  return true;
}

}  // namespace

bool addFolds(const PageCues& cues,
              const SheetFitOptions& options,
              const FitHooks& hooks,
              const std::stop_token& stop,
              SheetFit& fit,
              const FoldedParameters* kept) {
  if (!fit.usable || fit.kind == SheetKind::similarity || options.model == ModelLimit::plane ||
      options.model == ModelLimit::sheet || (!isUnexplained(cues, fit) && !cues.has_text)) {
    return false;
  }
  return FoldSearch(cues, options, hooks, stop, fit, kept).run();
}

}  // namespace platen::optim
