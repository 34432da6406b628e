// What a reading says of itself: whether h is that of its characters.
#include "core/detect/reading.h"

#include "core/detect/raster.h"
#include "tests/detect/drawn_page.h"
#include "tests/support/page_photo.h"
#include "tests/support/random_sheet.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kH = 11;
constexpr double kSpacing_h = 2.5;

TextSegment lineAt(double from_x, double to_x, double y) {
  TextSegment line;
  const int steps = static_cast<int>((to_x - from_x) / (1.5 * kH));
  for (int k = 0; k <= steps; ++k) {
    line.points.push_back({from_x + (to_x - from_x) * k / steps, y});
  }
  return line;
}

// Two columns of `count` lines, the right one's half a line lower.
Reading twoColumns(int count) {
  Reading reading;
  reading.h = kH;
  reading.text = cv::Mat::zeros(600, 800, CV_8UC1);
  for (int n = 0; n < count; ++n) {
    const double y = 60 + kSpacing_h * kH * n;
    reading.segments.push_back(lineAt(50, 350, y));
    reading.segments.push_back(lineAt(450, 750, y + 0.5 * kSpacing_h * kH));
  }
  for (const TextSegment& line : reading.segments) {
    cv::rectangle(
        reading.text,
        cv::Rect(static_cast<int>(line.points.front().x), static_cast<int>(line.points.front().y) - 3, 300, 6), 255,
        cv::FILLED);
  }
  return reading;
}

TEST(Reading, SpacingIsThatOfTheLinesBelowEachOther) {
  const Reading reading = twoColumns(10);
  ASSERT_TRUE(lineSpacing(reading).has_value());
  EXPECT_NEAR(*lineSpacing(reading), kSpacing_h, 1e-9);  // columns are not mixed up
  EXPECT_FALSE(lineSpacing(twoColumns(1)).has_value());
  EXPECT_FALSE(lineSpacing(Reading{}).has_value());
}

TEST(Reading, SpacingIsOfTheTightestPart) {
  Reading reading = twoColumns(10);
  for (int n = 0; n < 3; ++n) {  // six of the 21 steps are half as long
    reading.segments.push_back(lineAt(50, 350, 60 + kSpacing_h * kH * (n + 0.5)));
  }
  EXPECT_NEAR(lineSpacing(reading).value_or(0), 0.5 * kSpacing_h, 1e-9);
}

TEST(Reading, TracedShareIsThatOfTheTextBetweenTheLines) {
  Reading reading = twoColumns(10);
  EXPECT_GT(tracedShare(reading), 0.98);
  // Four lines of the left column are lost, all of them within the hull.
  for (const int n : {7, 5, 3, 1}) {
    reading.segments.erase(reading.segments.begin() + 2 * n);
  }
  EXPECT_NEAR(tracedShare(reading), 16.0 / 20, 0.02);
  // What lies outside of them does not count.
  cv::rectangle(reading.text, cv::Rect(0, 400, 800, 200), 255, cv::FILLED);
  EXPECT_NEAR(tracedShare(reading), 16.0 / 20, 0.02);
  reading.segments.clear();
  EXPECT_EQ(tracedShare(reading), 0);
}

// Words of letters that touch, on a photo that is looked at reduced.
TEST(Reading, OfLettersThatTouchIsAtTheirOwnScale) {
  constexpr int kTall = 24;
  constexpr int kLetter = 21;
  cv::Mat paper(3500, 2400, CV_8UC1, cv::Scalar(220));
  for (int line = 0; line < 14; ++line) {
    for (int word = 0; word < 8; ++word) {
      const int letters = 3 + (5 * line + 3 * word) % 4;
      for (int letter = 0; letter < letters; ++letter) {
        const cv::Point at(350 + 210 * word + kLetter * letter, 1000 + 90 * line);
        paper(cv::Rect(at.x, at.y, 6, kTall)) = 40;
        paper(cv::Rect(at.x, at.y + 9, letter + 1 < letters ? kLetter : 15, 6)) = 40;
        paper(cv::Rect(at.x, at.y, 15, 6)) = 40;
      }
    }
  }
  const Pyramid photo = test::pyramidOf(paper);
  const Reading reading = bestReading(openPhoto(photo), {}, {});
  const double h = reading.h / reading.frame.scale;
  EXPECT_GT(h, 0.8 * kTall);
  EXPECT_LT(h, 1.4 * kTall);
}

TextSegment lineAlong(double angle, double strength) {
  TextSegment line;
  line.points = {{100, 100}, {100 + 200 * std::cos(angle), 100 + 200 * std::sin(angle)}};
  line.length = 200 / kH;
  line.strength = strength;
  return line;
}

TEST(Reading, LinesOfNoiseAreDropped) {
  constexpr double kPrint = 0.3, kNoise = 0.09;
  Reading reading;
  reading.grey = cv::Mat::zeros(600, 800, CV_8UC1);
  reading.segments = {lineAlong(0.1, kPrint), lineAlong(-0.7, kNoise), lineAlong(-0.7, kNoise)};
  dropPaleLines(reading);
  ASSERT_EQ(reading.segments.size(), 1U);
  EXPECT_EQ(reading.segments[0].strength, kPrint);
  EXPECT_NEAR(reading.theta, 0.1, 1e-9);
  EXPECT_GT(reading.yield, 0);

  reading.segments = {lineAlong(-0.7, kNoise)};
  dropPaleLines(reading);
  EXPECT_TRUE(reading.segments.empty());
  EXPECT_EQ(reading.theta, 0);
  EXPECT_EQ(reading.yield, 0);
}

// The grain of wood has a direction. A book's plates on a table were found less well without it.
TEST(Reading, LinesOfADirectionAreKept) {
  Reading reading;
  reading.contrast = 0.5;
  reading.segments = {lineAlong(0.1, 0.09), lineAlong(0.1, 0.09)};
  dropPaleLines(reading);
  EXPECT_EQ(reading.segments.size(), 2U);
}

// Pale print among other print is print.
TEST(Reading, LinesAreKeptWhereMostArePrint) {
  Reading reading;
  reading.theta = 0.2;
  reading.segments = {lineAlong(0.1, 0.13), lineAlong(0.3, 0.13), lineAlong(0.1, 0.09)};
  dropPaleLines(reading);
  EXPECT_EQ(reading.segments.size(), 3U);
  EXPECT_EQ(reading.theta, 0.2);
}

// The noise of a dark cover read like 600 lines of text, slanting by 40 degrees: the cover came out on its side.
TEST(Reading, TheNoiseOfADarkCoverIsNoText) {
  const Image photo = test::photograph(test::randomDocument("bend", "cover", 5075)).photo;
  const Pyramid pyramid = test::pyramidOf(matView(photo));
  const Reading reading = bestReading(openPhoto(pyramid), {}, {});
  EXPECT_LT(std::abs(reading.theta), 0.2);
  EXPECT_LT(reading.segments.size(), 20U);
}

}  // namespace
}  // namespace platen::detect
