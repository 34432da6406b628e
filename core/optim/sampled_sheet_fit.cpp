#include "core/optim/sampled_sheet_fit.h"

#include "core/optim/base_map.h"
#include "core/optim/curve_solver.h"
#include "core/optim/direction_energy.h"
#include "core/optim/edge_energy.h"
#include "core/optim/sampled_descent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

// The outline as stage 1 sees it: sides and rules, no text.
PageCues outlineOf(const PageCues& cues) {
  PageCues outline = cues;
  outline.segments.clear();
  outline.has_text = false;
  return outline;
}

void reframe(SheetFit& fit, const SampledPage& page, const PageCues& cues) {
  const Box old = fit.rect;
  const auto mapped = [&](double x, double a0, double a1, double b0, double b1) {
    return b0 + (x - a0) / (a1 - a0) * (b1 - b0);
  };
  fit.parameters = page.sheet;
  fit.rect = page.rect;
  fit.content = {mapped(fit.content.x0, old.x0, old.x1, page.rect.x0, page.rect.x1),
                 mapped(fit.content.y0, old.y0, old.y1, page.rect.y0, page.rect.y1),
                 mapped(fit.content.x1, old.x0, old.x1, page.rect.x0, page.rect.x1),
                 mapped(fit.content.y1, old.y0, old.y1, page.rect.y0, page.rect.y1)};
  fit.kind = SheetKind::cylinder;
  fit.aspect_sigma = 0;  // these were of the plane that the descent began from; its map_sigma is the least there is
  fit.log_focal_sigma = 0;
  const SheetModel sheet(fit.frame, fit.parameters);
  const CurveSolver solver(fit.frame, cues.char_height);
  for (std::size_t k = 0; k < fit.curves.size() && k < fit.residual_h.size(); ++k) {
    fit.residual_h[k] = solver.judge(sheet, fit.curves[k]).median_h;
  }
}

}  // namespace

std::optional<SheetFit> fitSheetBySampling(const PageCues& cues,
                                           const FitHooks& hooks,
                                           const std::stop_token& stop,
                                           FitDevice* device) {
  std::vector<PageSide> sides;
  std::copy_if(cues.sides.begin(), cues.sides.end(), std::back_inserter(sides),
               [](const PageSide& side) { return !side.is_gutter && side.points.size() >= 2; });
  if (sides.size() < 3 || cues.direction.empty()) {
    return std::nullopt;
  }
  SheetFitOptions plane_only;
  plane_only.model = ModelLimit::plane;
  SheetFit fit = fitSheet(outlineOf(cues), plane_only, nullptr, {}, stop);
  if (!fit.usable || stop.stop_requested()) {
    return std::nullopt;
  }
  const SheetParameters plane = fit.parameters.withBendSize(1, fit.frame);
  const std::vector<SideImage> images = sideImages(cues, sides);

  const auto reporter = [&](const char* stage, int steps) {
    return sampledReporter(hooks, cues, fit.frame, stage, steps);
  };

  SampledDescent coarse(cues, fit.frame, images, kCoarse, device);
  const SampledDescent::Search search =
      coarse.searchRulings({plane, fit.rect}, {}, reporter("sheet, sampled", kCoarse.steps), stop);
  SampledDescent::Outcome best = search.best;
  if (!std::isfinite(best.energy)) {
    return std::nullopt;
  }
  SampledDescent fine(cues, fit.frame, images, kFine, device);
  const SampledDescent::Outcome refined =
      fine.run(best.page, search.ruling, reporter("sheet, sampled, fine", kFine.steps),
               std::numeric_limits<double>::infinity(), stop);
  if (std::isfinite(refined.energy)) {
    best = refined;
  }
  fit.steps += search.steps + refined.steps;
  fit.stopped = stop.stop_requested();
  reframe(fit, best.page, cues);
  fit.diagnostics["energy_sampled"] = best.energy;
  fit.diagnostics["energy_direction"] = best.direction;
  return fit;
}

std::optional<SheetFit> OutlineSheet::of(const PageCues& cues,
                                         const FitHooks& hooks,
                                         const std::stop_token& stop,
                                         FitDevice* device) {
  if (is_known_) {
    return sheet_;
  }
  std::optional<SheetFit> found = fitSheetBySampling(cues, hooks, stop, device);
  is_known_ = true;
  sheet_ = found;
  if (sheet_) {
    sheet_->steps = 0;
  }
  return found;
}

double directionEnergy(const PageCues& cues, const SheetModel& sheet, const Box& rect_sheet_uv) {
  constexpr double kReach = 8;
  if (cues.direction.empty()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const BaseMap base(sheet, rect_sheet_uv);
  const NetShape shape{1, 1};
  DirectionEnergy energy(1, cues.direction, kReach, PageLattice(shape, 50, 70, &base));
  const std::vector<double> zero(shape.size(), 0.0);
  std::vector<double> gradient(shape.size());
  const double value = energy.add(zero, 0, gradient);
  return energy.coverage() > 0 ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace platen::optim
