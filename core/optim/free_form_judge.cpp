#include "core/optim/free_form_judge.h"

#include "core/optim/direction_energy.h"
#include "core/optim/page_lattice.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace platen::optim {

FreeFormJudge::FreeFormJudge(const GridProblem& problem, std::vector<Curve> judging)
    : problem_(problem), lines_(std::move(judging)), char_height_(problem.cues.char_height) {
  if (problem.cues.is_sheet) {
    sides_ = onlySides(problem.curves);
  }
  std::ranges::copy_if(problem.curves, std::back_inserter(margins_), &Curve::is_followed);
}

FreeFormJudgement FreeFormJudge::operator()(const OffsetNet& offsets) const {
  FreeFormJudgement j;
  j.lines = straightnessEnergy(lines_, problem_.base, offsets, char_height_);
  j.margins = straightnessEnergy(margins_, problem_.base, offsets, char_height_);
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

double FreeFormJudge::left(const FreeFormJudgement& before, const FreeFormJudgement& after) const {
  constexpr double kLineNoise = 0.12;
  // Neither lines that wander nor the image of their directions (wandering_lines.h).
  const double heard = problem_.cues.linesWander() ? 0 : 1;
  const double count = heard * static_cast<double>(lines_.size());
  const auto ratio = [](double now, double was, double noise) { return std::log((now + noise) / (was + noise)); };
  // They took part in the fit: they can't make up for lines that did not, and say that it bends them.
  const bool hear_margins = !margins_.empty() && after.lines <= before.lines + kLineNoise;
  return std::exp(count / (count + 2) * ratio(after.lines, before.lines, kLineNoise) +
                  (sides_.empty() ? 0 : 0.5) * ratio(after.sides, before.sides, 0.05) +
                  (hear_margins ? 0.5 : 0) * ratio(after.margins, before.margins, 0.05) +
                  heard * 0.5 * std::min(1.0, before.direction / 2) * ratio(after.direction, before.direction, 0.2));
}

std::vector<FreeFormPlan> plansFor(const GridProblem& problem, double direction) {
  std::vector<FreeFormPlan> plans;
  const bool has_sides = !onlySides(problem.curves).empty();
  FreeFormPlan plan{"free, trial", problem.weights, 3, false};
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

}  // namespace platen::optim
