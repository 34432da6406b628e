#include "core/optim/grid_fit.h"

#include "core/optim/free_form_judge.h"
#include "core/optim/grid_descent.h"
#include "core/optim/grid_evidence.h"
#include "core/optim/place_energy.h"
#include "core/optim/shown_sheet.h"
#include "core/optim/withheld_evidence.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

// The free form must leave less than this share of what is wrong by the evidence that judges (see FreeFormJudge).
constexpr double kClearWin = 0.8;
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

bool isBetter(const Descent& descent) {
  return descent.termination != Termination::diverged && descent.energy_last < descent.energy_first;
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
    WarpGrid grid;
    if (hooks.wantsGrid()) {
      grid = sampleMap(base, &offsets, kRows, kCols);
    }
    for (Vec2& point : grid.points) {
      point = cues.frame.sourceFromWork(point);
    }
    FitProgress progress;
    progress.stage = stage + " " + std::to_string(level + 1) + "/" + std::to_string(levels.size());
    progress.step = step;
    progress.steps = levels[static_cast<std::size_t>(level)].steps;
    progress.energy = energy;
    progress.grid = grid.empty() ? nullptr : &grid;
    progress.aspect = aspectOf(base.pageRect());
    hooks.onStep(progress);
  };
}

struct Verdict {
  bool keep_free = false;
  FreeFormPlan plan;
  FreeFormJudgement judged;  // of the plan, or of the sheet as it was
  int steps = 0;
};

// The descent's rates, so that it gets as far as the furthest pin.
void hurry(std::vector<GridLevel>& levels, const GridProblem& problem) {
  constexpr double kWithin_h = 1.5;  // what the levels reach by themselves
  const double furthest_h =
      furthestPlace(problem.cues.pins, problem.base, OffsetNet::zero({1, 1})) / problem.cues.char_height;
  const double times = std::clamp(furthest_h / kWithin_h, 1.0, 12.0);
  levels.front().rate_h *= times;
}

// The plan that a net was made with: its levels are those that end with the net's shape. None for a shape of no level.
std::optional<FreeFormPlan> planOf(const GridNet& start, const GridProblem& problem) {
  constexpr int kMostLevels = 4;
  const std::vector<GridLevel> all = gridLevels(kMostLevels, 0);
  const auto level =
      std::find_if(all.begin(), all.end(), [&](const GridLevel& l) { return l.shape == start.net.shape; });
  if (level == all.end()) {
    return std::nullopt;
  }
  FreeFormPlan plan{"free", problem.weights, static_cast<int>(level - all.begin()) + 1, start.plan.with_sides > 0};
  plan.weights.strain = start.plan.strain;
  plan.weights.direction = start.plan.direction;
  return plan;
}

// Whether a kept net still wins clearly. The lines that are held out now took part in its own fit: what those say that
// did not counts for the confidence.
Verdict judgeKept(const GridProblem& problem, const GridNet& start) {
  Verdict verdict;
  const std::optional<FreeFormPlan> plan = planOf(start, problem);
  if (!plan || !start.plan.isJudged()) {
    return verdict;
  }
  const FreeFormJudge judge(problem, splitCurves(problem.curves, problem.base, problem.cues.char_height).judging);
  const FreeFormJudgement before = judge(OffsetNet::zero({1, 1}));
  verdict.judged = judge(start.net);
  verdict.keep_free = judge.left(before, verdict.judged) < kClearWin;
  verdict.plan = *plan;
  verdict.judged.lines = std::max(verdict.judged.lines, start.plan.held_out_lines);
  verdict.judged.direction = std::max(verdict.judged.direction, start.plan.held_out_direction);
  return verdict;
}

// Stage 1's cost (at sigma .25) from which on the direction image may take part. What curves explain better than that
// is the page, and an image that contradicts it shows pictures, music or large letters.
constexpr double kUnexplained = 0.02;

// Tries the plans on four fifths of the lines and asks the other fifth, the sides and the direction image.
Verdict chooseByHoldOut(const GridProblem& problem,
                        bool may_follow_directions,
                        const FitOptions& options,
                        const FitHooks& hooks,
                        const std::stop_token& stop) {
  const CurveSplit split = splitCurves(problem.curves, problem.base, problem.cues.char_height);
  const FreeFormJudge judge(problem, split.judging);
  const FreeFormJudgement before = judge(OffsetNet::zero({1, 1}));
  Verdict verdict;
  verdict.judged = before;
  double best = kClearWin;
  // Nothing to win: everything is at its noise already.
  if (judge.left(before, FreeFormJudgement{}) > best) {
    return verdict;
  }
  for (const FreeFormPlan& plan : plansFor(problem, may_follow_directions ? before.direction : 0)) {
    const std::vector<GridLevel> levels = gridLevels(plan.levels, options.steps);
    GridProblem trial{problem.base, problem.cues, plan.with_sides ? split.fitted : withoutSides(split.fitted),
                      plan.weights, problem.held, problem.device};
    const Descent descent =
        descendWithoutFolds(trial, levels, reporter(hooks, problem.cues, problem.base, levels, plan.stage), stop);
    verdict.steps += descent.steps;
    if (stop.stop_requested()) {
      verdict.keep_free = false;
      return verdict;
    }
    const FreeFormJudgement after = judge(descent.offsets);
    const double left = judge.left(before, after);
    if (descent.termination == Termination::stepsUsed && left < best) {
      best = left;
      verdict.judged = after;
      verdict.keep_free = true;
      verdict.plan = plan;
    }
  }
  return verdict;
}

