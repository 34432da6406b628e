// A sheet among others, drawn on a scene of mask pixels, with lines of text on it and beside it.
#pragma once

#include "core/detect/mask_contour.h"
#include "core/detect/page_mask.h"
#include "core/geometry.h"
#include "core/page_cues.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {

inline constexpr int kWidth = 380;
inline constexpr int kHeight = 480;
inline constexpr double kH = 6;  // character height
inline constexpr double kAslant = 0.4;

inline std::vector<cv::Point> flatSheet() {
  return {{90, 80}, {290, 90}, {300, 390}, {80, 380}};
}

// Its right side swings out and back in, by far more than a side is followed off a straight line.
inline std::vector<cv::Point> bentSheet() {
  std::vector<cv::Point> polygon{{80, 90}};
  for (int y = 90; y <= 390; y += 5) {
    polygon.emplace_back(static_cast<int>(std::lround(270 + 50 * std::sin(std::numbers::pi * (y - 90) / 300.0))), y);
  }
  polygon.emplace_back(70, 390);
  return polygon;
}

// On another sheet, nearly as bright, that fills the photo.
inline MaskScene sceneOf(const std::vector<cv::Point>& sheet) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar(205, 200, 192));
  cv::fillConvexPoly(colors, sheet, cv::Scalar(235, 232, 225), cv::LINE_AA);
  return prepareMaskScene(colors, 1, kH);
}

// A picture: patches from dark to light, to its edges.
inline void drawPatches(cv::Mat& colors, const cv::Rect& all) {
  constexpr int kPatches = 5;
  for (int i = 0; i < kPatches; ++i) {
    for (int j = 0; j < kPatches; ++j) {
      const cv::Rect patch(all.x + i * all.width / kPatches, all.y + j * all.height / kPatches,
                           all.width / kPatches + 1, all.height / kPatches + 1);
      cv::rectangle(colors, patch & all, cv::Scalar::all(70 + 20 * ((3 * i + 2 * j) % 5)), cv::FILLED);
    }
  }
}

inline TextSegment lineFrom(Vec2 start, double direction, double length_px) {
  TextSegment line;
  for (int k = 0; k <= 8; ++k) {
    line.points.push_back(start + length_px * k / 8 * Vec2{std::cos(direction), std::sin(direction)});
  }
  line.length = length_px / kH;
  line.strength = 0.5;
  return line;
}

using Lines = std::vector<TextSegment>;

inline void addBlock(Lines& lines, Vec2 start, double direction, double length_px, int count) {
  for (int k = 0; k < count; ++k) {
    lines.push_back(lineFrom({start.x, start.y + 18.0 * k}, direction, length_px));
  }
}

inline Lines printOnIt() {
  Lines lines;
  addBlock(lines, {110, 120}, 0.04, 150, 8);
  return lines;
}

// Left, right and below.
inline Lines printAround(double direction) {
  Lines lines = printOnIt();
  addBlock(lines, {10, 60}, direction, 50, 18);
  addBlock(lines, {315, 60}, direction, 50, 18);
  addBlock(lines, {90, 405}, direction / 2, 150, 3);
  return lines;
}

inline double overlapWith(const PageMask& page, const std::vector<cv::Point>& sheet) {
  cv::Mat drawn = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillConvexPoly(drawn, sheet, 255);
  return page.empty() ? 0
                      : static_cast<double>(cv::countNonZero(page.mask & drawn)) / cv::countNonZero(page.mask | drawn);
}

// The mask of exactly that.
inline PageMask maskOf(const MaskScene& scene, const std::vector<cv::Point>& sheet) {
  cv::Mat mask = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{sheet}, 255);
  return describeMask(scene, mask, 0);
}

}  // namespace platen::detect
