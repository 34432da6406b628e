// Lines inside and outside of a mask, compared by their number, length and strength.
#include "core/detect/print_outside.h"

#include "core/detect/raster.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace platen::detect {
namespace {

constexpr double kClearRms = 0.2;  // of a line, in h
constexpr double kDarker = 1.6;    // inside: print has less light in a fold's shadow, but is not as pale as cloth
constexpr double kStray = 0.03;    // of the print: what lies beside a page

// Of a panel: how far its head and foot may be, of its height, and how much wider, of its width.
constexpr double kFar = 0.35;
constexpr double kBeyond = 0.02;

// How dark the lines are on a page and outside of it.
struct Strengths {
  std::vector<double> inside, outside;
  double length_outside = 0;  // h
  // Clearly: the lines outside are no print then.
  [[nodiscard]] bool palerOutside(double ratio) {
    return !inside.empty() && (outside.empty() || quantile(inside, 0.5) > ratio * quantile(outside, 0.5));
  }
};

Strengths strengthsOn(const PageMask& page, double k, const std::vector<TextSegment>& segments) {
  Strengths strengths;
  for (const TextSegment& segment : segments) {
    if (isOn(page, segment, k)) {
      strengths.inside.push_back(segment.strength);
    } else {
      strengths.outside.push_back(segment.strength);
      strengths.length_outside += segment.length;
    }
  }
  return strengths;
}

// How far right of a left or right side; nothing beyond its ends.
std::optional<double> rightOf(const Polyline& side, Vec2 p) {
  const auto below = std::find_if(side.begin(), side.end(), [&](const Vec2& at) { return at.y >= p.y; });
  if (below == side.begin() || below == side.end()) {
    return std::nullopt;
  }
  const Vec2 from = *std::prev(below);
  const double share = (p.y - from.y) / std::max(1e-9, below->y - from.y);
  return p.x - (from.x + share * (below->x - from.x));
}

}  // namespace

bool isOn(const PageMask& page, const TextSegment& segment, double k) {
  const Vec2 middle = indexFromWork(segment.points[segment.points.size() / 2], k);
  return sampleU8(page.mask, middle.x, middle.y) > 127;
}

std::vector<TextSegment> clearPrint(const std::vector<TextSegment>& segments) {
  std::vector<double> strength;
  strength.reserve(segments.size());
  for (const TextSegment& segment : segments) {
    strength.push_back(segment.strength);
  }
  const double least = strength.empty() ? 0 : 0.5 * quantile(strength, 0.75);
  std::vector<TextSegment> print;
  std::copy_if(segments.begin(), segments.end(), std::back_inserter(print),
               [&](const TextSegment& segment) { return segment.strength > least && segment.rms < kClearRms; });
  return print;
}

double lossByPrintOutside(const PageMask& page, double k, const std::vector<TextSegment>& print) {
  constexpr std::size_t kFewest = 3;  // lines; fewer and shorter ones are anything: the edge of a shadow, of a plank
  constexpr double kShortest = 15;    // h, of all of them
  constexpr double kStrayBesideFullPage = 0.1;  // of it: a part of a full page cut off at a fold would hold more
  constexpr double kWeight = 3;
  constexpr double kMost = 0.3;
  Strengths strengths = strengthsOn(page, k, print);
  if (strengths.outside.size() < kFewest || strengths.length_outside < kShortest || strengths.palerOutside(kDarker)) {
    return 0;
  }
  const double total = totalLength(print);
  const double stray = total < kFullPage ? kStray : kStrayBesideFullPage;
  return std::clamp(kWeight * (strengths.length_outside / total - stray), 0.0, kMost);
}

