#include "core/optim/stage_one.h"

#include "core/optim/curve_solver.h"
#include "core/optim/fold_choice.h"
#include "core/optim/page_extent.h"
#include "core/optim/sheet_choice.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

constexpr double kFarOff_h = 0.5;  // the median point of a side that the sheet does not explain
constexpr double kClearly = 0.9;   // of what was unexplained: what holding the sides must leave at most
constexpr double kCoarse_h = 1;    // what is further off than that is wrong, no matter how far

StageOne once(const PageCues& cues,
              const SheetFitOptions& options,
              const SheetStart* start,
              const FitHooks& hooks,
              const std::stop_token& stop) {
  StageOne result{fitBestSheet(cues, options, start, hooks, stop), {}};
  if (SheetFit folded = result.sheet;
      addFolds(cues, options, hooks, stop, folded, start != nullptr ? start->folds.get() : nullptr)) {
    result.unfolded = std::exchange(result.sheet, std::move(folded));
  }
  return result;
}

// What a sheet leaves unexplained of all lines and of all sides, whether it believed them or not.
struct Misfit {
  double worst_side_h = 0;
  double lines = 0, sides = 0;  // 0: none, 1: all are far off
};

// The lines that the fit goes by: traced text, else rules, of which nobody knows whether they run along u or v.
struct InnerLine {
  Curve curve;
  std::optional<Curve> otherwise;  // the same points along v
};

std::vector<InnerLine> innerLines(const PageCues& cues) {
  std::vector<InnerLine> lines;
  if (fitsText(cues)) {
    for (const std::size_t i : spreadSegments(cues, 0)) {
      lines.push_back({textCurve(cues, i), {}});
    }
  } else {
    for (std::size_t i = 0; i < cues.rules.size(); ++i) {
      lines.push_back({ruleCurve(cues, i, true), ruleCurve(cues, i, false)});
    }
  }
  return lines;
}

Misfit misfitOf(const PageCues& cues, const SheetFit& fit) {
  const SheetModel sheet(fit.frame, fit.parameters);
  const CurveSolver judge(fit.frame, toleranceHeight(cues));
  const auto wrong = [](double off_h) { return 1 - 1 / (1 + std::pow(off_h / kCoarse_h, 2)); };
  Misfit misfit;
  double length = 0;
  for (const InnerLine& line : innerLines(cues)) {
    double off_h = judge.judge(sheet, line.curve).median_h;
    if (line.otherwise) {
      off_h = std::min(off_h, judge.judge(sheet, *line.otherwise).median_h / 2);
    }
    misfit.lines += line.curve.length_h * wrong(off_h);
    length += line.curve.length_h;
  }
  misfit.lines /= std::max(length, 1.0);
  for (std::size_t i = 0; i < cues.sides.size(); ++i) {
    const Curve side = sideCurve(cues, i);
    const double off_h = judge.judge(sheet, side).median_h / (side.is_h ? 1 : 2);
    misfit.sides += wrong(off_h) / static_cast<double>(cues.sides.size());
    misfit.worst_side_h = std::max(misfit.worst_side_h, off_h);
  }
  return misfit;
}

}  // namespace

double unexplainedBy(const PageCues& cues, const SheetFit& fit) {
  const Misfit misfit = misfitOf(cues, fit);
  return misfit.lines + misfit.sides;
}

StageOne fitStageOne(const PageCues& cues,
                     const SheetFitOptions& options,
                     const SheetStart* start,
                     const FitHooks& hooks,
                     const std::stop_token& stop) {
  StageOne free = once(cues, options, start, hooks, stop);
  if (!options.may_hold_sides || start != nullptr || options.model == ModelLimit::plane || !free.sheet.usable ||
      free.sheet.kind == SheetKind::similarity || !showsFourSides(cues) || stop.stop_requested()) {
    return free;
  }
  // A false margin, or rules that were taken for the wrong direction, can outweigh a side, which is then dropped.
  const Misfit before = misfitOf(cues, free.sheet);
  if (before.worst_side_h < kFarOff_h) {
    return free;
  }
  SheetFitOptions holding = options;
  holding.hold_sides = true;
  StageOne held = once(cues, holding, start, hooks, stop);
  const int steps = free.sheet.steps + held.sheet.steps;
  bool better = held.sheet.usable && !stop.stop_requested();
  if (better) {
    const Misfit after = misfitOf(cues, held.sheet);
    better = after.lines + after.sides < kClearly * (before.lines + before.sides);
  }
  StageOne& chosen = better ? held : free;
  chosen.sheet.steps = steps;
  chosen.sheet.diagnostics["sides_held"] = better ? 1 : 0;
  return std::move(chosen);
}

}  // namespace platen::optim
