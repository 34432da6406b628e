// Leaders of dots: which dots are some, and that a line of text does not step down into them.
#include "core/detect/leaders.h"

#include "core/detect/character_height.h"
#include "core/detect/reading.h"
#include "tests/detect/drawn_page.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kH = 12;

struct Row {
  Vec2 first{60.5, 100.5};
  Vec2 step{12, 0};
  int count = 20;
  int missing = -1;
};

cv::Mat blank() {
  return cv::Mat::zeros(400, 400, CV_8UC1);
}

void drawDot(cv::Mat& binary, Vec2 middle, int side = 3) {
  const cv::Point corner(static_cast<int>(middle.x - 0.5 * side), static_cast<int>(middle.y - 0.5 * side));
  binary(cv::Rect(corner, cv::Size(side, side))).setTo(255);
}

void drawRow(cv::Mat& binary, const Row& row) {
  for (int k = 0; k < row.count; ++k) {
    if (k != row.missing) {
      drawDot(binary, row.first + row.step * k);
    }
  }
}

std::vector<Leader> leadersOf(const cv::Mat& binary) {
  return findLeaders(componentsOf(binary, Neighbours::eight), kH);
}

TEST(Leaders, AreRowsOfDotsAtEvenSteps) {
  cv::Mat binary = blank();
  drawRow(binary, {});
  drawRow(binary, {.first = {70.5, 130.5}, .count = 8});  // the next line's
  const std::vector<Leader> found = leadersOf(binary);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].size(), 20U);
  EXPECT_EQ(found[1].size(), 8U);
  EXPECT_NEAR(norm(found[0].front().middle - Vec2{60.5, 100.5}), 0, 1e-9);
  EXPECT_NEAR(norm(found[0].back().middle - Vec2{288.5, 100.5}), 0, 1e-9);
  EXPECT_EQ(found[1].front().box, cv::Rect(69, 129, 3, 3));
}

TEST(Leaders, RunAslantAndOverADotThatIsMissing) {
  cv::Mat binary = blank();
  drawRow(binary, {.step = {11, 5}, .missing = 9});
  const std::vector<Leader> found = leadersOf(binary);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].size(), 19U);
}

TEST(Leaders, AreNoEllipsesNorUnevenDots) {
  cv::Mat binary = blank();
  drawRow(binary, {.count = 7});
  for (int k = 0; k < 12; ++k) {  // the dots of letters: at any distance
    drawDot(binary, {40.5 + 15 * k + 3 * (k % 2), 200.5});
  }
  EXPECT_TRUE(leadersOf(binary).empty());
}

TEST(Leaders, AreNoScreensOfDots) {
  cv::Mat binary = blank();
  for (int j = 0; j < 10; ++j) {
    drawRow(binary, {.first = {60.5, 100.5 + 12 * j}});
  }
  EXPECT_TRUE(leadersOf(binary).empty());
}

TEST(Leaders, AreTakenOutOfAMaskThatHasThem) {
  cv::Mat binary = blank();
  drawRow(binary, {});
  drawRow(binary, {.first = {60.5, 300.5}});
  const std::vector<Leader> found = leadersOf(binary);
  cv::Mat upper = binary.clone();
  upper(cv::Rect(0, 200, 400, 200)).setTo(0);
  const std::vector<Leader> in_upper = leadersIn(found, upper);
  ASSERT_EQ(in_upper.size(), 1U);
  upper(cv::Rect(180, 0, 220, 400)).setTo(0);
  ASSERT_EQ(leadersIn(found, upper).size(), 1U);
  EXPECT_EQ(leadersIn(found, upper)[0].size(), 10U) << "what is left of it";
  upper(cv::Rect(120, 0, 280, 400)).setTo(0);
  EXPECT_TRUE(leadersIn(found, upper).empty());
  upper = binary.clone();
  upper(cv::Rect(0, 200, 400, 200)).setTo(0);
  EXPECT_NEAR(in_upper[0].front().middle.y, 100.5, 1e-9);
  EXPECT_EQ(cv::countNonZero(withoutLeaders(upper, in_upper)), 0);
  EXPECT_EQ(cv::countNonZero(upper), 180) << "it was written into";
}

TEST(Leaders, StandUprightWhereThePageIsTurned) {
  cv::Mat binary = blank();
  drawRow(binary, {.step = {2, 12}, .count = 10});
  EXPECT_TRUE(leadersOf(binary).empty());
  const std::vector<Leader> found = findUprightLeaders(componentsOf(binary, Neighbours::eight), kH);
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found[0].size(), 10U);
  EXPECT_NEAR(norm(found[0].back().middle - Vec2{78.5, 208.5}), 0, 1e-9);
}

