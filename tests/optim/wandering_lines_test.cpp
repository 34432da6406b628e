// Lines that wander, as those of handwriting do: that they are told from lines that rise with their paper, and that
// the page is then found by its sides.
#include "core/optim/wandering_lines.h"

#include "core/optim/sheet_fit.h"
#include "core/optim/sheet_model.h"
#include "tests/optim/known_sheet.h"
#include "tests/support/synthetic_cues.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <random>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::bookRecipe;
using test::knownSheet;
using test::makeSyntheticPage;
using test::SyntheticPage;

// Every line rises by `slant_h`, end to end, and by a share of `spread_h` of its own, character heights.
void letRise(PageCues& cues, double slant_h, double spread_h, std::uint32_t seed) {
  std::mt19937 random(seed);
  for (TextSegment& segment : cues.segments) {
    const double unit = static_cast<double>(random()) / std::mt19937::max();
    const double rise_px = cues.char_height * (slant_h + spread_h * (2 * unit - 1));
    const double x0 = segment.points.front().x;
    const double run = segment.points.back().x - x0;
    for (Vec2& point : segment.points) {
      point.y += rise_px * ((point.x - x0) / run - 0.5);
    }
  }
}

TEST(WanderingLines, TellOfTheirOwnRiseAlone) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  const SheetFit sheet = knownSheet(page);
  const LineWander printed = wanderOf(page.cues, sheet);
  EXPECT_GE(printed.pairs, 15);
  EXPECT_LT(printed.own_h, 0.1);

  PageCues slanted = page.cues;
  letRise(slanted, 1, 0, 1);
  EXPECT_LT(wanderOf(slanted, sheet).own_h, 0.1);
  EXPECT_FALSE(fitWanderingLines(slanted, sheet, {}, nullptr, {}, {}));

  PageCues written = page.cues;
  letRise(written, 0, 0.5, 1);
  EXPECT_NEAR(wanderOf(written, sheet).own_h, 0.5 / std::sqrt(3), 0.15);
}

TEST(WanderingLines, LeaveThePageToItsSides) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  letRise(page.cues, 1, 0.5, 2);
  const SheetFit led = fitSheet(page.cues, {}, nullptr, {}, {});
  const std::optional<StageOneAnew> anew = fitWanderingLines(page.cues, led, {}, nullptr, {}, {});
  ASSERT_TRUE(anew);
  EXPECT_GT(anew->cues.text_trust, 0);
  EXPECT_LT(anew->cues.text_trust, 0.2);
  const auto errorOf = [&](const SheetFit& fit) {
    return test::sheetErrorPercent(page, SheetModel(fit.frame, fit.parameters));
  };
  EXPECT_LT(errorOf(anew->stage_one.sheet), 0.5 * errorOf(led));

  const SheetStart kept{anew->stage_one.sheet.frame, anew->stage_one.sheet.parameters};
  const SheetFit led_again = fitSheet(page.cues, {}, &kept, {}, {});
  const std::optional<StageOneAnew> goes_on = fitWanderingLines(page.cues, led_again, {}, &kept, {}, {});
  ASSERT_TRUE(goes_on);
  EXPECT_NEAR(errorOf(goes_on->stage_one.sheet), errorOf(anew->stage_one.sheet), 0.02);

  PageCues three_sides = page.cues;
  three_sides.sides.pop_back();
  EXPECT_FALSE(fitWanderingLines(three_sides, led, {}, nullptr, {}, {}));
}

}  // namespace
}  // namespace platen::optim
