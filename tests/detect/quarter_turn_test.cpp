// A photo is turned by a quarter only for what can pass for text: creases and shadows run every way.
#include "core/detect/cues.h"
#include "core/detect/reading.h"
#include "tests/detect/drawn_page.h"

#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kClear = 0.9;  // contrast of a page of print

std::vector<TextSegment> segmentsOf(int count, double length_h, double strength) {
  TextSegment segment;
  segment.length = length_h;
  segment.strength = strength;
  return std::vector<TextSegment>(static_cast<std::size_t>(count), segment);
}

TEST(QuarterTurn, TextIsSixStrongPiecesOfEnoughLengthInOneDirection) {
  EXPECT_TRUE(hasText(segmentsOf(6, 20, 0.5), kClear));
  EXPECT_FALSE(hasText({}, kClear));
  EXPECT_FALSE(hasText(segmentsOf(5, 40, 0.5), kClear)) << "too few";
  EXPECT_FALSE(hasText(segmentsOf(6, 18, 0.5), kClear)) << "too short";
  EXPECT_FALSE(hasText(segmentsOf(6, 20, 0.05), kClear)) << "too faint";
  EXPECT_FALSE(hasText(segmentsOf(6, 20, 0.5), 0.2)) << "no direction stands out";
}

// A sheet with lines that run downwards in the photo, and nothing that runs across it.
int turnsFor(int lines) {
  test::DrawnPhoto photo({1600, 1200}, 60);
  photo.sheet({Vec2{120, 110}, Vec2{1480, 110}, Vec2{1480, 1090}, Vec2{120, 1090}}, 225);
  for (int line = 0; line < lines; ++line) {
    photo.text({500, 860, [line](double) { return 240 + 36.0 * line; }}, 12, 40);
  }
  photo.noise(2, 7);
  cv::Mat turned;
  cv::rotate(photo.pixels(), turned, cv::ROTATE_90_COUNTERCLOCKWISE);
  return findCues(test::pyramidOf(turned), {})[0].frame.quarter_turns;
}

TEST(QuarterTurn, AFewMarksDoNotTurnAPhotoButLinesOfTextDo) {
  EXPECT_EQ(turnsFor(3), 0);
  EXPECT_EQ(turnsFor(16), 1);
}

}  // namespace
}  // namespace platen::detect
