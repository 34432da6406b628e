#include "core/optim/grid_descent.h"

#include "core/optim/adam.h"
#include "core/optim/cosine_rate.h"
#include "core/optim/direction_energy.h"
#include "core/optim/edge_energy.h"
#include "core/optim/place_energy.h"
#include "core/optim/profile_energy.h"
#include "core/optim/smoothness_energy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

namespace platen::optim {
namespace {

constexpr double kSigmaH = 0.15;  // of h-curves, in character heights
constexpr double kSigmaV = 0.30;
constexpr int kProfileCols = 160;
constexpr int kShapeCols = 12, kShapeRows = 16;
constexpr double kShapeReach = 3;  // character heights: a shape that is further off is not this page's

}  // namespace

std::vector<GridLevel> gridLevels(int count, int total_steps) {
  const GridLevel all[] = {
      {{4, 5}, 50, 0.08, 2.0, 8, 50, 70, 0.10},
      {{8, 10}, 50, 0.05, 0.6, 4, 50, 70, 0.08},
      {{16, 20}, 50, 0.03, 0.35, 3, 50, 70, 0.06},
      {{32, 40}, 50, 0.02, 0.35, 3, 50, 70, 0.06},
  };
  const int n = std::clamp(count, 1, 4);
  std::vector<GridLevel> levels(std::begin(all), std::begin(all) + n);
  if (total_steps > 0) {
    for (int k = 0; k < n; ++k) {
      levels[static_cast<std::size_t>(k)].steps = total_steps * (k + 1) / n - total_steps * k / n;
    }
  }
  return levels;
}

GridCurves::GridCurves(const GridProblem& problem, NetShape shape)
    : h(problem.base, shape, problem.curves, true, problem.cues.char_height),
      v(problem.base, shape, problem.curves, false, problem.cues.char_height) {}

Objective makeObjective(const GridProblem& problem, const GridLevel& level, const GridCurves& curves) {
  const BaseMap& base = problem.base;
  const GridWeights& weights = problem.weights;
  const double h = problem.cues.char_height;
  Objective objective;
  if (!curves.h.empty()) {
    const auto h_curves = std::make_shared<SharedCurves>(curves.h.on(level.shape));
    if (weights.leading > 0) {
      const SheetFrame& frame = base.sheet().frame();
      auto leading = std::make_unique<LeadingEnergy>(weights.leading, h_curves, h / (frame.norm * frame.half_width_q));
      if (leading->pairCount() > 0) {
        objective.add(std::move(leading));
      }
    }
    objective.add(std::make_unique<CurveEnergy>("lines", weights.h_curves, h_curves,
                                                CurveScale{kSigmaH, std::max(level.curve_reach_h, 2 * kSigmaH)}));
  }
  if (!curves.v.empty()) {
    objective.add(std::make_unique<CurveEnergy>("margins", weights.v_curves, curves.v.on(level.shape),
                                                CurveScale{kSigmaV, std::max(level.curve_reach_h, 2 * kSigmaV)}));
  }
  if (weights.direction > 0 && !problem.cues.direction.empty()) {
    objective.add(std::make_unique<DirectionEnergy>(
        weights.direction, problem.cues.direction, level.direction_reach,
        PageLattice(level.shape, level.lattice_cols, level.lattice_rows, &base), problem.device));
  }
  if (weights.edge > 0 && !problem.cues.sides.empty()) {
    objective.add(std::make_unique<EdgeEnergy>(weights.edge, sideImages(problem.cues, problem.cues.sides), level.shape,
                                               &base, true));
  }
  if (weights.profile > 0 && !problem.cues.ink.empty()) {
    // 2.2 rows for each character height, so that a row is thinner than a line.
    const SheetFrame& frame = base.sheet().frame();
    const double height_h = base.pageRect().height() * frame.norm * frame.half_width_q / h;
    const int rows = std::clamp(static_cast<int>(2.2 * height_h), 60, 420);
    objective.add(std::make_unique<ProfileEnergy>(weights.profile, problem.cues.ink, h,
                                                  level.profile_width * kProfileCols, 2.2 * rows / height_h,
                                                  PageLattice(level.shape, kProfileCols, rows, &base)));
  }
  if (weights.pins > 0 && !problem.cues.pins.empty()) {
    objective.add(
        std::make_unique<PlaceEnergy>("pins", weights.pins, problem.cues.pins, kPinSigma_h * h, 0, base, level.shape));
  }
  if (weights.held > 0 && !problem.held.empty()) {
    objective.add(std::make_unique<HeldSideEnergy>(weights.held, problem.held, kHeldSigma_h, level.shape));
  }
  // A guess is a start alone: nothing is drawn to it.
  if (weights.shape > 0 && !problem.cues.shape.empty() && !problem.cues.shape_is_guess) {
    objective.add(std::make_unique<PlaceEnergy>("shape", weights.shape,
                                                placesOf(problem.cues.shape, kShapeCols, kShapeRows), h, kShapeReach,
                                                base, level.shape));
  }
  if (weights.strain > 0) {
    objective.add(std::make_unique<StrainEnergy>(weights.strain, base, level.shape));
  }
  if (weights.bending > 0) {
    objective.add(std::make_unique<BendingEnergy>(weights.bending, base, level.shape, h));
  }
  return objective;
}

Descent descend(const GridProblem& problem,
                const std::vector<GridLevel>& levels,
                const DescentStep& on_step,
                const std::stop_token& stop,
                const OffsetNet* start) {
  Descent result;
  result.offsets = start != nullptr ? *start : OffsetNet::zero(levels.front().shape);
  const GridCurves curves(problem, levels.front().shape);
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const GridLevel& level = levels[k];
    if (k > 0) {
      result.offsets = refined(result.offsets);
    }
    Objective objective = makeObjective(problem, level, curves);
    const std::size_t n = level.shape.size();
    const std::vector<double> zero(n, 0.0);
    std::vector<double> gradient(n);
    result.energy_first = objective.evaluate(zero, gradient);
    result.energies.clear();
    for (std::size_t t = 0; t < objective.size(); ++t) {
      result.energies.push_back({objective.at(t).name(), objective.values()[t], 0});
    }
    // The first level begins without offsets, if there is no start.
    result.energy_last =
        k > 0 || start != nullptr ? objective.evaluate(result.offsets.controls, gradient) : result.energy_first;
    if (!std::isfinite(result.energy_first) || !std::isfinite(result.energy_last)) {
      result.offsets = OffsetNet::zero(level.shape);
      result.termination = Termination::diverged;
      return result;
    }

    Adam adam(n, 0.9, 0.98);
    OffsetNet now = result.offsets;
    for (int step = 0; step < level.steps; ++step) {
      if (stop.stop_requested()) {
        result.termination = Termination::stopped;
        break;
      }
      const double energy = objective.evaluate(now.controls, gradient);  // of the point before this step
      if (!std::isfinite(energy)) {
        result.offsets = OffsetNet::zero(level.shape);
        result.termination = Termination::diverged;
        return result;
      }
      if (energy < result.energy_last) {
        result.energy_last = energy;
        result.offsets = now;
      }
      if (on_step) {
        on_step(static_cast<int>(k), step + 1, energy, now);
      }
      adam.step(cosineRate(level.rate_h * problem.cues.char_height, step, level.steps), gradient, now.controls);
      ++result.steps;
    }
    const double energy = objective.evaluate(now.controls, gradient);
    if (std::isfinite(energy) && energy < result.energy_last) {
      result.energy_last = energy;
      result.offsets = now;
    }
    if (result.energy_last > result.energy_first) {
      result.offsets = OffsetNet::zero(level.shape);
    }
    result.energy_last = objective.evaluate(result.offsets.controls, gradient);
    for (std::size_t t = 0; t < objective.size(); ++t) {
      result.energies[t].last = objective.values()[t];
    }
    if (result.termination == Termination::stopped) {
      return result;
    }
  }
  return result;
}

}  // namespace platen::optim
