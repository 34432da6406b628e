#include "core/optim/grid_fit.h"

#include "core/optim/grid_descent.h"
#include "core/optim/grid_evidence.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

// The free form wins only clearly: on curves that it has not seen it must take off this share of the sheet's energy,
// and there must be something to take off (.35 of the energy unit is a bend of some .09 h, about what tracing leaves).
constexpr double kClearWin = 0.8;
constexpr double kWorthFixing = 0.2;
constexpr double kLeastDeterminant = 0.2;

// A fit of `problem`, with fewer levels where more would fold the page over.
Descent descendWithoutFolds(const GridProblem& problem,
                            std::vector<GridLevel> levels,
                            const DescentStep& on_step,
                            const std::stop_token& stop) {
  int spent = 0;
  while (true) {
    Descent descent = descend(problem, levels, on_step, stop);
    descent.steps += spent;
    if (descent.termination == Termination::diverged ||
        leastRelativeDeterminant(problem.base, &descent.offsets) > kLeastDeterminant) {
      return descent;
    }
    if (levels.size() == 1 || stop.stop_requested()) {
      std::fill(descent.offsets.controls.begin(), descent.offsets.controls.end(), 0.0);
      descent.energy_last = descent.energy_first;
      return descent;
    }
    spent = descent.steps;
    levels.resize(levels.size() / 2);
  }
}

// Tells the hooks of a descent's steps, with the grid as it stands in source_px.
DescentStep reporter(const FitHooks& hooks,
                     const PageCues& cues,
                     const BaseMap& base,
                     const std::vector<GridLevel>& levels,
                     std::string stage) {
  if (!hooks.onStep) {
    return {};
  }
  return [&hooks, &cues, &base, levels, stage = std::move(stage)](int level, int step, double energy,
                                                                  const OffsetNet& offsets) {
    constexpr int kRows = 33;
    constexpr int kCols = 25;
    WarpGrid grid = sampleMap(base, &offsets, kRows, kCols);
    for (Vec2& point : grid.points) {
      point = cues.frame.sourceFromWork(point);
    }
    FitProgress progress;
    progress.stage = stage + " " + std::to_string(level + 1) + "/" + std::to_string(levels.size());
    progress.step = step;
    progress.steps = levels[static_cast<std::size_t>(level)].steps;
    progress.energy = energy;
    progress.grid = &grid;
    hooks.onStep(progress);
  };
}

struct Verdict {
  bool keep_free = false;
  bool use_sides = true;
  Termination termination = Termination::converged;
  int steps = 0;
};

// Fits on four fifths of the lines, without and with the page's sides, and asks the other fifth.
Verdict judge(const GridProblem& problem,
              const std::vector<GridLevel>& levels,
              const FitHooks& hooks,
              const std::stop_token& stop) {
  const double h = problem.cues.char_height;
  const CurveSplit split = splitCurves(problem.curves, problem.base, h);
  const std::vector<Curve> sides = onlySides(problem.curves);
  Verdict verdict;
  const OffsetNet none = OffsetNet::zero(levels.front().shape);
  const double lines_before = straightnessEnergy(split.judging, problem.base, none, h);
  const double sides_before = straightnessEnergy(sides, problem.base, none, h);
  if (lines_before < kWorthFixing) {
    return verdict;
  }
  const DescentStep on_step = reporter(hooks, problem.cues, problem.base, levels, "free, held out");
  GridProblem trial{problem.base, problem.cues, withoutSides(split.fitted), problem.weights};
  const Descent alone = descendWithoutFolds(trial, levels, on_step, stop);
  verdict.steps += alone.steps;
  double lines_after = straightnessEnergy(split.judging, problem.base, alone.offsets, h);
  const double sides_after = straightnessEnergy(sides, problem.base, alone.offsets, h);
  verdict.termination = alone.termination;
  if (!sides.empty() && alone.termination == Termination::stepsUsed) {
    trial.curves = split.fitted;
    const Descent both = descendWithoutFolds(trial, levels, on_step, stop);
    verdict.steps += both.steps;
    verdict.termination = both.termination;
    const double lines_with_sides = straightnessEnergy(split.judging, problem.base, both.offsets, h);
    verdict.use_sides = lines_with_sides < 1.1 * lines_after;
    if (verdict.use_sides) {
      lines_after = lines_with_sides;
    }
  }
  verdict.keep_free = lines_after < kClearWin * lines_before && sides_after < 1.2 * sides_before + 0.1;
  return verdict;
}

}  // namespace

WarpGrid bakeSheet(const SheetFit& sheet) {
  return bakeMap(BaseMap(SheetModel(sheet.frame, sheet.parameters), sheet.rect), nullptr);
}

GridFit fitGrid(const PageCues& cues,
                const SheetFit& sheet,
                const FitOptions& options,
                const FitHooks& hooks,
                std::stop_token stop) {
  const BaseMap base(SheetModel(sheet.frame, sheet.parameters), sheet.rect);
  GridFit result;
  result.kept = false;
  result.grid = bakeMap(base, nullptr);
  const bool allowed = options.model == ModelLimit::automatic || options.model == ModelLimit::free;
  if (!sheet.usable || !allowed || (sheet.kind != SheetKind::cylinder && options.model != ModelLimit::free)) {
    return result;
  }
  GridProblem problem{base, cues, gridCurves(cues, sheet), GridWeights{}};
  const std::vector<GridLevel> levels = gridLevels(3, options.steps);

  const Verdict verdict = judge(problem, levels, hooks, stop);
  result.steps = verdict.steps;
  if (stop.stop_requested()) {
    result.termination = Termination::stopped;
    return result;
  }
  if (!verdict.keep_free) {
    return result;
  }
  if (!verdict.use_sides) {
    problem.curves = withoutSides(problem.curves);
  }
  const Descent descent = descendWithoutFolds(problem, levels, reporter(hooks, cues, base, levels, "free"), stop);
  result.steps += descent.steps;
  result.termination = descent.termination;
  result.energy_first = descent.energy_first;
  result.energy_last = descent.energy_last;
  result.energies = descent.energies;
  if (descent.termination != Termination::diverged && descent.energy_last < descent.energy_first) {
    result.kept = true;
    result.grid = bakeMap(base, &descent.offsets);
  }
  return result;
}

}  // namespace platen::optim