bool cutsOffPrint(const PageMask& page, double k, const std::vector<TextSegment>& segments) {
  constexpr double kLittle = 0.3;  // of the contour
  constexpr double kShortest = 8;  // h, of a line: a heading may be all that lies beyond
  if (page.empty() || page.isClear() || page.valid_fraction > kLittle) {
    return false;
  }
  std::vector<TextSegment> print = clearPrint(segments);
  const double total = totalLength(print);
  std::erase_if(print, [&](const TextSegment& line) { return line.length <= kShortest && !isOn(page, line, k); });
  Strengths strengths = strengthsOn(page, k, print);
  return strengths.length_outside > kStray * total && !strengths.palerOutside(kDarker);
}

bool printIsInside(const PageMask& page, double k, const std::vector<TextSegment>& segments) {
  constexpr double kClearlyDarker = 1.3;
  constexpr std::size_t kFewest = 4;
  Strengths strengths = strengthsOn(page, k, segments);
  return strengths.inside.size() >= kFewest && strengths.palerOutside(kClearlyDarker);
}

bool isHeadOrFootOf(const std::array<Vec2, 4>& panel, const TextSegment& line, double k) {
  constexpr double kStrength = 0.1;
  constexpr double kAslant = 0.1;  // radians
  if (line.rms > kClearRms || line.strength < kStrength || line.points.size() < 2) {
    return false;
  }
  const Vec2 right = (panel[1] - panel[0] + panel[2] - panel[3]) * 0.5;
  const Vec2 down = (panel[3] - panel[0] + panel[2] - panel[1]) * 0.5;
  const Vec2 along = line.points.back() - line.points.front();
  if (std::abs(cross(right, along)) > kAslant * norm(right) * norm(along)) {
    return false;
  }
  // From the upper left corner, in the panel's own width and height.
  const double area = cross(right, down);
  const auto across = [&](Vec2 work_px) { return cross(indexFromWork(work_px, k) - panel[0], down) / area; };
  const auto below = [&](Vec2 work_px) { return cross(right, indexFromWork(work_px, k) - panel[0]) / area; };
  const auto isBeside = [&](Vec2 at) {
    return across(at) > -kBeyond && across(at) < 1 + kBeyond && std::abs(below(at) - 0.5) > 0.5 &&
           std::abs(below(at) - 0.5) < 0.5 + kFar;
  };
  return std::all_of(line.points.begin(), line.points.end(), isBeside);
}

std::array<Vec2, 4> withHeadAndFoot(const std::array<Vec2, 4>& panel) {
  const auto& [a, b, c, d] = panel;
  return {a + (a - d) * kFar + (a - b) * kBeyond, b + (b - c) * kFar + (b - a) * kBeyond,
          c + (c - b) * kFar + (c - d) * kBeyond, d + (d - a) * kFar + (d - c) * kBeyond};
}

void dropAcrossSides(std::vector<TextSegment>& segments, const std::vector<PageSide>& sides, double h) {
  constexpr double kClear_h = 0.5;
  constexpr double kBeyond = 0.4;  // of such a line; print that a wrong side cuts has its end there
  constexpr double kMost = 0.1;
  const double most = kMost * totalLength(segments);
  for (const PageSide& side : sides) {
    if (side.kind != SideKind::left && side.kind != SideKind::right) {
      continue;
    }
    // Lines are traced a little beyond their ink, and ink is looked for a little beyond them: both must cross.
    const auto at = [&](Vec2 p) { return rightOf(side.points, p).value_or(0) / h; };
    const auto crosses = [&](const TextSegment& segment) {
      const double left = -std::max(at(segment.points.front()), at(segment.left_end));
      const double right = std::min(at(segment.points.back()), at(segment.right_end));
      const double beyond = side.kind == SideKind::left ? left : right;
      return left > kClear_h && right > kClear_h && beyond > kBeyond * (left + right);
    };
    std::vector<TextSegment> kept = segments;
    std::erase_if(kept, crosses);
    if (totalLength(segments) - totalLength(kept) <= most) {
      segments = std::move(kept);
    }
  }
}

}  // namespace platen::detect
