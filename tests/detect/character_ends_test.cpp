// Ends of drawn characters: to a fraction of a pixel, along a slope as well, and none of what is no character.
#include "core/detect/character_ends.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kH = 11;
constexpr int kFine = 8;  // drawn at that many pixels per pixel

struct Page {
  cv::Mat fine = cv::Mat(240 * kFine, 400 * kFine, CV_8U, cv::Scalar(0));

  // A bar of ink of the given height whose middle stands at (x, top) to (x, top + height), with ends that lean.
  void bar(double x, double top, double width, double height, double slope = 0) {
    std::vector<cv::Point> corners;
    for (const auto& [dx, y] : {std::pair{-0.5, top}, {0.5, top}, {0.5, top + height}, {-0.5, top + height}}) {
      corners.emplace_back(static_cast<int>(std::lround((x + dx * width) * kFine)),
                           static_cast<int>(std::lround((y + slope * dx * width) * kFine)));
    }
    cv::fillConvexPoly(fine, corners, cv::Scalar(200));
  }
  [[nodiscard]] std::vector<PrintedCharacter> characters(double slope = 0, int certain = 255) const {
    cv::Mat ink;
    cv::resize(fine, ink, {}, 1.0 / kFine, 1.0 / kFine, cv::INTER_AREA);
    const cv::Mat text = ink > 60;
    EvidenceImage direction{Image::allocate({200, 120}, 3), 0.5};
    const double angle = std::atan(slope);
    for (int j = 0; j < 120; ++j) {
      for (int i = 0; i < 200; ++i) {
        std::uint8_t* at = direction.image.rowAs<std::uint8_t>(j) + 3 * i;
        at[0] = static_cast<std::uint8_t>(std::lround(128 + certain / 255.0 * 127 * std::cos(2 * angle)));
        at[1] = static_cast<std::uint8_t>(std::lround(128 + certain / 255.0 * 127 * std::sin(2 * angle)));
        at[2] = static_cast<std::uint8_t>(certain);
      }
    }
    return characterEnds(ink, text, direction, kH);
  }
};

double heightOf(const PrintedCharacter& character) {
  return character.foot.y - character.top.y;
}

TEST(CharacterEnds, AreThoseOfTheInkToAFractionOfAPixel) {
  Page page;
  for (int k = 0; k < 6; ++k) {  // every place between two rows
    page.bar(40 + 30 * k, 50 + k / 6.0, 6, 10.375);
  }
  const std::vector<PrintedCharacter> characters = page.characters();
  ASSERT_EQ(characters.size(), 6U);
  for (const PrintedCharacter& character : characters) {
    const double k = std::round((character.top.x - 40) / 30);
    EXPECT_NEAR(character.top.x, 40 + 30 * k, 0.6);
    EXPECT_NEAR(character.top.y, 50 + k / 6, 0.15);
    EXPECT_NEAR(heightOf(character), 10.375, 0.3);
  }
}

TEST(CharacterEnds, LeanWithTheirText) {
  constexpr double kSlope = 0.3;
  Page page;
  page.bar(60, 60, 20, 12, kSlope);  // several that touch
  const std::vector<PrintedCharacter> characters = page.characters(kSlope);
  ASSERT_EQ(characters.size(), 1U);
  EXPECT_NEAR(characters[0].top.y, 60, 0.4);
  EXPECT_NEAR(heightOf(characters[0]), 12, 0.4);
  // Seen as level, its box is higher by what it leans.
  EXPECT_GT(heightOf(page.characters()[0]), 16);
}

TEST(CharacterEnds, NothingThatIsNoCharacter) {
  Page page;
  page.bar(200, 20, 300, 6);   // a rule
  page.bar(60, 60, 8, 40);     // a drawing
  page.bar(120, 80, 3, 3);     // a point
  page.bar(200, 80, 1.5, 12);  // a stroke
  EXPECT_TRUE(page.characters().empty());
  page.bar(260, 80, 7, 11);
  EXPECT_EQ(page.characters().size(), 1U);
  EXPECT_TRUE(page.characters(1e9).empty()) << "text that stands upright in the work frame";
  EXPECT_TRUE(page.characters(0, 20).empty()) << "where no direction of text is known";
  EXPECT_TRUE(characterEnds(cv::Mat(), cv::Mat(), {}, kH).empty());
}

TEST(CharacterEnds, NoneOfWhatThePhotoCutsOff) {
  Page page;
  page.bar(100, -4, 6, 11);
  page.bar(200, 234, 6, 11);
  page.bar(300, 226, 6, 13);
  EXPECT_TRUE(page.characters().empty());
}

TEST(CharacterEnds, AreNotThoseOfTheNextRow) {
  constexpr double kSlope = 0.25;
  Page page;
  for (int row = 0; row < 4; ++row) {
    for (int col = 0; col < 6; ++col) {
      page.bar(60 + 40 * col, 40 + 20 * row + kSlope * 40 * col, 18, 11, kSlope);
    }
  }
  const std::vector<PrintedCharacter> characters = page.characters(kSlope);
  ASSERT_EQ(characters.size(), 24U);
  for (const PrintedCharacter& character : characters) {
    EXPECT_NEAR(heightOf(character), 11, 0.5);
  }
}

TEST(CharacterEnds, OfManyAnEvenChoice) {
  Page page;
  page.fine = cv::Mat(1200 * kFine, 400 * kFine, CV_8U, cv::Scalar(0));
  for (int row = 0; row < 40; ++row) {
    for (int col = 0; col < 25; ++col) {
      page.bar(20 + 15 * col, 20 + 28 * row, 6, 11);
    }
  }
  const std::vector<PrintedCharacter> characters = page.characters();
  EXPECT_LE(characters.size(), 600U);
  EXPECT_GE(characters.size(), 500U);
  const auto low = std::count_if(characters.begin(), characters.end(), [](const auto& c) { return c.top.y > 570; });
  EXPECT_NEAR(static_cast<double>(low) / static_cast<double>(characters.size()), 0.5, 0.05);
}

}  // namespace
}  // namespace platen::detect
