#include "core/optim/sheet_choice.h"

#include "core/optim/base_map.h"
#include "core/optim/grid_evidence.h"
#include "core/optim/sampled_rows_fit.h"
#include "core/optim/sampled_sheet_fit.h"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

constexpr double kContradicted = 2;  // E_dir: smooth pages that fit are at .1 - 1.3
constexpr double kClearlyBetter = 0.85;
constexpr double kSidesAgree = 1.5;      // of what the traced sheet leaves of the sides: with another one, at most
constexpr double kExplains = 0.03;       // cost, up to which that is asked
constexpr double kNothingLeft = 1e-3;    // of the sides: no more to find
constexpr double kWellExplained = 0.9;   // share of text on the sheet, from which ...
constexpr std::size_t kEnoughText = 20;  // ... this many segments speak against the image alone

// Straightness of the traced lines and sides on a sheet, the same curves for every candidate.
double straightness(const PageCues& cues, const SheetFit& fit) {
  std::vector<Curve> curves;
  for (const std::size_t k : spreadSegments(cues, 5)) {
    curves.push_back(textCurve(cues, k));
  }
  for (std::size_t k = 0; k < cues.sides.size(); ++k) {
    if (!cues.sides[k].is_gutter) {
      curves.push_back(sideCurve(cues, k));
    }
  }
  const BaseMap base(SheetModel(fit.frame, fit.parameters), fit.rect);
  return straightnessEnergy(curves, base, OffsetNet::zero({4, 5}), cues.char_height);
}

double directionOf(const PageCues& cues, const SheetFit& fit) {
  return directionEnergy(cues, SheetModel(fit.frame, fit.parameters), fit.rect);
}

bool hasRect(const SheetFit& fit) {
  return fit.usable && fit.rect.width() > 0 && fit.rect.height() > 0;
}

}  // namespace

SheetFit fitBestSheet(const PageCues& cues,
                      const SheetFitOptions& options,
                      const SheetStart* start,
                      const FitHooks& hooks,
                      const std::stop_token& stop) {
  SheetFit traced = fitSheet(cues, options, start, hooks, stop);
  if (start != nullptr || options.model == ModelLimit::plane || stop.stop_requested()) {
    return traced;
  }
  const bool has_traced = hasRect(traced);
  const double direction = has_traced ? directionOf(cues, traced) : 0;
  const bool well_traced =
      cues.has_text && cues.segments.size() >= kEnoughText && traced.inlier_share >= kWellExplained;
  if (has_traced && !traced.soft && (well_traced || !(direction > kContradicted))) {
    return traced;
  }
  const double straight = has_traced ? straightness(cues, traced) : 0;
  if (has_traced && !cues.has_text && straight < kNothingLeft) {
    return traced;
  }
  OutlineSheet anew;
  OutlineSheet& outline = options.outline != nullptr ? *options.outline : anew;
  std::optional<SheetFit> sampled = outline.of(cues, hooks, stop, options.device);
  if (!sampled && !has_traced) {
    sampled = fitRowsBySampling(cues, options.focal_prior, hooks, stop, options.device);
  }
  if (!sampled || stop.stop_requested()) {
    return traced;
  }
  const int steps = traced.steps + sampled->steps;
  if (cues.has_text) {
    const SheetStart from{sampled->frame, sampled->parameters};
    SheetFit refined = fitSheet(cues, options, &from, hooks, stop);
    if (hasRect(refined)) {
      *sampled = std::move(refined);
    }
  }
  // A page without lines is judged by the image. But pictures have directions, too: where the traced sheet explains the
  // curves, its sides must agree.
  const auto sidesAgree = [&] {
    return traced.cost > kExplains || straightness(cues, *sampled) < kSidesAgree * straight;
  };
  const bool better =
      !has_traced || (cues.has_text ? straightness(cues, *sampled) < kClearlyBetter * straight
                                    : directionOf(cues, *sampled) < kClearlyBetter * direction && sidesAgree());
  SheetFit& chosen = better ? *sampled : traced;
  chosen.steps = steps;
  chosen.diagnostics["second_opinion"] = better ? 1 : 0;
  return std::move(chosen);
}

}  // namespace platen::optim
