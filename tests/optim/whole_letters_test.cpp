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
  return beyondTheLetters(cues, {80, 40, 300, at}, SideKind::bottom, {kH, kH}, [](Vec2 work_px) { return work_px; });
}

TEST(WholeLetters, TheSideMovesBehindWhatItCuts) {
  const PageCues cues = inked(80, 120);
  EXPECT_NEAR(lowerSide(cues, 100), 120 + 0.35 * kH, 3);
  EXPECT_NEAR(lowerSide(cues, 119), 119 + 0.35 * kH, 3) << "what ends at the side is blurred beyond it";
  EXPECT_DOUBLE_EQ(lowerSide(cues, 135), 135);
}

TEST(WholeLetters, ThePrintBehindAGapIsOther) {
  EXPECT_DOUBLE_EQ(lowerSide(inked(120, 160), 100), 100);
  EXPECT_NEAR(lowerSide(inked(104, 110), 100), 110 + 0.35 * kH, 3) << "an accent, an umlaut's dots";
  EXPECT_LE(lowerSide(inked(80, 400), 100), 100 + 3.4 * kH) << "a bar, a picture";
}

TEST(WholeLetters, WithoutInkItStays) {
  EXPECT_DOUBLE_EQ(lowerSide({}, 100), 100);
}

}  // namespace
}  // namespace platen::optim
