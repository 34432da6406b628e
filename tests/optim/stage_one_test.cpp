// Sheets on which evidence from inside the page outvotes a side that is seen well: the first fit drops that side, the
// second one holds it.
#include "core/optim/stage_one.h"

#include "core/optim/fold_choice.h"
#include "core/optim/sheet_choice.h"
#include "tests/support/synthetic_cues.h"

#include <cmath>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::makeSyntheticPage;
using test::sheetErrorPercent;
using test::SyntheticPage;
using test::SyntheticRecipe;

// An A4 sheet seen at an angle and folded along two lines, as far as two kinks of its picture are folds.
SyntheticRecipe foldedSheet() {
  SyntheticRecipe recipe;
  recipe.truth.roll = 0.12;
  recipe.truth.pitch = 0.09;
  recipe.truth.log_focal = std::log(1.2);
  recipe.truth.bend = {0.2};
  recipe.text_half_height = 1.2 * 297 / 210 - 0.2;
  recipe.missing_lines = 0.6;
  recipe.ragged_right = true;
  recipe.v_rules = 2;
  recipe.h_rules = 6;
  recipe.displacement_px = [](Vec2 p) {
    return Vec2{-51 * std::abs(p.y + 0.09) - 17 * std::abs(p.x + 0.33),
                23 * std::abs(p.y + 0.09) - 12 * std::abs(p.x + 0.33)};
  };
  return recipe;
}

double errorOf(const SyntheticPage& page, const SheetFit& fit) {
  return sheetErrorPercent(page, SheetModel(fit.frame, fit.parameters));
}

TEST(StageOne, ASideThatWasDroppedIsHeld) {
  const SyntheticPage page = makeSyntheticPage(foldedSheet());
  SheetFit dropped = fitBestSheet(page.cues, {}, nullptr, {}, {});
  addFolds(page.cues, {}, {}, dropped);
  const SheetFit held = fitStageOne(page.cues, {}, nullptr, {}, {}).sheet;
  ASSERT_TRUE(held.diagnostics.contains("sides_held"));
  EXPECT_EQ(held.diagnostics.at("sides_held"), 1);
  EXPECT_GT(errorOf(page, dropped), 5);
  EXPECT_LT(errorOf(page, held), 3);
}

TEST(StageOne, NothingIsHeldOnAPageThatIsExplained) {
  SyntheticRecipe recipe = foldedSheet();
  recipe.displacement_px = nullptr;
  const SyntheticPage page = makeSyntheticPage(recipe);
  const StageOne stage = fitStageOne(page.cues, {}, nullptr, {}, {});
  EXPECT_FALSE(stage.sheet.diagnostics.contains("sides_held"));
  EXPECT_LT(errorOf(page, stage.sheet), 0.1);
}

TEST(StageOne, NothingIsHeldWhereOnlyThreeSidesAreSeen) {
  SyntheticRecipe recipe = foldedSheet();
  recipe.sides[static_cast<int>(SideKind::top)] = false;
  const SyntheticPage page = makeSyntheticPage(recipe);
  EXPECT_FALSE(fitStageOne(page.cues, {}, nullptr, {}, {}).sheet.diagnostics.contains("sides_held"));
}

}  // namespace
}  // namespace platen::optim
