#include "core/detect/sheet_rim.h"

#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {
namespace {

constexpr double kOff = 5;           // mask pixels from the contour: beyond its blur and most of its shadow
constexpr std::ptrdiff_t kSpan = 6;  // points of the contour to either side, for its direction
constexpr double kVaries = 40;       // of 255: paper in a lamp's light, on one thing, varies by less
constexpr double kTimes = 2;
constexpr double kPattern = 60, kAlike = 35;  // of 255: a pattern's spread, and what its two sides may differ by
constexpr int kFewestTurns = 6;               // of a pattern; light that falls unevenly turns twice
constexpr std::size_t kFewest = 50;           // places that both sides are seen at

// `light`: in the order of the rim. A turn leads from the darker quarter of the spread to the lighter one, or back.
Tones tonesOf(const std::vector<double>& light) {
  std::vector<double> sorted = light;
  Tones tones{quantile(sorted, 0.1), quantile(sorted, 0.9), 0};
  const double quarter = tones.spread() / 4;
  int was = 0;
  for (const double l : light) {
    const int now = l < tones.dark + quarter ? -1 : (l > tones.light - quarter ? 1 : was);
    tones.turns += was != 0 && now != was ? 1 : 0;
    was = now;
  }
  return tones;
}

// Beside `count` places of a line: pointAt(-kSpan) to pointAt(count - 1 + kSpan).
template <class PointAt>
SheetRim rimFrom(const MaskScene& scene, const PageMask& page, std::ptrdiff_t count, const PointAt& pointAt) {
  const cv::Rect photo({}, scene.lab.size());
  const auto pixelAt = [](Vec2 p) {
    return cv::Point(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)));
  };
  std::vector<double> inside;
  std::vector<double> beyond;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const Vec2 along = pointAt(i + kSpan) - pointAt(i - kSpan);
    if (norm(along) < 1) {
      continue;  // the tip of something thin
    }
    const Vec2 across = kOff / norm(along) * Vec2{along.y, -along.x};
    const std::array<cv::Point, 2> pair{pixelAt(pointAt(i) + across), pixelAt(pointAt(i) - across)};
    if (!photo.contains(pair[0]) || !photo.contains(pair[1])) {
      continue;
    }
    for (const cv::Point& at : pair) {
      const bool is_inside = page.mask.at<std::uint8_t>(at) > 127;
      (is_inside ? inside : beyond).push_back(scene.lab.at<cv::Vec3b>(at)[0]);
    }
  }
  if (std::min(inside.size(), beyond.size()) < kFewest) {
    return {};
  }
  return {tonesOf(inside), tonesOf(beyond)};
}

}  // namespace

bool SheetRim::liesOnOthers() const {
  return variesBeyond() && beyond.spread() > kTimes * inside.spread();
}

bool SheetRim::variesBeyond() const {
  return beyond.spread() > kVaries;
}

bool SheetRim::isOnPaper() const {
  return inside.spread() > kVaries && inside.spread() > kTimes * beyond.spread() && beyond.light > inside.light;
}

bool SheetRim::isPictureOnPaper() const {
  return inside.spread() > kVaries && inside.spread() > kTimes * beyond.spread() &&
         std::abs(beyond.light - inside.light) < kAlike && beyond.dark > inside.dark + kVaries;
}

bool SheetRim::isInPattern() const {
  return std::min(inside.spread(), beyond.spread()) > kPattern &&
         std::min(inside.turns, beyond.turns) >= kFewestTurns && std::abs(inside.dark - beyond.dark) < kAlike &&
         std::abs(inside.light - beyond.light) < kAlike;
}

bool SheetRim::isLighterAllRound() const {
  return inside.dark > beyond.light + kVaries;
}

SheetRim rimOf(const MaskScene& scene, const PageMask& page) {
  const auto n = static_cast<std::ptrdiff_t>(page.contour.size());
  return rimFrom(scene, page, n > 2 * kSpan ? n : 0, [&](std::ptrdiff_t i) {
    const cv::Point& p = page.contour[static_cast<std::size_t>((i + n) % n)];
    return Vec2{static_cast<double>(p.x), static_cast<double>(p.y)};
  });
}

SheetRim rimAlong(const MaskScene& scene, const PageMask& page, const RoughSide& side) {
  const auto n = static_cast<std::ptrdiff_t>(side.points.size());
  return rimFrom(scene, page, n, [&](std::ptrdiff_t i) {
    const cv::Point2d& p = side.points[static_cast<std::size_t>(std::clamp(i, std::ptrdiff_t{0}, n - 1))];
    return Vec2{p.x, p.y};
  });
}

bool liesOnDarkDesk(const MaskScene& scene, const PageMask& page, const PrintAbout& print) {
  return print.isPaleBeside() && rimOf(scene, page).isLighterAllRound();
}

}  // namespace platen::detect
