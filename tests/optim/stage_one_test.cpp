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

// An A4 sheet seen at an angle and folded along two lines, as far as two kinks of its picture are folds: what it adds
// beyond u0 and v0, work_px per sheet unit.
struct Kinks {
  Vec2 across_u, across_v;
  double u0, v0;
};

SyntheticRecipe foldedSheet(double roll, double pitch, double yaw, int v_rules, int h_rules, const Kinks& kinks) {
  SyntheticRecipe recipe;
  recipe.truth.roll = roll;
  recipe.truth.pitch = pitch;
  recipe.truth.log_focal = std::log(1.2);
  recipe.truth.bend = {yaw};
  recipe.text_half_height = 1.2 * 297 / 210 - 0.2;
  recipe.missing_lines = 0.6;
  recipe.ragged_right = true;
  recipe.v_rules = v_rules;
  recipe.h_rules = h_rules;
  recipe.displacement_px = [kinks](Vec2 p) {
    return std::abs(p.x - kinks.u0) * kinks.across_u + std::abs(p.y - kinks.v0) * kinks.across_v;
  };
  return recipe;
}

SyntheticRecipe foldedBelow() {
  return foldedSheet(0.18, 0.19, 0.06, 3, 8, {{-12, 6}, {31, 26}, 0.14, 0.36});
}

SyntheticRecipe foldedAbove() {
  return foldedSheet(-0.07, 0.16, 0.01, 5, 4, {{-4, 30}, {-32, 30}, 0.22, -0.3});
}

double errorOf(const SyntheticPage& page, const SheetFit& fit) {
  return sheetErrorPercent(page, SheetModel(fit.frame, fit.parameters));
}

TEST(StageOne, ASideThatWasDroppedIsHeld) {
  for (const SyntheticRecipe& recipe : {foldedBelow(), foldedAbove()}) {
    const SyntheticPage page = makeSyntheticPage(recipe);
    SheetFit dropped = fitBestSheet(page.cues, {}, nullptr, {}, {});
    addFolds(page.cues, {}, {}, dropped);
    const SheetFit held = fitStageOne(page.cues, {}, nullptr, {}, {}).sheet;
    ASSERT_TRUE(held.diagnostics.contains("sides_held"));
    EXPECT_EQ(held.diagnostics.at("sides_held"), 1);
    EXPECT_GT(errorOf(page, dropped), 3);
    EXPECT_LT(errorOf(page, held), 4);
    EXPECT_LT(errorOf(page, held), 0.6 * errorOf(page, dropped));
  }
}

TEST(StageOne, NothingIsHeldOnAPageThatIsExplained) {
  SyntheticRecipe recipe = foldedBelow();
  recipe.displacement_px = nullptr;
  const SyntheticPage page = makeSyntheticPage(recipe);
  const StageOne stage = fitStageOne(page.cues, {}, nullptr, {}, {});
  EXPECT_FALSE(stage.sheet.diagnostics.contains("sides_held"));
  EXPECT_LT(errorOf(page, stage.sheet), 0.1);
}

TEST(StageOne, NothingIsHeldWhereOnlyThreeSidesAreSeen) {
  SyntheticRecipe recipe = foldedBelow();
  recipe.sides[static_cast<int>(SideKind::top)] = false;
  const SyntheticPage page = makeSyntheticPage(recipe);
  EXPECT_FALSE(fitStageOne(page.cues, {}, nullptr, {}, {}).sheet.diagnostics.contains("sides_held"));
}

}  // namespace
}  // namespace platen::optim
