// The gutter is followed where light fades along a curve, and is the straight line where no light tells.
#include "core/detect/gutter.h"

#include "core/detect/light_valley.h"

#include <cmath>

#include <gtest/gtest.h>

namespace platen::detect {
namespace {

constexpr double kH = 11;
constexpr int kWidth = 900;
constexpr int kHeight = 1000;

double bentGutter(double y) {
  return 450 + 25 * std::sin(y / kHeight * 2.5);
}

// Grey paper whose light fades towards x(y), with lines of print that the gutter parts.
template <class Curve>
cv::Mat paperWithGutter(const Curve& x, double depth) {
  cv::Mat grey(kHeight, kWidth, CV_8UC1);
  for (int j = 0; j < kHeight; ++j) {
    for (int i = 0; i < kWidth; ++i) {
      const double off = std::abs(i + 0.5 - x(j + 0.5));
      const bool ink = off > 45 && j % 24 < 9 && (i / 5) % 2 == 0;
      grey.at<std::uint8_t>(j, i) = static_cast<std::uint8_t>((ink ? 50 : 220) * (1 - depth * std::exp(-off / 20)));
    }
  }
  return grey;
}

TEST(Gutter, FollowsACurveOfLittleLight) {
  const cv::Mat light = lightWithoutText(paperWithGutter(bentGutter, 0.5), kH);
  const TracedGutter traced = traceGutter(light, kH, {460, 0}, {460, kHeight}, 50, 950);
  EXPECT_GT(traced.depth, 0.3);
  EXPECT_GT(traced.share, 0.9);
  for (int y = 60; y < 950; y += 50) {
    EXPECT_NEAR(traced.curve.x(y), bentGutter(y), 1.5) << y;
  }
}

TEST(Gutter, EvenLightLeavesTheStraightLine) {
  const cv::Mat light = lightWithoutText(paperWithGutter(bentGutter, 0), kH);
  const TracedGutter traced = traceGutter(light, kH, {440, 0}, {460, kHeight}, 50, 950);
  EXPECT_LT(traced.depth, 0.03);
  EXPECT_DOUBLE_EQ(traced.curve.x(500), 450);
}

TEST(Gutter, SidesOfACurve) {
  const GutterCurve curve({{100, 0}, {110, 100}, {100, 200}});
  EXPECT_GT(curve.rightOf({120, 100}), 0);
  EXPECT_LT(curve.rightOf({100, 100}), 0);
  EXPECT_NEAR(curve.x(50), 105, 1e-9);
  EXPECT_NEAR(curve.x(-100), 90, 1e-9);  // straight on
}

constexpr std::size_t kMost = 3;
constexpr auto kAnywhere = [](Vec2, Vec2) { return true; };

TEST(LightValley, IsFoundAndAPrintedRuleIsNot) {
  const auto straight = [](double y) { return 430 + 0.05 * y; };
  const auto valleys =
      findLightValleys(lightWithoutText(paperWithGutter(straight, 0.4), kH), kH, 0, 50, 950, kMost, kAnywhere);
  ASSERT_EQ(valleys.size(), 1U);
  EXPECT_NEAR(valleys[0].top.x, 430, 0.8 * kH);
  EXPECT_NEAR(valleys[0].bottom.x, 480, 0.8 * kH);
  cv::Mat ruled = paperWithGutter(straight, 0);
  ruled(cv::Rect(448, 0, 4, kHeight)).setTo(40);
  EXPECT_TRUE(findLightValleys(lightWithoutText(ruled, kH), kH, 0, 50, 950, kMost, kAnywhere).empty());
}

// Beside a page the edge of the leaves below it may be darker than the gutter.
TEST(LightValley, SeveralAreFoundTheDeepestFirst) {
  const auto gutter = [](double) { return 430.0; };
  const auto leaves = [](double) { return 680.0; };
  cv::Mat grey;
  cv::multiply(paperWithGutter(gutter, 0.2), paperWithGutter(leaves, 0.5), grey, 1 / 225.0);
  const cv::Mat light = lightWithoutText(grey, kH);
  const auto valleys = findLightValleys(light, kH, 0, 50, 950, kMost, kAnywhere);
  ASSERT_EQ(valleys.size(), 2U);
  EXPECT_NEAR(valleys[0].top.x, 680, kH);
  EXPECT_NEAR(valleys[1].top.x, 430, kH);
  EXPECT_GT(valleys[0].depth, 1.5 * valleys[1].depth);
  EXPECT_EQ(findLightValleys(light, kH, 0, 50, 950, 1, kAnywhere).size(), 1U);
  const auto left = findLightValleys(light, kH, 0, 50, 950, kMost, [](Vec2 top, Vec2) { return top.x < 600; });
  ASSERT_FALSE(left.empty());
  EXPECT_NEAR(left[0].top.x, 430, kH);
}

TEST(LightValley, APictureIsToldFromPaperAndFromPrintOnOneSide) {
  cv::Mat grey = paperWithGutter(bentGutter, 0.4);
  const GutterCurve gutter({{450, 0}, {465, 1000}});
  EXPECT_FALSE(pictureCrosses(lightWithoutText(grey, kH), kH, gutter, 50, 950));
  grey(cv::Rect(100, 100, 330, 350)) *= 0.5;
  EXPECT_FALSE(pictureCrosses(lightWithoutText(grey, kH), kH, gutter, 50, 950));
  grey(cv::Rect(430, 100, 370, 350)) *= 0.5;
  EXPECT_TRUE(pictureCrosses(lightWithoutText(grey, kH), kH, gutter, 50, 950));
}

}  // namespace
}  // namespace platen::detect
