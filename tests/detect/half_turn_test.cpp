// What letters and Tesseract say together of which way up a page is. The figures are those of real pages.
#include "core/detect/half_turn.h"

#include <optional>

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

TEST(HalfTurn, LettersOfOneMindNeedNobodyElse) {
  EXPECT_TRUE(standsForCertain(kLatin));
  EXPECT_EQ(halfTurn(kLatin, std::nullopt, true), HalfTurn::keep);
  EXPECT_EQ(halfTurn(turned(kLatin), std::nullopt, true), HalfTurn::turn);
  EXPECT_FALSE(standsForCertain(turned(kLatin))) << "to turn a page is asked about";
  EXPECT_FALSE(standsForCertain(kFewLines));
  EXPECT_EQ(halfTurn(kFewLines, std::nullopt, true), HalfTurn::keep);
}

// Measured on Hangul, Kana, Bengali and a page of colours: all were told wrongly.
TEST(HalfTurn, LinesThatDisagreeTellNothing) {
  for (const Uprightness& letters :
       {lettersOf(-0.513, 0.148, -0.642, 18), lettersOf(-0.335, 0.0845, -0.216, 81),
        lettersOf(0.375, 0.1215, 0.373, 27), lettersOf(0.594, 0.205, 0.9, 24), lettersOf(-0.757, 0.25, -0.621, 23)}) {
    EXPECT_FALSE(letters.isSure()) << letters.mean;
    EXPECT_EQ(halfTurn(letters, std::nullopt, true), HalfTurn::unknown) << letters.mean;
    EXPECT_EQ(halfTurn(letters, reads(0, 9.3), true), HalfTurn::keep) << letters.mean;
    EXPECT_EQ(halfTurn(letters, reads(2, 9.3), true), HalfTurn::turn) << letters.mean;
  }
  // Crumpled forms of Latin print do not agree much better, but have its ascenders.
  EXPECT_TRUE(lettersOf(0.43, 0.146, 0.31, 41).isLikeLatin());
  EXPECT_EQ(halfTurn(lettersOf(0.48, 0.12, 0.25, 26), std::nullopt, true), HalfTurn::keep);
  EXPECT_EQ(halfTurn(lettersOf(0.48, 0.12, 0.45, 26), std::nullopt, true), HalfTurn::unknown);
}

TEST(HalfTurn, WhatTracedNoTextTurnsNothing) {
  EXPECT_EQ(halfTurn(turned(kLatin), std::nullopt, false), HalfTurn::unknown);
  EXPECT_EQ(halfTurn(turned(kLatin), reads(2, 4.5), false), HalfTurn::turn) << "but who reads may";
}

TEST(HalfTurn, TesseractIsHeardAsFarAsLettersAgree) {
  EXPECT_EQ(halfTurn(kCrumpledForm, std::nullopt, true), HalfTurn::unknown);
  EXPECT_EQ(halfTurn(kCrumpledForm, reads(0, 2.5), true), HalfTurn::keep);
  EXPECT_EQ(halfTurn(kCrumpledForm, reads(0, 1.5), true), HalfTurn::unknown);
  EXPECT_EQ(halfTurn(kCrumpledForm, reads(2, 5), true), HalfTurn::unknown) << "letters lean the other way";
  EXPECT_EQ(halfTurn(turned(kCrumpledForm), reads(2, 5), true), HalfTurn::turn);
  EXPECT_EQ(halfTurn(turned(kCrumpledForm), reads(2, 3), true), HalfTurn::unknown) << "to turn needs more";
  EXPECT_EQ(halfTurn(turned(kCrumpledForm), reads(0, 5), true), HalfTurn::keep);
  EXPECT_EQ(halfTurn(turned(kCrumpledForm), reads(0, 2.5), true), HalfTurn::unknown);
  EXPECT_EQ(halfTurn(kCrumpledForm, reads(1, 20), true), HalfTurn::unknown) << "lines tell better that it is not";
}

TEST(HalfTurn, WhoReadsMayObject) {
  EXPECT_EQ(halfTurn(kFewLines, reads(2, 5), true), HalfTurn::unknown);
  EXPECT_EQ(halfTurn(kFewLines, reads(2, 12), true), HalfTurn::turn);
  EXPECT_EQ(halfTurn(turned(kLatin), reads(0, 5), true), HalfTurn::unknown) << "Georgian, Tamil";
  EXPECT_EQ(halfTurn(turned(kLatin), reads(0, 12), true), HalfTurn::keep);
  EXPECT_EQ(halfTurn(kFewLines, reads(2, 3), true), HalfTurn::keep) << "guesses are no objection";
}

TEST(HalfTurn, NoLinesAtAllAreUnknown) {
  EXPECT_EQ(halfTurn({}, std::nullopt, true), HalfTurn::unknown);
  EXPECT_EQ(halfTurn({}, reads(0, 4.5), true), HalfTurn::keep);
  EXPECT_EQ(halfTurn({}, reads(2, 7.9), true), HalfTurn::unknown);
}

}  // namespace
}  // namespace platen::detect
