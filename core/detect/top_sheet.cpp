#include "core/detect/top_sheet.h"

#include "core/detect/edge_field.h"
#include "core/detect/raster.h"
#include "core/detect/reading.h"
#include "core/detect/sheet_outline.h"
#include "core/detect/sheet_quad.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

using Corners = std::array<Vec2, 4>;  // clockwise from top left, mask indices

constexpr double kParallel = 0.09;    // radians: print that runs along a sheet's sides
constexpr double kLeastPrint_h = 60;  // beside the sheet
constexpr double kHardlyAny = 0.1;    // of all print: may cross the sheet's edge
constexpr double kFew = 0.4;          // of the print beside the sheet: may run along it by chance
constexpr double kMost = 0.6;         // of the print on it: runs along it
constexpr double kWorthOfArea = 0.4;  // of the photo: half a sheet, up to a crease, has as good sides as the whole

double directionOf(Vec2 span) {
  return std::atan2(span.y, span.x);
}

// Of two directions, mod a half or a quarter turn.
double angleBetween(double a, double b, double period) {
  return std::abs(std::remainder(a - b, period));
}

// Print that is not all of one page, however bent.
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

// How much print lies on a sheet and beside it, in h, and how much of it runs along its sides.
struct PrintAbout {
  double on = 0, along_on = 0, across = 0, beside = 0, along_beside = 0;
  std::array<double, 4> beyond{};  // the print beside it, by the side it lies beyond: as SideKind

  [[nodiscard]] bool isOfOthers() const {
    return beside > kLeastPrint_h && along_beside < kFew * beside && along_on >= kMost * on &&
           across < kHardlyAny * (on + across + beside);
  }
  [[nodiscard]] bool isAllRound() const {
    constexpr double kOneSide = 0.75;
    return *std::max_element(beyond.begin(), beyond.end()) < kOneSide * beside;
  }
};

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

// About a flat sheet: along its sides as it is seen.
PrintAbout printAbout(const Corners& corner, const MaskScene& scene, const std::vector<TextSegment>& segments) {
  constexpr double kNear = 0.03;  // of the sheet's width: its edge need not be straight
  const double aspect = (norm(corner[3] - corner[0]) + norm(corner[2] - corner[1])) /
                        (norm(corner[1] - corner[0]) + norm(corner[2] - corner[3]));
  const cv::Matx33d sheet = sheetFrom(corner, aspect);
  const auto outOf = [&](Vec2 p) { return std::array{-p.y, p.y - aspect, -p.x, p.x - 1}; };  // by SideKind
  const auto depth = [&](Vec2 p) {
    const auto out = outOf(p);
    return -*std::max_element(out.begin(), out.end());
  };
  PrintAbout about;
  for (const TextSegment& segment : segments) {
    const std::optional<Vec2> a = through(sheet, indexFromWork(segment.points.front(), scene.k));
    const std::optional<Vec2> b = through(sheet, indexFromWork(segment.points.back(), scene.k));
    if (!a || !b) {
      about.beside += segment.length;
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
      about.along_beside += is_along ? segment.length : 0;
      const auto out = outOf((*a + *b) / 2);
      about.beyond[static_cast<std::size_t>(std::max_element(out.begin(), out.end()) - out.begin())] += segment.length;
    }
  }
  return about;
}

// About a bent one: along the print on it, if there is some.
PrintAbout printAbout(const PageMask& page, const MaskScene& scene, const std::vector<TextSegment>& segments) {
  constexpr double kInside = 0.8;  // of a line's points
  constexpr double kBent = 0.35;   // radians: on the sheet, off its upper and lower side
  constexpr double kEnough_h = 20;
  const Corners& corner = *page.quad;
  const double level = directionOf(corner[1] - corner[0] + (corner[2] - corner[3]));
  PrintAbout about;
  std::vector<TextSegment> on;
  std::vector<TextSegment> beside;
  for (const TextSegment& segment : segments) {
    const auto count = std::count_if(segment.points.begin(), segment.points.end(), [&](Vec2 p) {
      const Vec2 at = indexFromWork(p, scene.k);
      return sampleU8(page.mask, at.x, at.y) > 127;
    });
    const double inside = static_cast<double>(count) / static_cast<double>(segment.points.size());
    const double direction = directionOf(segment.points.back() - segment.points.front());
    if (inside > kInside) {
      about.on += segment.length;
      about.along_on += angleBetween(direction, level, std::numbers::pi) < kBent ? segment.length : 0;
      on.push_back(segment);
    } else if (inside > 1 - kInside) {
      about.across += segment.length;
    } else {
      beside.push_back(segment);
    }
  }
  const double along = about.on > kEnough_h ? meanDirection(on).value_or(level) : level;
  for (const TextSegment& segment : beside) {
    const double direction = directionOf(segment.points.back() - segment.points.front());
    about.beside += segment.length;
    about.along_beside += angleBetween(direction, along, std::numbers::pi / 2) < kParallel ? segment.length : 0;
  }
  return about;
}

