// Five lines and no more nor fewer, at one distance, thin and long: what staves have, and grids, ruled paper and grain
// have not.
#include "core/detect/staves.h"

#include "core/detect/mask_contour.h"
#include "core/detect/paper_ink.h"
#include "tests/detect/sheet_scene.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kLevel = 600;
constexpr int kUpright = 800;
constexpr double kHeightOfLetters = 11;
constexpr int kLeft = 60, kRight = 540;

cv::Mat paper() {
  return {kUpright, kLevel, CV_8UC1, cv::Scalar::all(225)};
}

// From (kLeft, y) on; slope: dy / dx. bow: how far its middle hangs down.
void drawStaff(cv::Mat& grey, double y, double apart, int lines, double slope = 0, double bow = 0) {
  for (int line = 0; line < lines; ++line) {
    std::vector<cv::Point> points;
    for (int x = kLeft; x <= kRight; x += 4) {
      const double t = (x - kLeft) / static_cast<double>(kRight - kLeft);
      points.emplace_back(
          x, static_cast<int>(std::lround(y + line * apart + slope * (x - kLeft) + 4 * bow * t * (1 - t))));
    }
    cv::polylines(grey, points, false, cv::Scalar::all(70), 1, cv::LINE_AA);
  }
}

// Heads with stems, and a bar.
void drawNotes(cv::Mat& grey, double y, double apart) {
  for (int x = kLeft + 15; x < kRight; x += 37) {
    const int at = static_cast<int>(std::lround(y + apart * (x % 5)));
    cv::circle(grey, {x, at}, static_cast<int>(apart / 2), cv::Scalar::all(40), cv::FILLED, cv::LINE_AA);
    cv::line(grey, {x + 3, at}, {x + 3, at - static_cast<int>(3 * apart)}, cv::Scalar::all(40));
  }
  cv::line(grey, {kRight, static_cast<int>(y)}, {kRight, static_cast<int>(y + 4 * apart)}, cv::Scalar::all(40), 2);
}

Lines stavesOn(const cv::Mat& grey) {
  return findStaves(measureInk(grey).ink, kHeightOfLetters);
}

TEST(Staves, ComeAsTheLinesAboutThem) {
  constexpr double kApart = 7;
  cv::Mat grey = paper();
  for (const double y : {100.0, 240.0, 380.0}) {
    drawStaff(grey, y, kApart, 5);
    drawNotes(grey, y, kApart);
  }
  const Lines lines = stavesOn(grey);
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_NEAR(lines[0].points.front().y, 100.5 - kApart, 1.5);
  EXPECT_NEAR(lines[1].points.front().y, 100.5 + 5 * kApart, 1.5);
  for (const TextSegment& line : lines) {
    EXPECT_NEAR(line.left_end.x, kLeft, 5);
    EXPECT_NEAR(line.right_end.x, kRight, 5);
    EXPECT_GT(line.strength, 0.2);
  }
}

TEST(Staves, MayRunAslantAndBend) {
  cv::Mat grey = paper();
  for (const double y : {120.0, 260.0, 400.0}) {
    drawStaff(grey, y, 8, 5, 0.3, 25);
  }
  const Lines lines = stavesOn(grey);
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_GT(lines[0].points.back().y - lines[0].points.front().y, 100);
}

TEST(Staves, StandUprightInAPhotoOnItsSide) {
  cv::Mat grey = paper();
  drawStaff(grey, 100, 7, 5);
  drawStaff(grey, 300, 7, 5);
  cv::Mat turned;
  cv::rotate(grey, turned, cv::ROTATE_90_CLOCKWISE);
  const Lines lines = stavesOn(turned);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_GT(std::abs(lines[0].points.back().y - lines[0].points.front().y), 400);
  EXPECT_LT(std::abs(lines[0].points.back().x - lines[0].points.front().x), 5);
}

class NoStaves : public ::testing::TestWithParam<int> {};

// Ruled paper has more lines, a table's rows fewer beside each other.
TEST_P(NoStaves, AreOtherGroupsOfLines) {
  cv::Mat grey = paper();
  for (const double y : {80.0, 330.0, 580.0}) {
    drawStaff(grey, y, 8, GetParam());
  }
  EXPECT_TRUE(stavesOn(grey).empty());
}

INSTANTIATE_TEST_SUITE_P(Lines, NoStaves, ::testing::Values(2, 4, 6, 18));

TEST(Staves, OneAloneIsNone) {
  cv::Mat grey = paper();
  drawStaff(grey, 100, 7, 5);
  EXPECT_TRUE(stavesOn(grey).empty());
}

TEST(Staves, AreNoLinesUnevenlyApart) {
  cv::Mat grey = paper();
  for (const int y : {100, 240, 380}) {
    for (const int off : {0, 5, 17, 22, 34}) {
      cv::line(grey, {kLeft, y + off}, {kRight, y + off}, cv::Scalar::all(70));
    }
  }
  EXPECT_TRUE(stavesOn(grey).empty());
}

// Groups of five level bars of the given length and thickness, every `period` pixels from `from` on.
cv::Mat withBars(double apart, int thickness, int length, int period) {
  cv::Mat grey = paper();
  for (const int y : {100, 300, 500}) {
    for (int from = kLeft; from + length <= kRight; from += period) {
      for (int line = 0; line < 5; ++line) {
        const int at = y + static_cast<int>(std::lround(line * apart));
        cv::rectangle(grey, {from, at, length, thickness}, cv::Scalar::all(70), cv::FILLED);
      }
    }
  }
  return grey;
}

TEST(Staves, AreNeitherShortNorThickNorInterrupted) {
  EXPECT_EQ(stavesOn(withBars(8, 2, 480, 500)).size(), 6U);
  EXPECT_TRUE(stavesOn(withBars(8, 2, 150, 500)).empty()) << "short";
  EXPECT_TRUE(stavesOn(withBars(8, 6, 480, 500)).empty()) << "thick";
  EXPECT_TRUE(stavesOn(withBars(8, 2, 16, 120)).empty()) << "dashes";
  EXPECT_TRUE(stavesOn(withBars(48, 2, 480, 500)).empty()) << "wide apart";
}

TEST(Staves, AreAsLongAsTheyAreInLetters) {
  const Lines lines = stavesOn(withBars(8, 2, 480, 500));
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_NEAR(lines[0].length + lines[1].length, 480 / kHeightOfLetters, 2) << "both of a staff together";
}

// Of a white page on a desk nearly as white, folded, the crease is the clearest edge. But print lies on both sides of
// it.
TEST(Staves, APageEndsNowhereBetweenThem) {
  const std::vector<cv::Point> sheet{{60, 40}, {330, 40}, {330, 440}, {60, 440}};
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar::all(246));
  cv::fillConvexPoly(colors, sheet, cv::Scalar::all(225), cv::LINE_AA);
  cv::rectangle(colors, {60, 140}, {330, 440}, cv::Scalar::all(180), cv::FILLED);
  const MaskScene scene = prepareMaskScene(colors, 1, kH);
  Lines staves;
  addBlock(staves, {90, 80}, 0, 200, 18);
  ASSERT_LT(overlapWith(findPageMask(scene, {}, {}, kH, 0, std::nullopt), sheet), 0.8);
  EXPECT_GT(overlapWith(findPageMask(scene, {}, staves, kH, 0, std::nullopt), sheet), 0.95);
}

}  // namespace
}  // namespace platen::detect
