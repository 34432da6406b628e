#include "core/optim/guided_start.h"

#include "core/optim/baked_sheet.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace platen::optim {

StageOne fitFromStart(const PageCues& cues,
                      const SheetFitOptions& options,
                      const SheetStart* start,
                      const FitHooks& hooks,
                      const std::stop_token& stop) {
  constexpr double kClearly = 0.9;
  StageOne started = fitStageOne(cues, options, start, hooks, stop);
  if (start == nullptr || stop.stop_requested()) {
    return started;
  }
  StageOne scratch = fitStageOne(cues, options, nullptr, hooks, stop);
  const bool better =
      scratch.sheet.usable && (!started.sheet.usable || scratch.sheet.cost < kClearly * started.sheet.cost);
  StageOne& chosen = better ? scratch : started;
  chosen.sheet.steps = started.sheet.steps + scratch.sheet.steps;
  return std::move(chosen);
}

std::optional<FitResult> shapeAsGiven(const PageCues& cues) {
  if (cues.shape.empty()) {
    return std::nullopt;
  }
  FitResult result;
  result.grid = cues.shape;
  for (Vec2& point : result.grid.points) {
    point = cues.frame.sourceFromWork(point);
  }
  if (foldsOver(result.grid)) {
    return std::nullopt;
  }
  result.page_extent_px = cues.shape_extent_px;
  result.model = WarpModel::free;
  result.confidence = 0.3;
  result.reading_rotation = 90 * cues.frame.quarter_turns;
  result.warnings = cues.notes;
  result.warnings.emplace_back("nothing on the page tells its shape: that of the page it started from was taken");
  return result;
}

std::string missedPins(const PageCues& cues, const WarpGrid& source_from_page) {
  constexpr double kVisible_h = 1;
  const SplineNet net = splineNet(source_from_page);
  double furthest = 0;
  for (const Pin& pin : cues.pins) {
    furthest = std::max(furthest, norm(sourceFromPage(net, pin.page_uv) - cues.frame.sourceFromWork(pin.point)));
  }
  if (furthest * cues.frame.scale <= kVisible_h * cues.char_height) {
    return {};
  }
  return "a pin could not be met: it is off by " + std::to_string(std::lround(furthest)) + " pixels of the photo";
}

}  // namespace platen::optim
