// What letters and Tesseract say together of which way up a page is. The figures are those of real pages.
#include "core/detect/reading_turn.h"

#include <optional>
#include <utility>

#include <gtest/gtest.h>

namespace platen::detect {
namespace {

Uprightness lettersOf(double mean, double standard_error, double ascenders, int lines) {
  Uprightness letters;
  letters.mean = mean;
  letters.standard_error = standard_error;
  letters.lines = lines;
  letters.ascenders = ascenders;
  letters.ascenders_error = standard_error / 2;
  return letters;
}

Uprightness turned(Uprightness letters) {
  letters.mean = -letters.mean;
  letters.ascenders = -letters.ascenders;
  return letters;
}

const Uprightness kLatin = lettersOf(0.48, 0.045, 0.35, 40);
const Uprightness kFewLines = lettersOf(0.4, 0.12, 0.28, 7);
const Uprightness kCrumpledForm = lettersOf(0.1, 0.1, 0.05, 12);

std::optional<TesseractReading> reads(int quarter_turns, double confidence) {
  return TesseractReading{quarter_turns, confidence};
}

TEST(ReadingTurn, LettersOfOneMindNeedNobodyElse) {
  EXPECT_TRUE(standsForCertain(kLatin));
  EXPECT_EQ(readingTurn(kLatin, std::nullopt, true), 0);
  EXPECT_EQ(readingTurn(turned(kLatin), std::nullopt, true), 2);
  EXPECT_FALSE(standsForCertain(turned(kLatin))) << "to turn a page is asked about";
  EXPECT_FALSE(standsForCertain(kFewLines));
  EXPECT_EQ(readingTurn(kFewLines, std::nullopt, true), 0);
}

// Measured on Hangul, Kana, Bengali and a page of colours: all were told wrongly.
TEST(ReadingTurn, LinesThatDisagreeTellNothing) {
  for (const Uprightness& letters :
       {lettersOf(-0.513, 0.148, -0.642, 18), lettersOf(-0.335, 0.0845, -0.216, 81),
        lettersOf(0.375, 0.1215, 0.373, 27), lettersOf(0.594, 0.205, 0.9, 24), lettersOf(-0.757, 0.25, -0.621, 23)}) {
    EXPECT_FALSE(letters.isSure()) << letters.mean;
    EXPECT_EQ(readingTurn(letters, std::nullopt, true), std::nullopt) << letters.mean;
    EXPECT_EQ(readingTurn(letters, reads(0, 9.3), true), 0) << letters.mean;
    EXPECT_EQ(readingTurn(letters, reads(2, 9.3), true), 2) << letters.mean;
  }
  // Crumpled forms of Latin print do not agree much better, but have its ascenders.
  EXPECT_TRUE(lettersOf(0.43, 0.146, 0.31, 41).isLikeLatin());
  EXPECT_EQ(readingTurn(lettersOf(0.48, 0.12, 0.25, 26), std::nullopt, true), 0);
  EXPECT_EQ(readingTurn(lettersOf(0.48, 0.12, 0.45, 26), std::nullopt, true), std::nullopt);
}

TEST(ReadingTurn, WhatTracedNoTextTurnsNothing) {
  EXPECT_EQ(readingTurn(turned(kLatin), std::nullopt, false), std::nullopt);
  EXPECT_EQ(readingTurn(turned(kLatin), reads(2, 4.5), false), std::nullopt);
  EXPECT_EQ(readingTurn(turned(kLatin), reads(2, 8.5), false), 2) << "but who reads may";
}

TEST(ReadingTurn, TesseractIsHeardAsFarAsLettersAgree) {
  EXPECT_EQ(readingTurn(kCrumpledForm, std::nullopt, true), std::nullopt);
  EXPECT_EQ(readingTurn(kCrumpledForm, reads(0, 2.5), true), 0);
  EXPECT_EQ(readingTurn(kCrumpledForm, reads(0, 1.5), true), std::nullopt);
  EXPECT_EQ(readingTurn(kCrumpledForm, reads(2, 5), true), std::nullopt) << "letters lean the other way";
  EXPECT_EQ(readingTurn(turned(kCrumpledForm), reads(2, 5), true), 2);
  EXPECT_EQ(readingTurn(turned(kCrumpledForm), reads(2, 3), true), std::nullopt) << "to turn needs more";
  EXPECT_EQ(readingTurn(turned(kCrumpledForm), reads(0, 5), true), 0);
  EXPECT_EQ(readingTurn(turned(kCrumpledForm), reads(0, 2.5), true), std::nullopt);
  EXPECT_EQ(readingTurn(kCrumpledForm, reads(1, 7), true), std::nullopt) << "lines tell better that it is not";
}

// Measured on three pages of Japanese set from top to bottom, whose columns are the lines.
TEST(ReadingTurn, VerticalPrintIsTurnedBack) {
  EXPECT_EQ(readingTurn(lettersOf(0.136, 0.0986, -0.055, 17), reads(3, 42), true), 3);
  EXPECT_EQ(readingTurn(lettersOf(0.329, 0.0802, -0.026, 22), reads(3, 40), true), 3);
  EXPECT_EQ(readingTurn(lettersOf(-0.424, 0.095, -0.229, 15), reads(3, 29), true), 3);
  EXPECT_EQ(readingTurn(kFewLines, reads(3, 11.9), true), 0);
  EXPECT_EQ(readingTurn(kFewLines, reads(3, 12), true), 3);
}

TEST(ReadingTurn, WhoReadsMayObject) {
  EXPECT_EQ(readingTurn(kFewLines, reads(2, 5), true), std::nullopt);
  EXPECT_EQ(readingTurn(kFewLines, reads(2, 12), true), 2);
  EXPECT_EQ(readingTurn(turned(kLatin), reads(0, 5), true), std::nullopt) << "Georgian, Tamil";
  EXPECT_EQ(readingTurn(turned(kLatin), reads(0, 12), true), 0);
  EXPECT_EQ(readingTurn(kFewLines, reads(2, 3), true), 0) << "guesses are no objection";
}

// Less is asked where such print would stand as the photo was taken; that it is level is never taken for the opposite.
TEST(ReadingTurn, VerticalPrintIsToldWhereABookOfItIsSeen) {
  const auto says = [](int turns, double confidence, bool has_two_pages) {
    return saysPrintIsVertical({turns, confidence}, 3, has_two_pages);
  };
  EXPECT_TRUE(saysPrintIsVertical({1, 12}));
  EXPECT_FALSE(saysPrintIsVertical({1, 11.9}));
  EXPECT_FALSE(saysPrintIsVertical({2, 40}));
  EXPECT_TRUE(says(1, 12, false)) << "the other way up";
  EXPECT_FALSE(says(1, 11.9, true));
  EXPECT_TRUE(says(3, 2, true));
  EXPECT_FALSE(says(3, 1.9, true));
  EXPECT_TRUE(says(3, 4, false));
  EXPECT_FALSE(says(3, 3.9, false)) << "a page beside a glimpse is less than two pages";
  EXPECT_FALSE(says(2, 40, true));
  EXPECT_FALSE(says(0, 40, true));
  EXPECT_FALSE(saysPrintIsVertical({2, 40}, 2, true)) << "nor where an even turn would take it as the photo was taken";
}

TEST(ReadingTurn, FewLinesLeanByChance) {
  EXPECT_EQ(readingTurn(lettersOf(-0.5, 0.01, -0.4, 4), reads(2, 5), true), std::nullopt);
  EXPECT_EQ(readingTurn(lettersOf(-0.5, 0.01, -0.4, 5), reads(2, 5), true), 2);
}

// Hebrew, Devanagari, Bengali and Hangul on their heads: as they measure upright, mirrored.
TEST(ReadingTurn, ScriptsThatHangDoNotStandWhenTheyAreUpsideDown) {
  for (const auto& [mean, ascenders] : {std::pair(0.61, 1.04), std::pair(0.39, 1.28), std::pair(0.93, 1.45),
                                        std::pair(1.19, 1.42), std::pair(1.63, 1.27)}) {
    const Uprightness letters = lettersOf(mean, 0.03, ascenders, 37);
    EXPECT_FALSE(standsForCertain(letters)) << mean;
    EXPECT_EQ(readingTurn(letters, std::nullopt, true), std::nullopt) << mean;
    EXPECT_EQ(readingTurn(letters, reads(2, 9), true), 2) << mean;
  }
}

TEST(ReadingTurn, TesseractGetsLettersOfASizeThatItReads) {
  EXPECT_DOUBLE_EQ(scaleForReading({2000, 3000}, 20), 1);
  EXPECT_DOUBLE_EQ(scaleForReading({2000, 3000}, 40), 0.6) << "1800 pixels are as many as there were";
  EXPECT_DOUBLE_EQ(scaleForReading({1000, 700}, 40), 1) << "not magnified without need";
  EXPECT_DOUBLE_EQ(scaleForReading({1000, 700}, 10), 2);
  EXPECT_DOUBLE_EQ(scaleForReading({1000, 700}, 4), 2.5);
  EXPECT_DOUBLE_EQ(scaleForReading({9000, 6000}, 20), 0.4) << "3600 pixels are the most";
}

TEST(ReadingTurn, NoLinesAtAllAreUnknown) {
  EXPECT_EQ(readingTurn({}, std::nullopt, true), std::nullopt);
  EXPECT_EQ(readingTurn({}, reads(0, 4.5), true), 0);
  EXPECT_EQ(readingTurn({}, reads(2, 7.9), true), std::nullopt);
}

// Measured on 388 pages whose letters are sure, either way up: 176 are confirmed so, each as Tesseract reads it whole.
TEST(ReadingTurn, AFewLinesConfirmWhatTheLettersSay) {
  EXPECT_TRUE(confirms({0, 0.8}, 0));
  EXPECT_TRUE(confirms({2, 1.8}, 2));
  EXPECT_FALSE(confirms({0, 0.3}, 0)) << "by chance";
  EXPECT_FALSE(confirms({2, 4.1}, 0)) << "the opposite";
  EXPECT_FALSE(confirms({1, 14}, 0)) << "it may lie on its side";
}

}  // namespace
}  // namespace platen::detect
