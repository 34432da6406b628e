#include "core/optim/sampled_rows_fit.h"

#include "core/optim/curve_solver.h"
#include "core/optim/page_rect.h"
#include "core/optim/sampled_descent.h"
#include "core/optim/sampled_sheet_fit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

namespace platen::optim {
namespace {

// Set on 48 synthetic pages without lines, sides and rules, whose figures are in docs/fit.md, part D.
constexpr std::size_t kLeastCells = 40;  // of the row period image
constexpr double kNoise = 0.5;           // added to energies that are compared: less than that is the images' own
constexpr double kWorthIt = 0.8;         // of the energy of the photo as it is: what must be left at most
constexpr double kContradicted = 2;      // E_dir at the end, R = 8: folds, or no page at all
constexpr double kSteepest = 0.6;        // radians of pitch
// The simpler shape is taken where it explains nearly as much: a plane, then rulings up and down the page.
constexpr double kPlane = 0.9;
constexpr double kOtherRuling = 1.1;

// The photo as it is, turned level, over the box in which rows are seen less one per cent at each end: what the descent
// starts from.
std::optional<SheetFit> frontal(const PageCues& cues, double log_focal) {
  const EvidenceImage& periods = cues.row_period;
  const Vec2 along{std::cos(cues.text_angle), std::sin(cues.text_angle)};
  std::vector<double> us;
  std::vector<double> vs;
  for (int j = 0; j < periods.image.height(); ++j) {
    const auto* row = periods.image.rowAs<std::uint8_t>(j);
    for (int i = 0; i < periods.image.width(); ++i) {
      if (row[3 * i + 2] > 0) {
        const Vec2 p = Vec2{i + 0.5, j + 0.5} / periods.scale;
        us.push_back(dot(along, p));
        vs.push_back(cross(along, p));
      }
    }
  }
  if (us.size() < kLeastCells) {
    return std::nullopt;
  }
  std::sort(us.begin(), us.end());
  std::sort(vs.begin(), vs.end());
  const std::size_t least = us.size() / 100;
  const std::size_t most = us.size() - 1 - least;
  const double cell = 1 / periods.scale;
  const double width = us[most] - us[least] + cell;
  const double height = vs[most] - vs[least] + cell;
  const double u = (us[least] + us[most]) / 2;
  const double v = (vs[least] + vs[most]) / 2;
  const Vec2 middle{u * along.x - v * along.y, u * along.y + v * along.x};
  SheetFit fit;
  const Vec2 extent = cues.frame.extent();
  fit.frame.centre = extent / 2;
  fit.frame.norm = std::max(extent.x, extent.y);
  fit.frame.origin_q = (middle - fit.frame.centre) / fit.frame.norm;
  fit.frame.half_width_q = 0.5 * width / fit.frame.norm;
  fit.frame.aspect = height / width;
  fit.parameters.log_focal = log_focal;
  fit.parameters.roll = cues.text_angle;
  fit.rect = {-1, -fit.frame.aspect, 1, fit.frame.aspect};
  fit.usable = true;
  return fit;
}

}  // namespace

std::optional<SheetFit> fitRowsBySampling(
    const PageCues& cues, double focal, const FitHooks& hooks, const std::stop_token& stop, FitDevice* device) {
  if (cues.direction.empty() || cues.row_period.empty()) {
    return std::nullopt;
  }
  const SheetPriors priors = priorsWithFocal(focal);
  std::optional<SheetFit> start = frontal(cues, priors.log_focal);
  if (!start) {
    return std::nullopt;
  }
  SheetFit& fit = *start;
  const SampledPage level{fit.parameters, fit.rect};
  const auto reporter = [&](const char* stage, int steps) {
    return sampledReporter(hooks, cues, fit.frame, stage, steps);
  };
  const auto descentOf = [&](const SampledPhase& phase) {
    return SampledDescent(cues, fit.frame, {}, phase, device, priors.log_focal_sigma);
  };

  SampledPhase flat_phase = kCoarse;
  flat_phase.bend = 1;
  flat_phase.steps = 2 * kCoarse.steps;
  SampledDescent flat = descentOf(flat_phase);
  constexpr double kNoRival = std::numeric_limits<double>::infinity();
  const SampledDescent::Outcome plane = flat.run(level, 0, reporter("rows, plane", flat_phase.steps), kNoRival, stop);
  SampledDescent coarse = descentOf(kCoarse);
  const SampledDescent::Search bent =
      coarse.searchRulings(level, {kNoise, kOtherRuling}, reporter("rows, sampled", kCoarse.steps), stop);
  const bool is_plane = !(bent.worth < kPlane * (plane.energy + kNoise));
  SampledDescent::Outcome best = is_plane ? plane : bent.best;
  if (!std::isfinite(best.energy)) {
    return std::nullopt;
  }
  SampledPhase fine_phase = kFine;
  fine_phase.bend = is_plane ? 1 : kFine.bend;
  SampledDescent fine = descentOf(fine_phase);
  const double before = fine.at(level, 0);
  const SampledDescent::Outcome refined = fine.run(best.page, is_plane ? 0 : bent.ruling,
                                                   reporter("rows, sampled, fine", fine_phase.steps), kNoRival, stop);
  if (std::isfinite(refined.energy)) {
    best = refined;
  }
  if (stop.stop_requested() || !(best.energy + kNoise < kWorthIt * (before + kNoise)) ||
      std::abs(best.page.sheet.pitch) > kSteepest) {
    return std::nullopt;
  }
  const double direction = directionEnergy(cues, SheetModel(fit.frame, best.page.sheet), best.page.rect);
  if (!(direction < kContradicted)) {
    return std::nullopt;
  }
  fit.parameters = best.page.sheet;
  fit.kind = is_plane ? SheetKind::plane : SheetKind::cylinder;
  fit.steps = plane.steps + bent.steps + refined.steps;
  const PageRect page = findPageRect(cues, SheetModel(fit.frame, fit.parameters), {}, {});
  fit.rect = page.rect;
  fit.content = page.content;
  fit.cost = direction / kContradicted;
  fit.diagnostics["energy_sampled"] = best.energy;
  fit.diagnostics["energy_direction"] = direction;
  return start;
}

}  // namespace platen::optim