GridWeights weightsOf(const FitOptions& options) {
  GridWeights weights;
  const auto ask = [&options](Evidence kind, double& weight) {
    if (isWithheld(options, kind)) {
      weight = 0;
    }
  };
  ask(Evidence::leading, weights.leading);
  ask(Evidence::isometry, weights.strain);
  ask(Evidence::bending, weights.bending);
  return weights;
}

}  // namespace

WarpGrid bakeSheet(const SheetFit& sheet) {
  return bakeMap(BaseMap(SheetModel(sheet.frame, sheet.parameters), sheet.rect), nullptr);
}

GridFit fitGrid(const PageCues& cues,
                const SheetFit& sheet,
                const FitOptions& options,
                const FitHooks& hooks,
                const std::stop_token& stop,
                FitDevice* device,
                const GridNet* start) {
  const BaseMap base(SheetModel(sheet.frame, sheet.parameters), sheet.rect);
  GridFit result;
  result.kept = false;
  result.grid = bakeMap(base, nullptr);
  const bool allowed = options.model == ModelLimit::automatic || options.model == ModelLimit::free;
  if (!sheet.usable || !allowed) {
    return result;
  }
  GridProblem problem{base, cues, gridCurves(cues, sheet), weightsOf(options), heldSides(cues, sheet, base), device};
  // Pins and strokes are meant as they were set: no other evidence is asked whether they may be followed.
  const bool guided = cues.isGuided();
  const bool as_planned = options.steps == 0 && options.without.empty();
  const bool is_unexplained = !cues.linesWander() && (sheet.soft || sheet.cost >= kUnexplained);
  bool from_start = false;
  Verdict verdict;
  if (guided) {
    verdict.keep_free = true;
    verdict.plan = {"free", problem.weights, 3, true};
  } else {
    if (start != nullptr && as_planned && !stop.stop_requested()) {
      verdict = judgeKept(problem, *start);
      from_start = verdict.keep_free;
    }
    if (!from_start) {
      verdict = chooseByHoldOut(problem, is_unexplained, options, hooks, stop);
    }
  }
  result.steps = verdict.steps;
  result.held_out_lines = cues.linesWander() ? 0 : verdict.judged.lines;
  result.direction = is_unexplained ? verdict.judged.direction : std::min(verdict.judged.direction, kContradicted);
  if (stop.stop_requested()) {
    result.termination = Termination::stopped;
    return result;
  }
  if (!verdict.keep_free) {
    return result;
  }
  problem.weights = verdict.plan.weights;
  if (!verdict.plan.with_sides) {
    problem.curves = withoutSides(problem.curves);
  }
  std::vector<GridLevel> levels = gridLevels(verdict.plan.levels, options.steps);
  if (guided) {
    hurry(levels, problem);
  }
  Descent descent;
  if (from_start) {
    levels.erase(levels.begin(), levels.end() - 1);
    descent = descend(problem, levels, reporter(hooks, cues, base, levels, "free"), stop, &start->net);
    if (!isBetter(descent) || leastRelativeDeterminant(base, &descent.offsets) <= kLeastDeterminant) {
      return fitGrid(cues, sheet, options, hooks, stop, device);
    }
  } else {
    descent = descendWithoutFolds(problem, levels, reporter(hooks, cues, base, levels, "free"), stop);
  }
  result.steps += descent.steps;
  result.termination = descent.termination;
  result.energy_first = descent.energy_first;
  result.energy_last = descent.energy_last;
  result.energies = descent.energies;
  if (guided) {
    // No line was held out, but what someone set may contradict them all the same.
    const CurveSplit split = splitCurves(problem.curves, base, cues.char_height);
    std::vector<Curve> printed = split.judging;
    std::copy_if(split.fitted.begin(), split.fitted.end(), std::back_inserter(printed),
                 [](const Curve& curve) { return curve.kind == CurveKind::text || curve.kind == CurveKind::rule; });
    const FreeFormJudge judge(problem, std::move(printed));
    const FreeFormJudgement judged = judge(descent.offsets);
    result.held_out_lines = judged.lines;
    result.direction = judged.direction;
    result.bent_lines = std::max(0.0, judged.lines - judge(OffsetNet::zero({1, 1})).lines);
  }
  if (isBetter(descent)) {
    result.kept = true;
    result.grid = bakeMap(base, &descent.offsets);
    const bool judged = !guided && as_planned && descent.termination != Termination::stopped;
    const GridWeights& weights = problem.weights;
    result.net.plan = {weights.strain, weights.direction, verdict.plan.with_sides ? 1.0 : 0.0,
                       judged ? verdict.judged.lines : -1, verdict.judged.direction};
    result.net.net = std::move(descent.offsets);
  }
  return result;
}

}  // namespace platen::optim
