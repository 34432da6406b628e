#include "core/optim/sampled_rows_fit.h"

#include "core/optim/base_map.h"
#include "core/optim/page_rect.h"
#include "core/optim/sampled_descent.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

namespace platen::optim {
namespace {

// Figures on 48 synthetic pages without lines, sides and rules (docs/fit.md, part D).
constexpr std::size_t kLeastCells = 40;    // of the row period image
constexpr double kStraightAlready = 0.25;  // E_dir, degrees squared: a page that is not worth bending
constexpr double kWorthIt = 0.8;           // of the energy of the photo as it is: what must be left at most
constexpr double kContradicted = 2;        // E_dir at the end: folds, or no page at all
constexpr double kSteepest = 0.6;          // radians of pitch
// The simpler shape is taken where it explains nearly as much: a plane, then rulings up and down the page.
constexpr double kPlane = 0.9;
constexpr double kUsualRuling = 1.1;

// Where rows are seen, work_px, less one per cent at each end.
std::optional<Box> printedBox(const PageCues& cues) {
  constexpr std::uint8_t kSeen = 40;
  const EvidenceImage& periods = cues.row_period;
  std::vector<double> xs;
  std::vector<double> ys;
  for (int j = 0; j < periods.image.height(); ++j) {
    const auto* row = periods.image.rowAs<std::uint8_t>(j);
    for (int i = 0; i < periods.image.width(); ++i) {
      if (row[3 * i + 2] > kSeen) {
        xs.push_back((i + 0.5) / periods.scale);
        ys.push_back((j + 0.5) / periods.scale);
      }
    }
  }
  if (xs.size() < kLeastCells) {
    return std::nullopt;
  }
  std::sort(xs.begin(), xs.end());
  std::sort(ys.begin(), ys.end());
  const std::size_t least = xs.size() / 100;
  const std::size_t most = xs.size() - 1 - least;
  const double half_cell = 0.5 / periods.scale;
  return Box{xs[least] - half_cell, ys[least] - half_cell, xs[most] + half_cell, ys[most] + half_cell};
}

// The photo as it is, turned level: what the descent starts from.
SheetFit frontal(const PageCues& cues, const Box& printed, double focal_prior) {
  SheetFit fit;
  const Vec2 extent = cues.frame.extent();
  const Vec2 middle{0.5 * (printed.x0 + printed.x1), 0.5 * (printed.y0 + printed.y1)};
  fit.frame.centre = extent / 2;
  fit.frame.norm = std::max(extent.x, extent.y);
  fit.frame.origin_q = (middle - fit.frame.centre) / fit.frame.norm;
  fit.frame.half_width_q = 0.5 * printed.width() / fit.frame.norm;
  fit.frame.aspect = printed.height() / printed.width();
  fit.parameters.log_focal = std::log(focal_prior);
  fit.parameters.roll = cues.text_angle;
  fit.rect = {-1, -fit.frame.aspect, 1, fit.frame.aspect};
  fit.usable = true;
  return fit;
}

}  // namespace

std::optional<SheetFit> fitRowsBySampling(const PageCues& cues,
                                          const FocalPrior& focal,
                                          const FitHooks& hooks,
                                          const std::stop_token& stop) {
  if (cues.direction.empty() || cues.row_period.empty()) {
    return std::nullopt;
  }
  const std::optional<Box> printed = printedBox(cues);
  if (!printed) {
    return std::nullopt;
  }
  constexpr double kUsualFocal = 1.2;
  SheetFit fit = frontal(cues, *printed, focal.longer_sides > 0 ? focal.longer_sides : kUsualFocal);
  const SampledPage level{fit.parameters, fit.rect};
  const auto reporter = [&](const char* stage, int steps) -> SampledDescent::OnStep {
    if (!hooks.onStep) {
      return {};
    }
    return [&hooks, &cues, &fit, stage, steps](int step, double energy, const SampledPage& page) {
      WarpGrid grid = sampleMap(BaseMap(SheetModel(fit.frame, page.sheet), page.rect), nullptr, 33, 25);
      for (Vec2& point : grid.points) {
        point = cues.frame.sourceFromWork(point);
      }
      hooks.onStep({stage, step, steps, energy, &grid});
    };
  };

  SampledPhase flat_phase = kCoarse;
  flat_phase.bend = 1;
  flat_phase.steps = 2 * kCoarse.steps;
  SampledDescent flat(cues, fit.frame, {}, flat_phase);
  const SampledDescent::Energies before = flat.at(level, 0);
  if (!std::isfinite(before.all) || before.direction < kStraightAlready) {
    return std::nullopt;
  }
  constexpr double kNoRival = std::numeric_limits<double>::infinity();
  const SampledDescent::Outcome plane = flat.run(level, 0, reporter("rows, plane", flat_phase.steps), kNoRival, stop);
  int steps = plane.steps;
  SampledDescent::Outcome best = plane;
  double best_ruling = 0;
  double worth = kPlane * plane.energy;
  bool is_plane = true;
  SampledDescent coarse(cues, fit.frame, {}, kCoarse);
  double rival_half_time = kNoRival;
  for (const double ruling : {0.0, std::numbers::pi / 2, std::numbers::pi / 4, -std::numbers::pi / 4}) {
    const SampledDescent::Outcome outcome = coarse.run({turnedRulings(level.sheet, ruling), level.rect}, ruling,
                                                       reporter("rows, sampled", kCoarse.steps), rival_half_time, stop);
    steps += outcome.steps;
    rival_half_time = std::min(rival_half_time, outcome.half_time);
    if (const double its = (ruling == 0 ? 1 : kUsualRuling) * outcome.energy; its < worth) {
      worth = its;
      best = outcome;
      best_ruling = ruling;
      is_plane = false;
    }
  }
  if (!std::isfinite(best.energy)) {
    return std::nullopt;
  }
  SampledPhase fine_phase = kFine;
  fine_phase.bend = is_plane ? 1 : kFine.bend;
  SampledDescent fine(cues, fit.frame, {}, fine_phase);
  const SampledDescent::Outcome refined =
      fine.run(best.page, best_ruling, reporter("rows, sampled, fine", fine_phase.steps), kNoRival, stop);
  if (std::isfinite(refined.energy)) {
    best = refined;
  }
  if (stop.stop_requested() || best.direction > kContradicted || best.energy > kWorthIt * before.all ||
      std::abs(best.page.sheet.pitch) > kSteepest) {
    return std::nullopt;
  }
  fit.parameters = best.page.sheet;
  fit.kind = is_plane ? SheetKind::plane : SheetKind::cylinder;
  fit.steps = steps + refined.steps;
  const PageRect page = findPageRect(cues, SheetModel(fit.frame, fit.parameters), {}, {});
  fit.rect = page.rect;
  fit.content = page.content;
  fit.cost = best.direction / kContradicted;
  fit.diagnostics["energy_sampled"] = best.energy;
  fit.diagnostics["energy_direction"] = best.direction;
  return fit;
}

}  // namespace platen::optim
