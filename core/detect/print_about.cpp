#include "core/detect/print_about.h"

#include "core/detect/raster.h"
#include "core/detect/reading.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kParallel = 0.09;    // radians: print that runs along a sheet's sides
constexpr double kLeastPrint_h = 60;  // beside the sheet
constexpr double kHardlyAny = 0.1;    // of all print: may cross the sheet's edge
constexpr double kFew = 0.4;          // of the print beside the sheet: may run along it by chance
constexpr double kMost = 0.6;         // of the print on it: runs along it
constexpr double kInk = 0.25;         // TextSegment::strength: print has .28 and more, wood and cloth .09 to .22

double darkLength(const TextSegment& segment) {
  return segment.strength > kInk ? segment.length : 0;
}

// To an upright rectangle of width 1.
cv::Matx33d sheetFrom(const Corners& corner, double aspect) {
  std::array<cv::Point2f, 4> from;
  for (std::size_t k = 0; k < 4; ++k) {
    from[k] = {static_cast<float>(corner[k].x), static_cast<float>(corner[k].y)};
  }
  const auto tall = static_cast<float>(aspect);
  const std::array<cv::Point2f, 4> to{cv::Point2f{0, 0}, {1, 0}, {1, tall}, {0, tall}};
  return cv::getPerspectiveTransform(from.data(), to.data());
}

// None beyond the horizon.
std::optional<Vec2> through(const cv::Matx33d& m, Vec2 p) {
  const cv::Vec3d q = m * cv::Vec3d(p.x, p.y, 1);
  return q[2] > 1e-9 ? std::optional<Vec2>({q[0] / q[2], q[1] / q[2]}) : std::nullopt;
}

}  // namespace

double angleBetween(double a, double b, double period) {
  return std::abs(std::remainder(a - b, period));
}

double shareInside(const TextSegment& segment, const PageMask& sheet, double k) {
  const auto count = std::count_if(segment.points.begin(), segment.points.end(), [&](Vec2 p) {
    const Vec2 at = indexFromWork(p, k);
    return sampleU8(sheet.mask, at.x, at.y) > 127;
  });
  return static_cast<double>(count) / static_cast<double>(segment.points.size());
}

bool runsAslant(const std::vector<TextSegment>& segments) {
  constexpr double kAslant = 0.15;  // radians
  constexpr double kSome = 0.03;
  const double mean = meanDirection(segments).value_or(0);
  double all = 0;
  double aslant = 0;
  for (const TextSegment& segment : segments) {
    const double off =
        angleBetween(directionOf(segment.points.back() - segment.points.front()), mean, std::numbers::pi);
    all += segment.length;
    aslant += off > kAslant ? segment.length : 0;
  }
  return aslant > kSome * all;
}

double PrintAbout::shareAcross() const {
  const double all = on + across + beside;
  return all > 0 ? across / all : 0;
}

double PrintAbout::shareOn() const {
  const double all = on + across + beside;
  return all > 0 ? on / all : 1;
}

bool PrintAbout::isPaleBeside() const {
  return 2 * dark_beside <= beside;
}

bool PrintAbout::endsAtIt() const {
  return along_on >= kMost * on && shareAcross() < kHardlyAny;
}

bool PrintAbout::isOfOthers() const {
  return beside > kLeastPrint_h && along_beside < kFew * beside && endsAtIt();
}

bool PrintAbout::isOfOthersOrPaleBeside() const {
  return isPaleBeside() || isOfOthers() || (along_dark_beside < kFew * dark_beside && endsAtIt());
}

bool PrintAbout::isAllRound() const {
  constexpr double kOneSide = 0.75;
  return *std::max_element(beyond.begin(), beyond.end()) < kOneSide * beside;
}

PrintAbout printAbout(const Corners& corner, double k, const std::vector<TextSegment>& segments) {
  constexpr double kNear = 0.03;  // of the sheet's width: its edge need not be straight
  const double aspect = (norm(corner[3] - corner[0]) + norm(corner[2] - corner[1])) /
                        (norm(corner[1] - corner[0]) + norm(corner[2] - corner[3]));
  const cv::Matx33d upright = sheetFrom(corner, aspect);
  const auto outOf = [&](Vec2 p) { return std::array{-p.y, p.y - aspect, -p.x, p.x - 1}; };  // by SideKind
  const auto depth = [&](Vec2 p) {
    const auto out = outOf(p);
    return -*std::max_element(out.begin(), out.end());
  };
  PrintAbout about;
  for (const TextSegment& segment : segments) {
    const std::optional<Vec2> a = through(upright, indexFromWork(segment.points.front(), k));
    const std::optional<Vec2> b = through(upright, indexFromWork(segment.points.back(), k));
    if (!a || !b) {
      about.beside += segment.length;
      about.dark_beside += darkLength(segment);
      continue;
    }
    const bool is_along = angleBetween(directionOf(*b - *a), 0, std::numbers::pi / 2) < kParallel;
    const auto [least, most] = std::minmax({depth(*a), depth(*b)});
    if (least < -kNear && most > kNear) {
      about.across += segment.length;
    } else if (least + most > 0) {
      about.on += segment.length;
      about.along_on += is_along ? segment.length : 0;
    } else {
      about.beside += segment.length;
      about.dark_beside += darkLength(segment);
      about.along_beside += is_along ? segment.length : 0;
      about.along_dark_beside += is_along ? darkLength(segment) : 0;
      const auto out = outOf((*a + *b) / 2);
      about.beyond[static_cast<std::size_t>(std::max_element(out.begin(), out.end()) - out.begin())] += segment.length;
    }
  }
  return about;
}

PrintAbout printAbout(const PageMask& sheet, double k, const std::vector<TextSegment>& segments) {
  constexpr double kBent = 0.35;  // radians: on the sheet, off its upper and lower side
  constexpr double kEnough_h = 20;
  const Corners& corner = *sheet.quad;
  const double level = directionOf(corner[1] - corner[0] + (corner[2] - corner[3]));
  PrintAbout about;
  std::vector<TextSegment> on;
  std::vector<TextSegment> beside;
  for (const TextSegment& segment : segments) {
    const double inside = shareInside(segment, sheet, k);
    const double direction = directionOf(segment.points.back() - segment.points.front());
    if (inside > kInsideSheet) {
      about.on += segment.length;
      about.along_on += angleBetween(direction, level, std::numbers::pi) < kBent ? segment.length : 0;
      on.push_back(segment);
    } else if (inside > 1 - kInsideSheet) {
      about.across += segment.length;
    } else {
      beside.push_back(segment);
    }
  }
  const double along = about.on > kEnough_h ? meanDirection(on).value_or(level) : level;
  for (const TextSegment& segment : beside) {
    const double direction = directionOf(segment.points.back() - segment.points.front());
    about.beside += segment.length;
    about.dark_beside += darkLength(segment);
    const bool is_along = angleBetween(direction, along, std::numbers::pi / 2) < kParallel;
    about.along_beside += is_along ? segment.length : 0;
    about.along_dark_beside += is_along ? darkLength(segment) : 0;
  }
  return about;
}

}  // namespace platen::detect
