#include "core/optim/paper_net_fit.h"

#include "core/optim/form_energy.h"
#include "core/optim/form_paper_energy.h"
#include "core/optim/net_descent.h"
#include "core/optim/objective.h"
#include "core/optim/shading_energy.h"
#include "core/optim/withheld_evidence.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

namespace platen::optim {
namespace {

constexpr double kUnexplained = 0.04;  // SheetFit::cost
constexpr double kLeastVisible = 0.4;  // of a side
constexpr double kBentSides_h = 0.08;  // PageScore::sides_h, on a plane
constexpr double kBentSidesOfFolds_h = 0.03;
constexpr int kOnwardShare = 4;                // of steps and rate, where the start is an earlier end
constexpr double kRate = 2, kFinerRate = 1.5;  // canvas_px
constexpr double kSideReach = 3, kLineReach = 2;
constexpr double kSizeWeight = 0.1, kSizeReach = 0.12;
constexpr double kPaperWeight = 0.02;
constexpr double kStretch = 0.02;  // of the paper, that costs little
constexpr double kShadingWeight = 0.05;
constexpr double kPaperPoints = 1.25;   // per span, where lengths are compared
constexpr double kShadingStep = 40;     // canvas_px between the points whose light is looked at
constexpr double kBending = 0.005;      // of the offsets
constexpr double kDepthBending = 5e-4;  // of the depths

Objective objectiveOf(const PaperNet& net, const FitOptions& options) {
  const FormFrame& frame = net.frame;
  const Vec2 extent = frame.canvas_extent;
  const NetShape shape = net.offsets.shape;
  const Vec2 far = frame.margin + frame.form_extent;
  const Box page{frame.margin.x, frame.margin.y, far.x, far.y};
  Objective objective;
  objective.add(std::make_unique<CanvasLineEnergy>("sides", 1, kSideReach, net.sides, shape, extent));
  objective.add(std::make_unique<CanvasLineEnergy>("lines", 1, kLineReach, net.lines, shape, extent));
  if (!net.sizes.empty()) {
    objective.add(std::make_unique<PrintSizeEnergy>(kSizeWeight, kSizeReach, net.characters, net.sizes, shape, extent));
  }
  if (!isWithheld(options, Evidence::bending)) {
    objective.add(std::make_unique<FormBendingEnergy>("offset bending", kBending, shape, frame));
    objective.add(
        std::make_unique<FormBendingEnergy>("depth bending", kDepthBending, shape, frame, shape.size(), kDepthUnit));
  }
  if (!isWithheld(options, Evidence::isometry)) {
    objective.add(std::make_unique<FormPaperEnergy>(
        kPaperWeight, kStretch, CanvasLattice(page, extent, extent.x / (shape.spans_u * kPaperPoints)),
        std::make_shared<FixedView>(net.normal_image), shape, net.even_stretch));
  }
  if (!net.shading.empty()) {
    objective.add(std::make_unique<ShadingEnergy>(kShadingWeight, net.shading, net.shading_from_canvas,
                                                  CanvasLattice(page, extent, kShadingStep), shape));
  }
  return objective;
}

struct DescentPlan {
  int steps = kPaperSteps;
  double rate = kRate;
  bool goes_on = false;  // from the end of an earlier one
  int round = 0;         // FitProgress
};

PaperNetFit descend(PaperNet net,
                    const DescentPlan& plan,
                    const FitOptions& options,
                    const FitHooks& hooks,
                    const std::stop_token& stop) {
  PaperNetFit fit;
  Objective objective = objectiveOf(net, options);
  NetStep on_step;
  if (hooks.onStep) {
    on_step = [&](int step, double energy, const std::vector<double>& unknowns) {
      WarpGrid grid;
      if (hooks.wantsGrid()) {
        grid = sourceGrid(unflatten(net, unknowns));
      }
      const double aspect = net.frame.form_extent.y / net.frame.form_extent.x;
      hooks.onStep({"paper", step, plan.steps, energy, grid.empty() ? nullptr : &grid, plan.round, aspect});
    };
  }
  NetDescent descent =
      descendNets(objective, net.coarsest, net.refinements, flatten(net), plan.rate, plan.steps, on_step, stop);
  fit.termination = descent.termination;
  fit.steps = descent.steps;
  fit.energy_first = fit.energy_last = descent.energy_first;
  if (!(descent.energy_last < descent.energy_first)) {
    if (plan.goes_on && fit.termination == Termination::stepsUsed && std::isfinite(descent.energy_first)) {
      for (FitEnergy& energy : descent.energies) {  // it was at its end already
        energy.last = energy.first;
      }
      fit.energies = std::move(descent.energies);
    } else if (fit.termination != Termination::stopped) {
      fit.termination = Termination::diverged;
    }
    fit.net = std::move(net);
    return fit;
  }
  fit.energy_last = descent.energy_last;
  fit.energies = std::move(descent.energies);
  fit.net = unflatten(std::move(net), descent.unknowns);
  return fit;
}

// What the net as it is now makes possible to see.
void lookAgain(PaperNet& net) {
  findLines(net);
  findSizes(net);
  findEvenStretch(net);
}

}  // namespace

bool isUnexplainedPaper(const PageCues& cues, const SheetFit& sheet, double sides_h) {
  const auto seen = std::count_if(cues.sides.begin(), cues.sides.end(), [](const PageSide& side) {
    return side.points.size() >= 2 && side.valid_fraction >= kLeastVisible;
  });
  const bool may_bend = sheet.kind == SheetKind::cylinder || (sheet.kind == SheetKind::plane && sides_h > kBentSides_h);
  const bool is_unexplained = sheet.cost >= kUnexplained || (sheet.parameters.folded && sides_h > kBentSidesOfFolds_h);
  return sheet.usable && may_bend && is_unexplained && !sheet.bound && !cues.hasGutter() && seen >= 3;
}

bool looksMoreLikePaper(const PageScore& before, const PageScore& after, double cost) {
  constexpr double kNoise_h = 0.05;
  constexpr double kClearWin = 0.85;
  constexpr double kLittleExplained = 0.1;  // of SheetFit::cost
  constexpr double kNoLoss = 1.2;
  constexpr double kMostTurned_deg = 2;
  const double most = cost < kLittleExplained ? kClearWin : kNoLoss;
  const auto left = [](double now, double was) { return (now + kNoise_h) / (was + kNoise_h); };
  return left(after.waviness_h, before.waviness_h) * std::sqrt(left(after.sides_h, before.sides_h)) < most &&
         after.direction_deg < before.direction_deg + kMostTurned_deg && after.lost < before.lost + 0.05;
}

std::optional<PaperNet> beginAt(const PaperNets& kept, PaperNet net) {
  constexpr double kSameAspect = 0.01;
  net = finer(std::move(net));
  const double aspect = net.frame.form_extent.y / net.frame.form_extent.x;
  if (!(kept.offsets.shape == net.offsets.shape) || std::abs(kept.aspect - aspect) > kSameAspect * aspect ||
      kept.steps < kPaperSteps) {
    return std::nullopt;
  }
  PaperNet begun = net;
  begun.offsets = kept.offsets;
  begun.depths = kept.depths;
  lookAgain(begun);
  net.sizes = begun.sizes;
  net.even_stretch = begun.even_stretch;
  Objective objective = objectiveOf(net, {});
  std::vector<double> gradient(sizeOf(net));
  const double usual = objective.evaluate(flatten(net), gradient);
  const double there = objective.evaluate(flatten(begun), gradient);
  return there < usual ? std::optional(std::move(begun)) : std::nullopt;
}

PaperNetFit goOn(PaperNet begun, const FitHooks& hooks, const std::stop_token& stop) {
  return descend(std::move(begun), {kPaperSteps / kOnwardShare, kRate / kOnwardShare, true}, {}, hooks, stop);
}

PaperNetFit fitPaperNet(PaperNet net, const FitOptions& options, const FitHooks& hooks, const std::stop_token& stop) {
  DescentPlan plan;
  plan.steps = options.steps > 0 ? options.steps : kPaperSteps;
  int steps_before = 0;
  net.sizes.clear();
  if (!net.traced.empty() || net.characters.size() >= kLeastOfOneSize) {
    for (const int steps : {std::max(1, plan.steps / 2), std::max(1, plan.steps * 7 / 10)}) {
      DescentPlan sighting = plan;
      sighting.steps = steps;
      PaperNetFit seen = descend(net, sighting, options, hooks, stop);
      steps_before += seen.steps;
      if (seen.termination == Termination::stopped) {
        seen.steps = steps_before;
        return seen;
      }
      if (seen.termination == Termination::diverged) {  // it is as it began: no surer of lines than stage 1 is
        findSizes(seen.net);
      } else {
        lookAgain(seen.net);
      }
      net.lines = std::move(seen.net.lines);
      net.sizes = std::move(seen.net.sizes);
      net.even_stretch = seen.net.even_stretch;
      ++plan.round;
    }
  }
  PaperNetFit fit = descend(std::move(net), plan, options, hooks, stop);
  fit.steps += steps_before;
  if (fit.termination == Termination::stepsUsed) {
    PaperNetFit further = descend(finer(fit.net), {plan.steps, kFinerRate, true, plan.round + 1}, options, hooks, stop);
    further.steps += fit.steps;
    if (further.termination == Termination::diverged) {
      fit.steps = further.steps;
      return fit;
    }
    further.energy_first = fit.energy_first;
    for (std::size_t k = 0; k < further.energies.size(); ++k) {
      further.energies[k].first = fit.energies[k].first;
    }
    return further;
  }
  return fit;
}

}  // namespace platen::optim
