// A sheet among others, drawn on a scene of mask pixels: what print on it and beside it says of it.
#include "core/detect/top_sheet.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kWidth = 380;
constexpr int kHeight = 480;
constexpr double kH = 6;  // character height
constexpr double kAslant = 0.4;

std::vector<cv::Point> flatSheet() {
  return {{90, 80}, {290, 90}, {300, 390}, {80, 380}};
}

// Its right side swings out and back in, by far more than a side is followed off a straight line.
std::vector<cv::Point> bentSheet() {
  std::vector<cv::Point> polygon{{80, 90}};
  for (int y = 90; y <= 390; y += 5) {
    polygon.emplace_back(static_cast<int>(std::lround(270 + 50 * std::sin(M_PI * (y - 90) / 300.0))), y);
  }
  polygon.emplace_back(70, 390);
  return polygon;
}

// On another sheet, nearly as bright, that fills the photo.
MaskScene sceneOf(const std::vector<cv::Point>& sheet) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar(205, 200, 192));
  cv::fillConvexPoly(colors, sheet, cv::Scalar(235, 232, 225), cv::LINE_AA);
  return prepareMaskScene(colors, 1, kH);
}

TextSegment lineFrom(Vec2 start, double direction, double length_px) {
  TextSegment line;
  for (int k = 0; k <= 8; ++k) {
    line.points.push_back(start + length_px * k / 8 * Vec2{std::cos(direction), std::sin(direction)});
  }
  line.length = length_px / kH;
  line.strength = 0.5;
  return line;
}

using Lines = std::vector<TextSegment>;

void addBlock(Lines& lines, Vec2 start, double direction, double length_px, int count) {
  for (int k = 0; k < count; ++k) {
    lines.push_back(lineFrom({start.x, start.y + 18.0 * k}, direction, length_px));
  }
}

Lines printOnIt() {
  Lines lines;
  addBlock(lines, {110, 120}, 0.04, 150, 8);
  return lines;
}

// Left, right and below.
Lines printAround(double direction) {
  Lines lines = printOnIt();
  addBlock(lines, {10, 60}, direction, 50, 18);
  addBlock(lines, {315, 60}, direction, 50, 18);
  addBlock(lines, {90, 405}, direction / 2, 150, 3);
  return lines;
}

double overlapWith(const PageMask& page, const std::vector<cv::Point>& sheet) {
  cv::Mat drawn = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillConvexPoly(drawn, sheet, 255);
  return page.empty() ? 0
                      : static_cast<double>(cv::countNonZero(page.mask & drawn)) / cv::countNonZero(page.mask | drawn);
}

TEST(TopSheet, IsFoundAmongPrintThatRunsAnotherWay) {
  const TopSheet top = findTopSheet(sceneOf(flatSheet()), printAround(kAslant));
  EXPECT_GT(overlapWith(top.page, flatSheet()), 0.96);
  EXPECT_TRUE(top.is_surrounded);
}

TEST(TopSheet, IsAFrameWhereItsPrintGoesOnBesideIt) {
  Lines lines = printAround(0.04);
  addBlock(lines, {10, 60}, kAslant, 50, 4);  // some of it aslant all the same: it is looked for
  EXPECT_TRUE(findTopSheet(sceneOf(flatSheet()), lines).page.empty());
}

TEST(TopSheet, HidesPrintOfOthers) {
  Lines lines = printAround(kAslant);
  addBlock(lines, {40, 140}, 0.04, 100, 6);  // from beside it onto it
  EXPECT_TRUE(findTopSheet(sceneOf(flatSheet()), lines).page.empty());
}

TEST(TopSheet, IsNotSurroundedByAFacingPage) {
  Lines lines = printOnIt();
  addBlock(lines, {310, 60}, kAslant, 60, 18);
  const TopSheet top = findTopSheet(sceneOf(flatSheet()), lines);
  EXPECT_FALSE(top.page.empty());
  EXPECT_FALSE(top.is_surrounded);
}

TEST(TopSheet, IsFollowedWhereItBends) {
  const TopSheet top = findTopSheet(sceneOf(bentSheet()), printAround(kAslant));
  EXPECT_GT(overlapWith(top.page, bentSheet()), 0.96);
}

TEST(TopSheet, NeedsPrintOfOthers) {
  EXPECT_TRUE(findTopSheet(sceneOf(flatSheet()), printOnIt()).page.empty());
  EXPECT_TRUE(findTopSheet(sceneOf(flatSheet()), {}).page.empty());
}

}  // namespace
}  // namespace platen::detect
