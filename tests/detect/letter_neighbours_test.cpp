// Which way print runs, by the nearest neighbours of its letters; and staves, by their runs.
#include "core/detect/letter_neighbours.h"

#include <gtest/gtest.h>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

struct Cells {
  cv::Size digit{7, 11};
  int digits = 3;  // of a number
  int gap = 3;     // between digits
  cv::Size step;   // from number to number
};

// A table of numbers.
cv::Mat tableOf(const Cells& cells) {
  cv::Mat text = cv::Mat::zeros(600, 600, CV_8UC1);
  for (int y = 20; y + cells.digit.height < 580; y += cells.step.height) {
    for (int x = 20; x + cells.step.width < 580; x += cells.step.width) {
      for (int k = 0; k < cells.digits; ++k) {
        text(cv::Rect({x + k * (cells.digit.width + cells.gap), y}, cells.digit)) = 255;
      }
    }
  }
  return text;
}

cv::Mat onItsSide(const cv::Mat& text) {
  cv::Mat turned;
  cv::rotate(text, turned, cv::ROTATE_90_CLOCKWISE);
  return turned;
}

TEST(LetterNeighbours, OfATableWithTightColumnsAreWithinItsNumbers) {
  // Rows 17 px apart, columns 90: whoever looks for lines finds columns.
  const cv::Mat table = tableOf({.step = {90, 17}});
  const LetterNeighbours upright = letterNeighbours(table);
  EXPECT_GT(upright.beside, 300);
  EXPECT_EQ(upright.below, 0);
  EXPECT_FALSE(upright.runAcross());
  EXPECT_TRUE(upright.runAlong());
  const LetterNeighbours turned = letterNeighbours(onItsSide(table));
  EXPECT_EQ(turned.below, upright.beside);
  EXPECT_TRUE(turned.runAcross());
  EXPECT_FALSE(turned.runAlong());
}

TEST(LetterNeighbours, OfFewLettersSayNothing) {
  const cv::Mat few = onItsSide(tableOf({.step = {280, 140}}));
  const LetterNeighbours letters = letterNeighbours(few);
  EXPECT_GT(letters.below, 0);
  EXPECT_FALSE(letters.runAcross());
  EXPECT_FALSE(letterNeighbours(onItsSide(few)).runAlong());
}

TEST(LetterNeighbours, OfWordsSayNothing) {
  // Bars as long as words, nearer to those above than beside them.
  const cv::Mat words = tableOf({.digit = {30, 10}, .digits = 1, .step = {60, 16}});
  EXPECT_EQ(letterNeighbours(words).beside + letterNeighbours(words).below, 0);
}

TEST(LetterNeighbours, OfNothingSayNothing) {
  EXPECT_FALSE(letterNeighbours(cv::Mat::zeros(50, 50, CV_8UC1)).runAcross());
}

TEST(LongRuns, AreThoseOfStavesNotOfLetters) {
  cv::Mat music = tableOf({.step = {90, 60}});
  for (int y = 50; y < 550; y += 25) {
    cv::line(music, {10, y}, {589, y}, 255);
  }
  const LongRuns runs = longRuns(music, 44);
  EXPECT_NEAR(runs.level, 20 * 580, 1);
  EXPECT_EQ(runs.upright, 0);
  EXPECT_EQ(longRuns(onItsSide(music), 44).level, 0);
}

}  // namespace
}  // namespace platen::detect
