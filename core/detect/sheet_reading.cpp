#include "core/detect/sheet_reading.h"

#include "core/detect/character_height.h"
#include "core/detect/direction_bank.h"
#include "core/detect/page_around_frame.h"
#include "core/detect/raster.h"
#include "core/detect/sheet_on_others.h"
#include "core/detect/sheet_rim.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kPoor = 0.58;       // contrast of directions: good text at the right scale has more
constexpr double kOutside = 0.25;    // of what may be text: beside the sheet
constexpr double kLittle_h = 150;    // of lines: too few to say that the scale is right
constexpr double kNoLess = 0.9;      // of the lines that were traced on the sheet
constexpr double kStandsOut = 0.55;  // the new reading's
constexpr double kClearer = 0.04;    // of contrast, gained
constexpr int kInwards = 3;          // mask pixels: the sheet's edge is no print

cv::Mat innerOf(const PageMask& page) {
  cv::Mat inner;
  cv::erode(page.mask, inner, cv::getStructuringElement(cv::MORPH_RECT, {2 * kInwards + 1, 2 * kInwards + 1}), {-1, -1},
            1, cv::BORDER_CONSTANT, 255);
  return inner;
}

// Where the sheet is on the level: u8, 255 there.
cv::Mat onLevel(const cv::Mat& sheet, double k, const WorkFrame& frame, const OpenPhoto& photo) {
  std::vector<std::vector<cv::Point>> contours;
  cv::findContours(sheet, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  for (std::vector<cv::Point>& contour : contours) {
    for (cv::Point& p : contour) {
      const Vec2 work_px = workFromIndex({static_cast<double>(p.x), static_cast<double>(p.y)}, k);
      const Vec2 at = indexFromWork(frame.sourceFromWork(work_px) * photo.level_scale, 1);
      p = {static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y))};
    }
  }
  cv::Mat level = cv::Mat::zeros(photo.grey.size(), CV_8UC1);
  cv::fillPoly(level, contours, 255);
  return level;
}

// What was taken for text, of it what lies on the sheet (a mask of any size).
cv::Mat textOn(const cv::Mat& sheet, const Reading& reading) {
  cv::Mat text;
  cv::resize(sheet, text, reading.text.size(), 0, 0, cv::INTER_NEAREST);
  cv::bitwise_and(reading.text, text, text);
  return text;
}

// Of lines, in pixels of the photo.
double lengthOf(const Reading& reading, const std::vector<TextSegment>& lines) {
  return totalLength(lines) * reading.h / reading.frame.scale;
}

double shareBeside(const Reading& reading, const PageMask& page) {
  const int all = cv::countNonZero(reading.text);
  return all == 0 ? 0 : 1 - static_cast<double>(cv::countNonZero(textOn(page.mask, reading))) / all;
}

}  // namespace

bool isClearSheet(const PageMask& page) {
  return !page.empty() && (page.isSheet() || page.isClear() || page.standsOut());
}

std::optional<Reading> readOnSheet(const OpenPhoto& photo,
                                   const Reading& first,
                                   const MaskScene& scene,
                                   const PageMask& page,
                                   const FitOptions& options,
                                   const std::stop_token& stop) {
  if (!isClearSheet(page) || first.contrast >= kPoor || first.text.empty() || shareBeside(first, page) < kOutside ||
      rimOf(scene, page).isOnPaper() || !findPageAroundFrame(scene, page, first.theta).empty()) {
    return std::nullopt;
  }
  const cv::Mat inner = innerOf(page);
  OpenPhoto sheet = photo;
  sheet.paper = onLevel(inner, scene.k, first.frame, photo);
  const CharacterHeight height = characterHeightOf(sheet);
  if (height.components == 0 || stop.stop_requested()) {
    return std::nullopt;
  }
  const std::vector<TextSegment> lines = linesOn(page, first.segments, scene.k);
  const double most_h = CharacterHeight::kMuchSmaller * first.h / first.frame.scale;  // source_px
  const bool is_smaller = height.likely() < most_h * photo.level_scale;
  if (!is_smaller &&
      (totalLength(lines) > kLittle_h || measureDirections(textOn(inner, first), first.h).contrast >= kPoor)) {
    return std::nullopt;
  }
  Reading reading = bestReading(sheet, options, stop);
  const double least = kNoLess * lengthOf(first, lines);
  const bool is_better = reading.h / reading.frame.scale < most_h &&
                         reading.contrast > std::max(kStandsOut, first.contrast + kClearer) &&
                         lengthOf(reading, reading.segments) > least;
  return is_better && !stop.stop_requested() ? std::optional(std::move(reading)) : std::nullopt;
}

}  // namespace platen::detect
