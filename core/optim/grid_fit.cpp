#include "core/optim/grid_fit.h"

#include "core/optim/direction_energy.h"
#include "core/optim/grid_descent.h"
#include "core/optim/grid_evidence.h"
#include "core/optim/place_energy.h"
#include "core/optim/shown_sheet.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

// The free form must take off this share of what is wrong, on evidence that it has not been fitted to (see Judgement).
constexpr double kClearWin = 0.8;
constexpr double kContradicted = 2;  // E_dir at stage 1's end from which the direction image takes part
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

// What is wrong with a page under some offsets, by each kind of evidence.
struct Judgement {
  double lines = 0;      // straightness of the held-out lines
  double sides = 0;      // straightness of a free sheet's sides
  double direction = 0;  // E_dir
};

// The evidence that judges, and how it is weighed.
class Judge {
 public:
  Judge(const GridProblem& problem, std::vector<Curve> judging)
      : problem_(problem), lines_(std::move(judging)), char_height_(problem.cues.char_height) {
    if (problem.cues.is_sheet) {
      sides_ = onlySides(problem.curves);
    }
  }

  [[nodiscard]] Judgement operator()(const OffsetNet& offsets) const {
    Judgement j;
    j.lines = straightnessEnergy(lines_, problem_.base, offsets, char_height_);
    j.sides = straightnessEnergy(sides_, problem_.base, offsets, char_height_);
    if (!problem_.cues.direction.empty()) {
      constexpr double kReach = 8;
      DirectionEnergy energy(1, problem_.cues.direction, kReach, PageLattice(offsets.shape, 50, 70, &problem_.base),
                             problem_.device);
      std::vector<double> unused(offsets.controls.size());
      j.direction = energy.add(offsets.controls, 0, unused);
    }
    return j;
  }

  // How much of the error is left, 1: all of it. The geometric mean of what each kind of evidence says, floored where
  // its own noise begins (a bend of some .05 h), weighted by how much of it there is: lines by their number, direction
  // by how wrong it was.
  [[nodiscard]] double left(const Judgement& before, const Judgement& after) const {
    const auto count = static_cast<double>(lines_.size());
    const auto ratio = [](double now, double was, double noise) { return std::log((now + noise) / (was + noise)); };
    return std::exp(count / (count + 2) * ratio(after.lines, before.lines, 0.12) +
                    (sides_.empty() ? 0 : 0.5) * ratio(after.sides, before.sides, 0.05) +
                    0.5 * std::min(1.0, before.direction / 2) * ratio(after.direction, before.direction, 0.2));
  }

 private:
  const GridProblem& problem_;
  std::vector<Curve> lines_, sides_;
  double char_height_;
};

struct Plan {
  const char* stage;
  GridWeights weights;
  int levels = 3;
  bool with_sides = true;
};

// The ways to go that are tried, from safe to free.
std::vector<Plan> plansFor(const GridProblem& problem, double direction) {
  std::vector<Plan> plans;
  const bool has_sides = !onlySides(problem.curves).empty();
  Plan plan{"free, trial", problem.weights, 3, false};
  plans.push_back(plan);
  if (has_sides) {
    plan.with_sides = true;
    plans.push_back(plan);
    if (problem.cues.is_sheet) {
      // Where both lines and edges hold the page, it may stretch more to meet them.
      for (const double softer : {4.0, 12.0}) {
        plan.weights.strain = problem.weights.strain / softer;
        plans.push_back(plan);
      }
    }
  }
  if (direction > kContradicted) {
    plan = {"free, trial", problem.weights, 4, has_sides};
    plan.weights.direction = 0.5;
    plans.push_back(plan);
  }
  return plans;
}

struct Verdict {
  bool keep_free = false;
  Plan plan;
  Judgement judged;  // of the plan, or of the sheet as it was
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
std::optional<Plan> planOf(const GridNet& start, const GridProblem& problem) {
  constexpr int kMostLevels = 4;
  const std::vector<GridLevel> all = gridLevels(kMostLevels, 0);
  const auto level =
      std::find_if(all.begin(), all.end(), [&](const GridLevel& l) { return l.shape == start.net.shape; });
  if (level == all.end()) {
    return std::nullopt;
  }
  Plan plan{"free", problem.weights, static_cast<int>(level - all.begin()) + 1, start.plan.with_sides > 0};
  plan.weights.strain = start.plan.strain;
  plan.weights.direction = start.plan.direction;
  return plan;
}

// Whether a kept net still wins clearly. The lines that are held out now took part in its own fit: what those say that
// did not counts for the confidence.
Verdict judgeKept(const GridProblem& problem, const GridNet& start) {
  Verdict verdict;
  const std::optional<Plan> plan = planOf(start, problem);
  if (!plan || !start.plan.isJudged()) {
    return verdict;
  }
  const Judge judge(problem, splitCurves(problem.curves, problem.base, problem.cues.char_height).judging);
  const Judgement before = judge(OffsetNet::zero({1, 1}));
  verdict.judged = judge(start.net);
  verdict.keep_free = judge.left(before, verdict.judged) < kClearWin;
  verdict.plan = *plan;
  verdict.judged.lines = std::max(verdict.judged.lines, start.plan.held_out_lines);
  verdict.judged.direction = std::max(verdict.judged.direction, start.plan.held_out_direction);
  return verdict;
}

// Tries the plans on four fifths of the lines and asks the other fifth, the sides and the direction image.
Verdict chooseByHoldOut(const GridProblem& problem,
                        const FitOptions& options,
                        const FitHooks& hooks,
                        const std::stop_token& stop) {
  const CurveSplit split = splitCurves(problem.curves, problem.base, problem.cues.char_height);
  const Judge judge(problem, split.judging);
  const Judgement before = judge(OffsetNet::zero({1, 1}));
  Verdict verdict;
  verdict.judged = before;
  double best = kClearWin;
  // Nothing to win: everything is at its noise already.
  if (judge.left(before, Judgement{}) > best) {
    return verdict;
  }
  for (const Plan& plan : plansFor(problem, before.direction)) {
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
    const Judgement after = judge(descent.offsets);
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
  GridProblem problem{base, cues, gridCurves(cues, sheet), GridWeights{}, heldSides(cues, sheet, base), device};
  if (std::find(options.without.begin(), options.without.end(), Evidence::leading) != options.without.end()) {
    problem.weights.leading = 0;
  }
  // Pins and strokes are meant as they were set: no other evidence is asked whether they may be followed.
  const bool guided = cues.isGuided();
  const bool as_planned = options.steps == 0 && options.without.empty();
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
      verdict = chooseByHoldOut(problem, options, hooks, stop);
    }
  }
  result.steps = verdict.steps;
  result.held_out_lines = verdict.judged.lines;
  result.direction = verdict.judged.direction;
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
    const Judge judge(problem, std::move(printed));
    const Judgement judged = judge(descent.offsets);
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