// A flat sheet, or one that hardly bends.
TopSheet flatSheet(const MaskScene& scene, const EdgeField& field, const std::vector<TextSegment>& segments) {
  constexpr double kSupport = 0.55;      // of the sides' lines: sides that fold and bend are followed off them
  constexpr double kWorthOfEnds = -0.3;  // lines that go on beyond the corners
  constexpr double kLeastWorth = 1.1;
  constexpr double kLeastQuality = 1.3;
  const SheetQuad* best = nullptr;
  double best_worth = kLeastWorth;
  const std::vector<SheetQuad> quads = quadsAroundMiddle(scene, field, kSupport);
  for (const SheetQuad& quad : quads) {
    const Corners& c = quad.corner;
    const bool is_whole = std::all_of(c.begin(), c.end(), [&](Vec2 p) { return field.holds(p); });
    const double area = 0.5 * cross(c[2] - c[0], c[3] - c[1]) / static_cast<double>(scene.lab.total());
    const double worth = quad.score + kWorthOfArea * area + kWorthOfEnds * quad.beyond;
    if (is_whole && worth > best_worth) {
      best_worth = worth;
      best = &quad;
    }
  }
  if (best == nullptr) {
    return {};
  }
  // Of the best alone: with the print as it must be, some poorer quadrilateral can nearly always be had.
  const PrintAbout print = printAbout(best->corner, scene, segments);
  if (!print.isOfOthers()) {
    return {};
  }
  const Vec2 level = best->corner[1] - best->corner[0] + (best->corner[2] - best->corner[3]);
  PageMask page = maskOfQuad(scene, field, *best, directionOf(level));
  return page.quality > kLeastQuality ? TopSheet{std::move(page), print.isAllRound()} : TopSheet{};
}

// One that bends.
TopSheet bentSheet(const MaskScene& scene, const EdgeField& field, const std::vector<TextSegment>& segments) {
  constexpr std::array<double, 2> kSizes{0.62, 0.8};  // of the photo: where the path starts from
  constexpr double kLeastEdge = 0.85;
  constexpr double kWholly = 0.95;  // inside the photo
  constexpr double kAllOfIt = 0.95;
  TopSheet best;
  double best_worth = 0;
  const Vec2 middle{0.5 * scene.lab.cols, 0.5 * scene.lab.rows};
  for (const double size : kSizes) {
    const Vec2 a = size * middle;
    const Vec2 b{a.x, -a.y};
    OutlineAround around = outlineAround(scene, field, {middle - a, middle + b, middle + a, middle - b});
    PageMask& page = around.page;
    if (page.empty() || !page.quad || around.edge < kLeastEdge || around.shown < kWholly) {
      continue;
    }
    const double area = static_cast<double>(cv::countNonZero(page.mask)) / static_cast<double>(page.mask.total());
    const double worth = around.edge + kWorthOfArea * area;
    // All of its print: on crumpled paper some runs aslant, and a path may cut it off.
    const PrintAbout print = printAbout(page, scene, segments);
    if (worth > best_worth && print.isOfOthers() && print.along_on >= kAllOfIt * print.on) {
      best_worth = worth;
      best.page = std::move(page);
    }
  }
  return best;
}

}  // namespace

TopSheet findTopSheet(const MaskScene& scene, const std::vector<TextSegment>& segments) {
  if (!runsAslant(segments)) {
    return {};
  }
  const EdgeField field(scene.lab);
  TopSheet top = flatSheet(scene, field, segments);
  return top.page.empty() ? bentSheet(scene, field, segments) : top;
}

}  // namespace platen::detect
