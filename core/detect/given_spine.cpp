#include "core/detect/given_spine.h"

#include "core/detect/mask_contour.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <cmath>

namespace platen::detect {
namespace {

constexpr double kLeastStep = 1e-3;  // work_px, from point to point down a spine

}  // namespace

Reading readingAcross(const Polyline& spine,
                      const OpenPhoto& photo,
                      const FitOptions& options,
                      const std::stop_token& stop) {
  Reading reading = bestReading(photo, options, stop);
  if (options.rotate != Rotation::automatic || stop.stop_requested() || gutterAlong(spine, reading.frame)) {
    return reading;
  }
  Reading across = readingAt(photo, (reading.frame.quarter_turns + 1) & 3, stop);
  // Print that clearly runs along the spine is no open book's: then the photo is left as it reads, and undivided.
  const bool is_printed = hasText(reading.segments, reading.contrast);
  // Letters stand below each other as well, and may be traced so; but not all of them. The two may be of different
  // scales.
  const auto traced = [](const Reading& r) { return totalLength(r.segments) * r.h / r.frame.scale * tracedShare(r); };
  return is_printed && traced(across) < traced(reading) ? reading : across;
}

std::optional<GutterCurve> gutterAlong(const Polyline& spine, const WorkFrame& frame) {
  Polyline line;
  for (const Vec2& point : spine) {
    line.push_back(frame.workFromSource(point));
  }
  if (line.size() < 2) {
    return std::nullopt;
  }
  const Vec2 run = line.back() - line.front();
  if (!(std::abs(run.y) > std::abs(run.x))) {
    return std::nullopt;
  }
  std::stable_sort(line.begin(), line.end(), [](Vec2 a, Vec2 b) { return a.y < b.y; });
  Polyline down;
  for (const Vec2& point : line) {
    if (down.empty() || point.y > down.back().y + kLeastStep) {
      down.push_back(point);
    }
  }
  return GutterCurve(std::move(down));
}

PageMask maskBeside(const MaskScene& scene, const PageMask& whole, const FacingSide& facing, double text_angle) {
  if (whole.empty() || !whole.believable()) {
    return {};
  }
  cv::Mat mask = whole.mask.clone();
  clearFacing(mask, scene.k, facing);
  return describeMask(scene, mask, text_angle);
}

}  // namespace platen::detect
