// Pages lit from one side meet where brightness jumps; valleys, dark lines and even light have no jump.
#include "core/detect/gutter_step.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kH = 11;
constexpr int kWidth = 600;
constexpr int kHeight = 700;

double gutterAt(double y) {
  return 300 + 12 * std::sin(y / kHeight * 2.5);
}

// Paper whose brightness is a function of the distance right of the gutter, with lines of print, seen through a lens.
cv::Mat photoOf(const std::function<double(double off)>& light) {
  cv::Mat grey(kHeight, kWidth, CV_8UC1);
  for (int j = 0; j < kHeight; ++j) {
    for (int i = 0; i < kWidth; ++i) {
      const double off = i + 0.5 - gutterAt(j + 0.5);
      const bool ink = std::abs(off) > 30 && j % 24 < 9 && (i / 5) % 2 == 0;
      grey.at<std::uint8_t>(j, i) = static_cast<std::uint8_t>((ink ? 0.25 : 1) * light(off));
    }
  }
  cv::GaussianBlur(grey, grey, {}, 1.5);
  return grey;
}

// The gutter, believed `off` pixels right of where it is.
GutterCurve believed(double off) {
  Polyline points;
  for (int k = 0; k <= 14; ++k) {
    points.push_back({gutterAt(50 * k) + off, 50.0 * k});
  }
  return GutterCurve(points);
}

double oneSided(double off) {
  return off < 0 ? 150 - 0.4 * std::max(off, -60.0) : 225;
}

TEST(GutterStep, IsFoundFromTheFootOfTheJump) {
  for (const double off : {-7.0, 0.0, 5.0}) {
    const auto right = stepBeside(photoOf(oneSided), kH, believed(off), 30, 670);
    ASSERT_TRUE(right) << off;
    EXPECT_NEAR(*right, -off, 0.5);
    const auto left = stepBeside(photoOf([](double x) { return oneSided(-x); }), kH, believed(off), 30, 670);
    ASSERT_TRUE(left) << off;
    EXPECT_NEAR(*left, -off, 0.5);
  }
}

TEST(GutterStep, AValleyOrADarkLineHasNone) {
  const auto valley = [](double off) { return 220 * (1 - 0.5 * std::exp(-std::abs(off) / 15)); };
  const auto line = [](double off) { return std::abs(off) < 2.5 ? 70.0 : off < 0 ? 190.0 : 220.0; };
  const auto even = [](double) { return 220.0; };
  const auto slope = [](double off) { return 180 + 0.15 * off; };
  for (const std::function<double(double)>& light :
       {std::function<double(double)>(valley), std::function<double(double)>(line), std::function<double(double)>(even),
        std::function<double(double)>(slope)}) {
    EXPECT_FALSE(stepBeside(photoOf(light), kH, believed(0), 30, 670));
  }
}

TEST(GutterStep, MostOfTheGutterMustShowIt) {
  cv::Mat photo = photoOf(oneSided);
  photoOf([](double) { return 220.0; })(cv::Rect(0, 200, kWidth, 500)).copyTo(photo(cv::Rect(0, 200, kWidth, 500)));
  EXPECT_FALSE(stepBeside(photo, kH, believed(0), 30, 670));
  EXPECT_FALSE(stepBeside(photo, kH, believed(0), 30, 100));  // too short to tell
}

}  // namespace
}  // namespace platen::detect
