#include "core/detect/rendered_page.h"

#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kBlank = 8;          // of 255, among nine pixels: no print, no edge
constexpr double kExact = 0.9;        // of the blank pixels outside: of one value with all their neighbours
constexpr double kExactInside = 0.6;  // beside pictures and shades
constexpr double kDarker = 2;         // of 255: what is outside, at most
constexpr double kBlack = 30;         // of 255
constexpr double kPrinted = 0.02;     // beside it: a title, a page number; what viewers put beside a page is blank
constexpr double kColoured = 12;  // Lab (u8), chroma: a letterhead's bar; viewers and scanners are grey about a page
constexpr double kLeast = 0.02;   // of the photo, blank, outside of the contour
constexpr double kLeastInside = 0.005;  // the same inside: panels are small, and full of print
constexpr int kBlur = 2;                // level pixels about print and edges
constexpr int kRing = 4;                // mask pixels about the contour that are neither inside nor outside

// Difference of the lightest and the darkest value among nine pixels, the widest of the channels'.
cv::Mat rangeOf(const cv::Mat& colors) {
  const cv::Mat square = cv::getStructuringElement(cv::MORPH_RECT, {3, 3});
  cv::Mat most;
  cv::Mat least;
  cv::dilate(colors, most, square);
  cv::erode(colors, least, square);
  std::vector<cv::Mat> channels;
  cv::split(most - least, channels);
  for (std::size_t c = 1; c < channels.size(); ++c) {
    cv::max(channels[0], channels[c], channels[0]);
  }
  return channels[0];
}

constexpr int kStrip = 8;  // level pixels, along the photo's border

std::array<cv::Mat, 4> borderOf(const cv::Mat& colors) {
  const int width = std::min(kStrip, colors.cols);
  const int height = std::min(kStrip, colors.rows);
  return {colors.rowRange(0, height), colors.rowRange(colors.rows - height, colors.rows), colors.colRange(0, width),
          colors.colRange(colors.cols - width, colors.cols)};
}

// Whether what is blank along the photo's border is exact: that costs nothing to ask, and is noise where a camera was.
bool isDrawnAlongBorder(const cv::Mat& colors) {
  double blank = 0;
  double exact = 0;
  for (const cv::Mat& strip : borderOf(colors)) {
    const cv::Mat range = rangeOf(strip);
    blank += cv::countNonZero(range <= kBlank);
    exact += cv::countNonZero(range == 0);
  }
  return exact > kExact * blank;
}

// What is seen on one side of the contour.
struct Ground {
  double blank = 0, exact = 0;  // shares of the photo
  double printed = 0;           // of that side: not blank
  std::optional<double> light;  // of the blank pixels, the median, 0..255
  double chroma = 0;            // likewise, Lab (u8)
};

Ground groundOf(const cv::Mat& where, const cv::Mat& blank, const cv::Mat& exact, const MaskScene& scene) {
  constexpr std::uint8_t kMostly = 200;  // of a mask pixel is blank
  Ground ground;
  std::vector<double> light;
  std::vector<double> chroma;
  double area = 0;
  for (int j = 0; j < where.rows; ++j) {
    for (int i = 0; i < where.cols; ++i) {
      if (where.at<std::uint8_t>(j, i) == 0) {
        continue;
      }
      area += 255;
      ground.blank += blank.at<std::uint8_t>(j, i);
      ground.exact += exact.at<std::uint8_t>(j, i);
      if (blank.at<std::uint8_t>(j, i) > kMostly) {
        const cv::Vec3b lab = scene.lab.at<cv::Vec3b>(j, i);
        light.push_back(lab[0]);
        chroma.push_back(std::hypot(lab[1] - 128, lab[2] - 128));
      }
    }
  }
  ground.printed = area > 0 ? 1 - ground.blank / area : 0;
  ground.blank /= 255.0 * static_cast<double>(where.total());
  ground.exact /= 255.0 * static_cast<double>(where.total());
  if (!light.empty()) {
    ground.light = quantile(light, 0.5);
    ground.chroma = quantile(chroma, 0.5);
  }
  return ground;
}

bool isDrawn(const Ground& ground, double least, double exact) {
  return ground.light && ground.blank > least && ground.exact > exact * ground.blank;
}

