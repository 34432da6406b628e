#include "core/detect/line_segments.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kDark = 60;
constexpr int kBright = 200;

// A dark half plane below the line through `through` at `angle`, its edge smooth as a camera's.
cv::Mat halfPlane(cv::Size size, Vec2 through, double angle) {
  cv::Mat image(size, CV_8UC1);
  const Vec2 normal{-std::sin(angle), std::cos(angle)};
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const double off = dot(Vec2{static_cast<double>(x), static_cast<double>(y)} - through, normal);
      const double share = 1 / (1 + std::exp(2 * off));
      image.at<std::uint8_t>(y, x) = cv::saturate_cast<std::uint8_t>(kDark + (kBright - kDark) * share);
    }
  }
  return image;
}

double lengthOf(const LineSegment& segment) {
  return norm(segment.b - segment.a);
}

LineSegment longestOf(const std::vector<LineSegment>& segments) {
  return *std::max_element(segments.begin(), segments.end(),
                           [](const auto& a, const auto& b) { return lengthOf(a) < lengthOf(b); });
}

TEST(LineSegments, AnEdgeIsFoundWhereItLies) {
  for (const double degrees : {0.0, 7.0, 40.0, 90.0, 133.0, 200.0, 271.0}) {
    const double angle = degrees * M_PI / 180;
    const Vec2 through{101.3, 78.8};
    const std::vector<LineSegment> found = lineSegments(halfPlane({200, 160}, through, angle));
    ASSERT_FALSE(found.empty()) << degrees;
    const LineSegment edge = longestOf(found);
    EXPECT_GT(lengthOf(edge), 120) << degrees;
    const Vec2 normal{-std::sin(angle), std::cos(angle)};
    EXPECT_LT(std::abs(dot(edge.a - through, normal)), 0.5) << degrees;
    EXPECT_LT(std::abs(dot(edge.b - through, normal)), 0.5) << degrees;
    // Bright above, so on the left hand of one who walks along the angle.
    EXPECT_GT(dot(edge.b - edge.a, Vec2{std::cos(angle), std::sin(angle)}), 100) << degrees;
  }
}

TEST(LineSegments, BothEdgesOfARuleRunAgainstEachOther) {
  cv::Mat image(120, 240, CV_8UC1, cv::Scalar(kBright));
  cv::rectangle(image, {30, 57}, {209, 62}, kDark, cv::FILLED);
  cv::GaussianBlur(image, image, {}, 0.8);
  std::vector<LineSegment> found = lineSegments(image);
  std::erase_if(found, [](const LineSegment& s) { return lengthOf(s) < 100; });
  ASSERT_EQ(found.size(), 2U);
  EXPECT_LT((found[0].b.x - found[0].a.x) * (found[1].b.x - found[1].a.x), 0);
  const auto [low, high] = std::minmax(found[0].a.y, found[1].a.y);
  EXPECT_NEAR(low, 56.5, 0.6);
  EXPECT_NEAR(high, 62.5, 0.6);
}

// Of the same method; which of equally steep pixels comes first is all that is left open.
TEST(LineSegments, AreThoseOfOpenCVsDetector) {
  cv::Mat image(300, 400, CV_8UC1, cv::Scalar(kBright));
  cv::RNG random(5);
  for (int k = 0; k < 25; ++k) {
    const cv::Point a(random.uniform(10, 390), random.uniform(10, 290));
    const cv::Point b(random.uniform(10, 390), random.uniform(10, 290));
    cv::line(image, a, b, random.uniform(20, 150), random.uniform(2, 7), cv::LINE_AA);
  }
  cv::GaussianBlur(image, image, {}, 0.7);
  std::vector<cv::Vec4f> expected;
  cv::createLineSegmentDetector(cv::LSD_REFINE_STD, 1.0)->detect(image, expected);
  std::erase_if(expected, [](const cv::Vec4f& l) { return std::hypot(l[0] - l[2], l[1] - l[3]) < 15; });
  const std::vector<LineSegment> found = lineSegments(image);
  const auto isFound = [&](const cv::Vec4f& l) {
    return std::any_of(found.begin(), found.end(), [&](const LineSegment& s) {
      return norm(s.a - Vec2{l[0], l[1]}) < 0.5 && norm(s.b - Vec2{l[2], l[3]}) < 0.5;
    });
  };
  ASSERT_GT(expected.size(), 30U);
  EXPECT_GT(std::count_if(expected.begin(), expected.end(), isFound), 0.85 * static_cast<double>(expected.size()));
}

TEST(LineSegments, FlatAndNoisyPaperHaveNoLongOnes) {
  EXPECT_TRUE(lineSegments(cv::Mat(100, 100, CV_8UC1, cv::Scalar(128))).empty());
  EXPECT_TRUE(lineSegments(cv::Mat(3, 100, CV_8UC1, cv::Scalar(128))).empty());
  cv::Mat noise(300, 300, CV_8UC1);
  cv::RNG(3).fill(noise, cv::RNG::NORMAL, 128, 20);
  for (const LineSegment& segment : lineSegments(noise)) {
    EXPECT_LT(lengthOf(segment), 30);
  }
}

}  // namespace
}  // namespace platen::detect
