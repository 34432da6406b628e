#include "core/optim/guided_start.h"

#include "core/optim/baked_sheet.h"
#include "core/optim/sheet_fit.h"
#include "core/page_inverse.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

constexpr double kVisible_h = 1;  // what is off by more would be seen
constexpr double kBeyond = 0.1;   // page_uv: how far beyond the page a line set by hand is followed

std::string saidOf(const std::string& what, Vec2 source_px, const std::string& wanted, double off) {
  const auto whole = [](double x) { return std::to_string(std::llround(x)); };
  return what + " (" + whole(source_px.x) + ", " + whole(source_px.y) + ") of the photo could not be " + wanted +
         ": it is off by " + whole(off) + " pixels";
}

// Of a character, source_px.
double letterOf(const PageCues& cues) {
  return toleranceHeight(cues) / cues.frame.scale;
}

}  // namespace

StageOne fitFromStart(const PageCues& cues,
                      const SheetFitOptions& options,
                      const SheetStart* start,
                      const FitHooks& hooks,
                      const std::stop_token& stop) {
  constexpr double kClearly = 0.9;
  constexpr double kNoise = 1e-3;
  // A network's guess knows nothing that the page does not show. Of two sheets that explain nearly the same, which is
  // nearer to the truth is a toss (docs/fit.md).
  constexpr double kGuessClearly = 0.8;
  constexpr double kGuessNoise = 5e-3;
  StageOne started = fitStageOne(cues, options, start, hooks, stop);
  if (start == nullptr || stop.stop_requested()) {
    return started;
  }
  StageOne scratch = fitStageOne(cues, options, nullptr, hooks, stop);
  // Of all lines and sides: a start that leads astray drops what it does not explain.
  const double left = started.sheet.usable ? unexplainedBy(cues, started.sheet) : 2;
  const double left_of_scratch = unexplainedBy(cues, scratch.sheet);
  const bool start_holds =
      started.sheet.usable && (cues.shape_is_guess ? left + kGuessNoise < kGuessClearly * left_of_scratch
                                                   : kClearly * left <= left_of_scratch + kNoise);
  const bool better = scratch.sheet.usable && !start_holds;
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
  result.warnings.emplace_back(cues.shape_is_guess
                                   ? "nothing on the page tells its shape: the first guess was taken"
                                   : "nothing on the page tells its shape: that of the page it started from was taken");
  return result;
}

MissedGuide missedPins(const std::vector<Pin>& pins, double letter_px, const WarpGrid& source_from_page) {
  if (pins.empty()) {
    return {};
  }
  const SplineNet net = splineNet(source_from_page);
  double furthest = 0;
  const Pin* missed = nullptr;
  for (const Pin& pin : pins) {
    const double off = norm(sourceFromPage(net, pin.page_uv) - pin.point);
    if (off > kVisible_h * letter_px && off > furthest) {
      furthest = off;
      missed = &pin;
    }
  }
  if (missed == nullptr) {
    return {};
  }
  return {furthest / letter_px, saidOf("the pin at", missed->point, "met", furthest)};
}

MissedGuide missedPins(const PageCues& cues, const WarpGrid& source_from_page) {
  std::vector<Pin> pins = cues.pins;
  for (Pin& pin : pins) {
    pin.point = cues.frame.sourceFromWork(pin.point);
  }
  return missedPins(pins, letterOf(cues), source_from_page);
}

MissedGuide missedStrokes(const std::vector<Stroke>& strokes,
                          double letter_px,
                          const WarpGrid& source_from_page,
                          Vec2 extent_px) {
  if (strokes.empty()) {
    return {};
  }
  const SplineNet net = splineNet(source_from_page);
  double furthest = 0;
  Vec2 begin;
  for (const Stroke& stroke : strokes) {
    std::vector<double> across;  // page px
    for (const Vec2 point : stroke.points) {
      if (const auto uv = pageFromSource(source_from_page, net, point, kBeyond)) {
        across.push_back(stroke.is_level ? uv->y * extent_px.y : uv->x * extent_px.x);
      }
    }
    if (across.size() < 2) {
      continue;
    }
    const auto [least, most] = std::minmax_element(across.begin(), across.end());
    const double off = (*most - *least) / 2;
    if (off > kVisible_h * letter_px && off > furthest) {
      furthest = off;
      begin = stroke.points.front();
    }
  }
  if (!(furthest > 0)) {
    return {};
  }
  return {furthest / letter_px, saidOf("the line that begins at", begin, "made straight", furthest)};
}

MissedGuide missedStrokes(const PageCues& cues, const WarpGrid& source_from_page, Vec2 extent_px) {
  std::vector<Stroke> strokes = cues.strokes;
  for (Stroke& stroke : strokes) {
    for (Vec2& point : stroke.points) {
      point = cues.frame.sourceFromWork(point);
    }
  }
  return missedStrokes(strokes, letterOf(cues), source_from_page, extent_px);
}

}  // namespace platen::optim
