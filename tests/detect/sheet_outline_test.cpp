// Outlines of sheets that curl, on paper like their own, and their sides where they are brighter than what they lie on
// here and darker there.
#include "core/detect/sheet_outline.h"

#include "core/detect/mask_contour.h"
#include "core/detect/page_sides.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kWidth = 380;
constexpr int kHeight = 480;

// A sheet whose right side swings out and back in, its corners at (70, 60), (300, 70), (310, 420), (60, 410).
constexpr double kSwing = 28;

double rightSide(double y) {
  const double t = (y - 70) / 350;
  return 300 + 10 * t + kSwing * std::sin(2 * M_PI * t);
}

std::vector<cv::Point> sheetPolygon(bool straight) {
  std::vector<cv::Point> polygon{{70, 60}};
  for (int y = 70; y <= 420; y += 5) {
    const double x = straight ? 300 + 10 * (y - 70) / 350.0 : rightSide(y);
    polygon.emplace_back(static_cast<int>(std::lround(x)), y);
  }
  polygon.emplace_back(60, 410);
  return polygon;
}

cv::Mat filled(const std::vector<cv::Point>& polygon) {
  cv::Mat mask = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{polygon}, 255);
  return mask;
}

// Grey, one channel: the sheet is 150; what it lies on has its own light, from 162 at the top to 138 at the bottom, and
// a grain that is the same on every run.
cv::Mat paperOnPaper() {
  cv::Mat grey(kHeight, kWidth, CV_8UC1);
  const cv::Mat sheet = filled(sheetPolygon(false));
  std::uint32_t state = 7;
  for (int j = 0; j < kHeight; ++j) {
    for (int i = 0; i < kWidth; ++i) {
      state = state * 1664525U + 1013904223U;
      const int grain = static_cast<int>(state >> 30) - 1;
      const double below = 164 - 28.0 * j / kHeight;
      const double value = sheet.at<std::uint8_t>(j, i) != 0 ? 150 : below + (below > 150 ? 4 : -4);
      grey.at<std::uint8_t>(j, i) = cv::saturate_cast<std::uint8_t>(value + grain);
    }
  }
  return grey;
}

double overlap(const cv::Mat& a, const cv::Mat& b) {
  return static_cast<double>(cv::countNonZero(a & b)) / cv::countNonZero(a | b);
}

TEST(SheetOutline, ACurledSideIsFollowedWhereTheMaskCutsIt) {
  const MaskScene scene = prepareMaskScene(paperOnPaper(), 1, 6);
  const PageMask cut = describeMask(scene, filled(sheetPolygon(true)), 0);
  const cv::Mat truth = filled(sheetPolygon(false));
  ASSERT_LT(overlap(cut.mask, truth), 0.94);
  const PageMask followed = followOutline(scene, cut, {}, 0);
  EXPECT_GT(overlap(followed.mask, truth), 0.98);
  EXPECT_EQ(followed.sides.size(), 4U);
}

TEST(SheetOutline, AnOutlineWithItsEdgesStaysAsItIs) {
  const MaskScene scene = prepareMaskScene(paperOnPaper(), 1, 6);
  const PageMask right = describeMask(scene, filled(sheetPolygon(false)), 0);
  const PageMask followed = followOutline(scene, right, {}, 0);
  EXPECT_GT(overlap(followed.mask, right.mask), 0.98);
}

TEST(SheetOutline, PrintIsNotCutOff) {
  // A sheet with a strong frame printed inside; its own edges have no contrast at all.
  cv::Mat grey(kHeight, kWidth, CV_8UC1, cv::Scalar::all(150));
  cv::rectangle(grey, cv::Rect(95, 95, 180, 290), 40, 3);
  const MaskScene scene = prepareMaskScene(grey, 1, 6);
  const PageMask page = describeMask(scene, filled(sheetPolygon(true)), 0);
  std::vector<TextSegment> segments;
  for (const double y : {85.0, 200.0, 300.0, 398.0}) {
    TextSegment segment;
    for (int x = 80; x <= 290; x += 10) {
      segment.points.push_back({static_cast<double>(x), y});
    }
    segment.length = 35;
    segment.strength = 0.5;
    segments.push_back(segment);
  }
  const PageMask followed = followOutline(scene, page, segments, 0);
  for (const TextSegment& segment : segments) {
    for (const Vec2& p : segment.points) {
      EXPECT_EQ(followed.mask.at<std::uint8_t>(static_cast<int>(p.y), static_cast<int>(p.x)), 255);
    }
  }
}

TEST(SheetOutline, ASideIsFoundWhereItIsBrighterHereAndDarkerThere) {
  const cv::Mat grey = paperOnPaper();
  RoughSide rough;
  rough.kind = SideKind::right;
  rough.faint = true;
  for (int y = 80; y <= 410; ++y) {
    rough.points.emplace_back(rightSide(y) + 0.8, y);
    rough.valid.push_back(1);
  }
  rough.valid_fraction = 1;
  cv::Mat smooth;
  cv::GaussianBlur(grey, smooth, {}, 1.2);
  const std::vector<PageSide> sides = refineSides({rough}, smooth, 1);
  ASSERT_EQ(sides.size(), 1U);
  const Polyline& points = sides[0].points;
  EXPECT_LT(points.front().y, 100);
  EXPECT_GT(points.back().y, 390);
  for (const Vec2& p : points) {
    // The polygon's boundary pixels are inside: its edge is half a pixel further out, and one more in work_px.
    EXPECT_NEAR(p.x, rightSide(p.y - 0.5) + 1, 1.5) << p.y;
  }
}

}  // namespace
}  // namespace platen::detect
