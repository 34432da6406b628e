// How tall characters are, also where they touch: then what is measured is words.
#include "core/detect/character_height.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kTall = 20;
constexpr int kStroke = 4;

// Rows of words of five letters, each an upright and a bar; joined, the bar goes through to the next letter.
cv::Mat print(bool is_joined, double degrees = 0) {
  constexpr int kSide = 2200;
  constexpr int kLetter = 16;
  cv::Mat binary = cv::Mat::zeros(kSide, kSide, CV_8UC1);
  for (int y = 700; y < 1400; y += 50) {
    for (int word = 0; word < 6; ++word) {
      for (int letter = 0; letter < 5; ++letter) {
        const int x = 700 + 110 * word + kLetter * letter;
        binary(cv::Rect(x, y, kStroke, kTall)) = 255;
        binary(cv::Rect(x, y + 8, is_joined && letter < 4 ? kLetter : kLetter - 4, kStroke)) = 255;
        binary(cv::Rect(x, y, kLetter - 4, kStroke)) = 255;
      }
    }
  }
  const cv::Mat turn = cv::getRotationMatrix2D({0.5F * kSide, 0.5F * kSide}, degrees, 1);
  cv::warpAffine(binary, binary, turn, binary.size(), cv::INTER_NEAREST);
  return binary;
}

TEST(CharacterHeight, OfLettersApartIsTheirs) {
  const CharacterHeight height = measureCharacterHeight(print(false));
  EXPECT_NEAR(height.height, kTall, 2);
  EXPECT_NEAR(height.of_words, kTall, 2);
  EXPECT_EQ(height.word_share, 0);
}

TEST(CharacterHeight, OfLettersThatTouchIsToldByTheirWordsHoweverTheyLie) {
  for (const double degrees : {0.0, 20.0, -37.0, 90.0}) {
    const CharacterHeight height = measureCharacterHeight(print(true, degrees));
    EXPECT_GT(height.height, 2.5 * kTall) << degrees;
    EXPECT_NEAR(height.of_words, kTall, 0.2 * kTall) << degrees;
    EXPECT_GT(height.word_share, 0.9) << degrees;
  }
}

TEST(CharacterHeight, ShareOfWordsIsOfWhatIsAsLarge) {
  cv::Mat binary = print(true);
  const CharacterHeight words = measureCharacterHeight(binary);
  // Letters of a headline, as tall as the words are long.
  const int tall = 76;
  for (int n = 0; n < 12; ++n) {
    binary(cv::Rect(80 * n, 100, 12, tall)) = 255;
    binary(cv::Rect(80 * n, 100, 60, 12)) = 255;
  }
  const CharacterHeight both = measureCharacterHeight(binary);
  EXPECT_NEAR(both.height, words.height, 0.1 * words.height);
  EXPECT_LT(both.word_share, words.word_share - 0.1);
  EXPECT_NEAR(both.of_words, words.of_words, 0.1 * words.of_words);
}

// A column of `count` bars at the left edge, under a few letters.
cv::Mat bars(int count, cv::Size size) {
  cv::Mat binary = print(false);
  binary.rowRange(800, binary.rows) = 0;
  for (int n = 0; n < count; ++n) {
    binary(cv::Rect(30 + 200 * (n / 150), 30 + 14 * (n % 150), size.width, size.height)) = 255;
  }
  return binary;
}

TEST(CharacterHeight, RulesAreNoWords) {
  cv::Mat binary = bars(300, {130, 6});
  for (int n = 0; n < 300; ++n) {  // double ones: not full
    binary(cv::Rect(32 + 200 * (n / 150), 32 + 14 * (n % 150), 126, 2)) = 0;
  }
  EXPECT_NEAR(measureCharacterHeight(binary).of_words, kTall, 2);
}

TEST(CharacterHeight, FullBarsAreNoWords) {
  EXPECT_NEAR(measureCharacterHeight(bars(300, {40, 8})).of_words, kTall, 2);
}

TEST(CharacterHeight, ARuleThatIsNotQuiteLevelIsNoCharacter) {
  cv::Mat binary = bars(0, {});
  for (int n = 0; n < 300; ++n) {
    const cv::Point from(30 + 200 * (n / 150), 30 + 14 * (n % 150));
    cv::line(binary, from, from + cv::Point(80, 4), 255, 2);
  }
  EXPECT_NEAR(measureCharacterHeight(binary).of_words, kTall, 2);
}

TEST(CharacterHeight, OfFewerThanFifteenCharactersIsNone) {
  cv::Mat binary = cv::Mat::zeros(1000, 1000, CV_8UC1);
  for (int n = 0; n < 15; ++n) {
    EXPECT_EQ(measureCharacterHeight(binary).height, 0) << n;
    EXPECT_EQ(measureCharacterHeight(binary).of_words, 0) << n;
    binary(cv::Rect(40 + 60 * n, 40, kStroke, kTall)) = 255;
    binary(cv::Rect(40 + 60 * n, 40, 12, kStroke)) = 255;
  }
  EXPECT_NEAR(measureCharacterHeight(binary).height, kTall, 2);
}

}  // namespace
}  // namespace platen::detect