// Whether the page reaches the photo's border on both sides, left and right or above and below, along half of it: what
// else there is are bars at its other sides.
bool isBetweenBars(const cv::Mat& mask) {
  constexpr int kNear = 4;  // mask pixels
  constexpr double kAlong = 0.5;
  const auto reaches = [](const cv::Mat& side, int dimension) {
    cv::Mat most;
    cv::reduce(side, most, dimension, cv::REDUCE_MAX);
    return cv::Mat(most.reshape(1, 1));
  };
  const auto both = [&](const cv::Mat& one, const cv::Mat& other, int dimension) {
    const cv::Mat along = reaches(one, dimension) & reaches(other, dimension);
    return cv::countNonZero(along) > kAlong * static_cast<double>(along.total());
  };
  return both(mask.colRange(0, kNear), mask.colRange(mask.cols - kNear, mask.cols), 1) ||
         both(mask.rowRange(0, kNear), mask.rowRange(mask.rows - kNear, mask.rows), 0);
}

// Whether there is blank paper of one value all around what was found, but for print that stands there.
bool isBlankAbout(const cv::Mat& mask, const cv::Mat& blank, const cv::Mat& exact, const MaskScene& scene) {
  constexpr int kAbout = 8;      // mask pixels from the contour
  constexpr double kMost = 0.6;  // of what lies so near
  const auto grown = [&](int by) {
    cv::Mat out;
    cv::dilate(mask, out, cv::getStructuringElement(cv::MORPH_RECT, {2 * by + 1, 2 * by + 1}));
    return out;
  };
  const Ground about = groundOf(grown(kRing + kAbout) & ~grown(kRing), blank, exact, scene);
  return about.light && about.printed < 1 - kMost && about.exact > kExact * about.blank;
}

}  // namespace

bool isBlankAlongBorder(const cv::Mat& colors) {
  constexpr double kAll = 0.995;
  constexpr double kLight = 200;  // of 255: the ground that viewers of documents have about a page is darker
  const std::array<cv::Mat, 4> strips = borderOf(colors);
  std::vector<double> values;
  cv::Scalar usual = cv::Scalar::all(255);
  for (int c = 0; c < colors.channels(); ++c) {
    values.clear();
    for (const cv::Mat& strip : strips) {
      cv::Mat channel;
      cv::extractChannel(strip, channel, c);
      values.insert(values.end(), channel.begin<std::uint8_t>(), channel.end<std::uint8_t>());
    }
    usual[c] = quantile(values, 0.5);
  }
  return *std::min_element(usual.val, usual.val + colors.channels()) > kLight &&
         std::ranges::all_of(strips, [&](const cv::Mat& strip) {
           cv::Mat alike;
           cv::inRange(strip, usual, usual, alike);
           return cv::countNonZero(alike) > kAll * static_cast<double>(strip.total());
         });
}

bool isPanelOnRender(
    const cv::Mat& colors, double level_scale, const WorkFrame& frame, const MaskScene& scene, const PageMask& page) {
  constexpr int kSmallest = 16;  // mask pixels
  if (page.empty() || std::min(page.mask.cols, page.mask.rows) < kSmallest || !isDrawnAlongBorder(colors)) {
    return false;
  }
  const cv::Mat ring = cv::getStructuringElement(cv::MORPH_RECT, {2 * kRing + 1, 2 * kRing + 1});
  cv::Mat inside;
  cv::Mat outside;
  cv::erode(page.mask, inside, ring, {-1, -1}, 1, cv::BORDER_CONSTANT, 0);
  cv::dilate(page.mask, outside, ring);
  outside = outside == 0;
  if (cv::countNonZero(outside) < kLeast * static_cast<double>(outside.total())) {
    return false;
  }
  const cv::Mat range = rangeOf(colors);
  cv::Mat blank = range <= kBlank;
  cv::erode(blank, blank, cv::getStructuringElement(cv::MORPH_RECT, {2 * kBlur + 1, 2 * kBlur + 1}));
  cv::Mat exact = range == 0;
  exact &= blank;
  blank = pixelsInFrame(blank, level_scale, frame, scene.k);
  exact = pixelsInFrame(exact, level_scale, frame, scene.k);
  const Ground within = groundOf(inside, blank, exact, scene);
  const Ground beyond = groundOf(outside, blank, exact, scene);
  if (!isDrawn(beyond, kLeast, kExact)) {
    return false;
  }
  const bool is_lighter = !within.light || *beyond.light > *within.light - kDarker;
  const bool is_printed = *beyond.light > kBlack && beyond.printed > kPrinted;
  if (isDrawn(within, kLeastInside, kExactInside)) {
    return is_lighter || ((is_printed || beyond.chroma > kColoured) && isBetweenBars(page.mask));
  }
  // A photograph on the page: about a sheet that was cut out of its photo there is no print, and about one that lies in
  // a photograph there is its desk.
  return is_lighter && is_printed && isBlankAbout(page.mask, blank, exact, scene);
}

}  // namespace platen::detect
