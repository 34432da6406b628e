#include "core/optim/whole_letters.h"

#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

constexpr double kH = 20;  // work_px, which the boxes are in

// Ink on rows [from, to) of columns 100 to 140, every other column.
PageCues inked(int from, int to) {
  PageCues cues;
  cues.char_height = kH;
  cues.ink.scale = 0.5;
  cues.ink.image = Image::allocate({200, 200}, 1);
  for (int y = 0; y < 200; ++y) {
    auto* row = cues.ink.image.rowAs<std::uint8_t>(y);
    std::fill_n(row, 200, std::uint8_t{0});
    for (int x = 50; x < 70; x += 2) {
      row[x] = 2 * y >= from && 2 * y < to ? 255 : 0;
    }
  }
  return cues;
}

double lowerSide(const PageCues& cues, double at) {
  return beyondTheLetters(cues, {80, 40, 300, at}, SideKind::bottom, SideOf::paper, {kH, kH},
                          [](Vec2 work_px) { return work_px; });
}

TEST(WholeLetters, TheSideMovesBehindWhatItCuts) {
  const PageCues cues = inked(80, 120);
  EXPECT_NEAR(lowerSide(cues, 100), 120 + 0.35 * kH, 3);
  EXPECT_NEAR(lowerSide(cues, 119), 119 + 0.35 * kH, 3) << "what ends at the side is blurred beyond it";
  EXPECT_DOUBLE_EQ(lowerSide(cues, 135), 135);
}

TEST(WholeLetters, AccentsArePartOfThemAndTheNextLineIsNot) {
  PageCues accented = inked(80, 104);
  const PageCues accent = inked(108, 114);
  for (int y = 0; y < 200; ++y) {
    auto* row = accented.ink.image.rowAs<std::uint8_t>(y);
    const auto* other = accent.ink.image.rowAs<std::uint8_t>(y);
    std::transform(row, row + 200, other, row, [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); });
  }
  EXPECT_NEAR(lowerSide(accented, 100), 114 + 0.35 * kH, 3);
  EXPECT_DOUBLE_EQ(lowerSide(inked(104, 110), 100), 100) << "nothing is cut";
  const double at_print = beyondTheLetters(inked(104, 110), {80, 40, 300, 100}, SideKind::bottom, SideOf::print,
                                           {kH, kH}, [](Vec2 work_px) { return work_px; });
  EXPECT_NEAR(at_print, 110 + 0.35 * kH, 3) << "print may go on where no paper ends";
  EXPECT_DOUBLE_EQ(lowerSide(inked(120, 160), 100), 100);
}

TEST(WholeLetters, WhatGoesOnAndOnIsNoLetter) {
  EXPECT_DOUBLE_EQ(lowerSide(inked(80, 400), 100), 100);
}

// The line of the fold, the facing page's letters, a shadow on the desk.
TEST(WholeLetters, AtTheNeighbouringSidesNothingIsLookedAt) {
  const PageCues cues = inked(80, 120);  // columns 100 to 140
  const auto work = [](Vec2 work_px) { return work_px; };
  EXPECT_DOUBLE_EQ(beyondTheLetters(cues, {134, 40, 300, 100}, SideKind::bottom, SideOf::paper, {kH, kH}, work), 100);
  EXPECT_GT(beyondTheLetters(cues, {114, 40, 300, 100}, SideKind::bottom, SideOf::paper, {kH, kH}, work), 100);
}

TEST(WholeLetters, WithoutInkItStays) {
  EXPECT_DOUBLE_EQ(lowerSide({}, 100), 100);
}

}  // namespace
}  // namespace platen::optim