TEST(Leaders, DoNotCountAsCharacters) {
  // A page of contents on which there are ten dots for every letter.
  cv::Mat page = cv::Mat::zeros(1000, 900, CV_8UC1);
  for (int n = 0; n < 15; ++n) {
    const int y = 40 + 60 * n;
    for (int k = 0; k < 4; ++k) {
      page(cv::Rect(40 + 20 * k, y - 20, 14, 20)).setTo(255);
      page(cv::Rect(43 + 20 * k, y - 17, 8, 14)).setTo(0);
    }
    for (int k = 0; k < 40; ++k) {
      cv::circle(page, {140 + 16 * k, y - 3}, 3, 255, cv::FILLED);
    }
  }
  cv::Mat uneven = page.clone();  // the same dots in pairs, which are no leaders
  for (int n = 0; n < 15; ++n) {
    const cv::Range rows(40 + 60 * n - 8, 40 + 60 * n + 2);
    uneven.rowRange(rows).colRange(132, 900).setTo(0);
    for (int k = 0; k < 40; ++k) {
      cv::circle(uneven, {140 + 16 * k + 3 * (k % 2), 37 + 60 * n}, 3, 255, cv::FILLED);
    }
  }
  EXPECT_LT(measureCharacterHeight(uneven).height, 10) << "or dots are not counted anyway";
  const CharacterHeight upright = measureCharacterHeight(page);
  EXPECT_NEAR(upright.height, 20, 2);
  EXPECT_EQ(upright.components, 60);
  cv::rotate(page, page, cv::ROTATE_90_CLOCKWISE);
  EXPECT_NEAR(measureCharacterHeight(page).height, 20, 2);
}

// A table of contents, level and flat: entries of many lengths, leaders on their baselines, numbers at the margin.
constexpr double kXHeight = 22;
constexpr double kMargin = 1700;
constexpr int kEntries = 24;

cv::Mat contentsPage() {
  test::DrawnPhoto photo({1900, 2400}, 235);
  const double baseline = 0.5 * kXHeight;  // below the middle of the letters
  const double radius = 0.16 * kXHeight;
  for (int n = 0; n < kEntries; ++n) {
    const double y = 150 + 88.0 * n;
    const auto level = [y](double /*x*/) { return y; };
    const double entry = 500 + 90 * ((n * 7) % 9);
    photo.text({180, entry, level}, kXHeight, 40);
    photo.text({kMargin - 40, kMargin, level}, kXHeight, 40, 1);
    const int first = static_cast<int>(std::ceil((entry + 20) / 40));
    for (int place = first; 40 * place < kMargin - 90; ++place) {
      std::vector<Vec2> dot(12);
      for (std::size_t k = 0; k < dot.size(); ++k) {
        const double angle = static_cast<double>(k) * CV_PI / 6;
        dot[k] = {40 * place + radius * std::cos(angle), y + baseline - radius + radius * std::sin(angle)};
      }
      photo.polygon(dot, 40);
    }
  }
  photo.noise(2, 5);
  return photo.pixels();
}

TEST(Leaders, LeaveTheLinesOfAContentsPageLevel) {
  const Reading reading = bestReading(openPhoto(test::pyramidOf(contentsPage())), {}, {});
  ASSERT_EQ(reading.leaders.size(), static_cast<std::size_t>(kEntries));
  int entries = 0;
  int dotted = 0;
  int at_margin = 0;
  for (const TextSegment& line : reading.segments) {
    const auto [low, high] = std::minmax_element(line.points.begin(), line.points.end(),
                                                 [](const Vec2& a, const Vec2& b) { return a.y < b.y; });
    EXPECT_LT(high->y - low->y, 0.12 * reading.h) << "at " << line.points.front().y;
    const Vec2 first = reading.frame.sourceFromWork(line.points.front());
    const Vec2 end = reading.frame.sourceFromWork(line.right_end);
    entries += first.x < 200 ? 1 : 0;
    dotted += first.x > 400 ? 1 : 0;
    at_margin += std::abs(end.x - kMargin) < 0.5 * kXHeight ? 1 : 0;
  }
  EXPECT_EQ(entries, kEntries);
  EXPECT_EQ(dotted, kEntries);
  EXPECT_EQ(at_margin, kEntries) << "the numbers' ends are a margin";
}

}  // namespace
}  // namespace platen::detect
