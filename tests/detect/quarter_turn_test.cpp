// A photo is turned by a quarter only for what can pass for text: creases and shadows run every way.
#include "core/detect/cues.h"
#include "core/detect/raster.h"
#include "core/detect/reading.h"
#include "tests/detect/drawn_page.h"
#include "tests/support/page_photo.h"
#include "tests/support/random_sheet.h"

#include <cstdint>
#include <string_view>
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

// Narrow columns are stripes, too, and stronger ones than their lines where words were measured as letters.
TEST(QuarterTurn, ColumnsAreNotLines) {
  struct Page {
    std::string_view kind, print;
    std::uint64_t seed;
  };
  for (const auto& [kind, print, seed] : {Page{"bend", "newspaper", 5131},
                                          {"book", "newspaper", 5049},
                                          {"corner", "newspaper", 5052},
                                          {"plane", "newspaper", 5048},
                                          {"wave", "newspaper", 5215},
                                          {"corner", "list", 5092},
                                          {"fold", "invoice", 5021}}) {
    const Image photo = test::photograph(test::randomDocument(kind, print, seed)).photo;
    EXPECT_EQ(findCues(test::pyramidOf(matView(photo)), {})[0].frame.quarter_turns, 0)
        << kind << " " << print << " " << seed;
  }
}

TEST(QuarterTurn, ColumnsThatLieOnTheirSideAreNotLines) {
  for (const std::uint64_t seed : {5131, 5211}) {
    const Image photo = test::photograph(test::randomDocument("bend", "newspaper", seed)).photo;
    cv::Mat turned;
    cv::rotate(matView(photo), turned, cv::ROTATE_90_CLOCKWISE);
    EXPECT_EQ(findCues(test::pyramidOf(turned), {})[0].frame.quarter_turns, 1) << seed;
  }
}

}  // namespace
}  // namespace platen::detect
