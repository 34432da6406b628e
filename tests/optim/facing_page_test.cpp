// One page of an open book helps the other: the same camera, leaves of one size.
#include "core/optim/facing_page.h"

#include "core/optim/sheet_fit.h"
#include "tests/support/synthetic_cues.h"

#include <cmath>
#include <cstdint>
#include <optional>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::makeSyntheticPage;
using test::sheetErrorPercent;
using test::SyntheticPage;
using test::SyntheticRecipe;

// A page of a book that a long lens saw, rising to the spine at its left.
SyntheticRecipe pageRecipe() {
  SyntheticRecipe recipe = test::bookRecipe();
  recipe.truth.pitch = 0.3;
  recipe.truth.log_focal = std::log(1.8);
  recipe.gutter_side = static_cast<int>(SideKind::left);
  return recipe;
}

// With little and noisy print, seen nearly from above: its own curves hardly tell the lens.
SyntheticRecipe poorRecipe(std::uint64_t seed) {
  SyntheticRecipe recipe = pageRecipe();
  recipe.truth.pitch = 0.1;
  recipe.missing_lines = 0.85;
  recipe.noise_px = 0.9;
  recipe.seed = seed;
  return recipe;
}

SheetFit fitted(const SyntheticPage& page, const FacingPage& facing) {
  SheetFitOptions options;
  options.facing = facing;
  return fitSheet(page.cues, options, nullptr, {}, {});
}

double errorOf(const SyntheticPage& page, const SheetFit& fit) {
  return sheetErrorPercent(page, SheetModel(fit.frame, fit.parameters));
}

double logAspectOf(const SheetFit& fit) {
  return std::log(fit.rect.height() / fit.rect.width());
}

double trueLogAspect(const SyntheticPage& page) {
  return std::log(page.page_sheet_uv.height() / page.page_sheet_uv.width());
}

TEST(FacingPage, ARichPageHelpsAPoorOne) {
  const SyntheticPage rich = makeSyntheticPage(pageRecipe());
  struct Off {
    double map = 0, focal = 0, aspect = 0;
  };
  Off alone;
  Off together;
  const auto add = [](const SyntheticPage& page, const SheetFit& fit, Off& off) {
    off.map += errorOf(page, fit);
    off.focal += std::abs(fit.parameters.log_focal - std::log(1.8));
    off.aspect += std::abs(logAspectOf(fit) - trueLogAspect(page));
  };
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    const SyntheticPage poor = makeSyntheticPage(poorRecipe(seed));
    const std::optional<FacingPage> heard = heardBy(0, {poor.cues, rich.cues}, {}, 0, {});
    ASSERT_TRUE(heard.has_value());
    // What the rich page says is true within what it says of its own uncertainty.
    ASSERT_GT(heard->log_focal_sigma, 0);
    ASSERT_GT(heard->log_aspect_sigma, 0);
    EXPECT_NEAR(heard->log_focal, std::log(1.8), 2.5 * heard->log_focal_sigma);
    EXPECT_NEAR(heard->log_aspect, trueLogAspect(rich), 2.5 * heard->log_aspect_sigma);
    add(poor, fitted(poor, {}), alone);
    add(poor, fitted(poor, *heard), together);
  }
  EXPECT_LT(together.map, 0.85 * alone.map);
  EXPECT_LT(together.focal, 0.5 * alone.focal);
  EXPECT_LT(together.aspect, 0.6 * alone.aspect);
}

TEST(FacingPage, TheSurePageIsHardlyMoved) {
  const SyntheticPage rich = makeSyntheticPage(pageRecipe());
  const SyntheticPage poor = makeSyntheticPage(poorRecipe(5));
  const std::optional<FacingPage> heard = heardBy(1, {poor.cues, rich.cues}, {}, 0, {});
  ASSERT_TRUE(heard.has_value());
  EXPECT_NEAR(logAspectOf(fitted(rich, *heard)), logAspectOf(fitted(rich, {})), 0.01);
}

// An insert of another size between the leaves.
TEST(FacingPage, AnotherShapeIsNotTaken) {
  const SyntheticPage page = makeSyntheticPage(pageRecipe());
  const SheetFit alone = fitted(page, {});
  FacingPage facing;
  facing.log_aspect = trueLogAspect(page) + 0.2;
  facing.log_aspect_sigma = 0.01;
  EXPECT_DOUBLE_EQ(logAspectOf(fitted(page, facing)), logAspectOf(alone));
  facing.log_aspect = trueLogAspect(page) + 0.03;
  EXPECT_GT(logAspectOf(fitted(page, facing)), logAspectOf(alone) + 0.002);
}

TEST(FacingPage, OnlyTheTwoPagesOfAnOpenBookTalk) {
  SyntheticRecipe recipe = pageRecipe();
  const SyntheticPage page = makeSyntheticPage(recipe);
  recipe.gutter_side = -1;
  const SyntheticPage loose = makeSyntheticPage(recipe);
  EXPECT_FALSE(heardBy(0, {page.cues}, {}, 0, {}).has_value());
  EXPECT_FALSE(heardBy(0, {page.cues, loose.cues}, {}, 0, {}).has_value());
  EXPECT_TRUE(heardBy(1, {page.cues, page.cues}, {}, 0, {}).has_value());
  EXPECT_FALSE(heardBy(2, {page.cues, page.cues}, {}, 0, {}).has_value());
  const SheetFit alone = fitted(loose, {});
  EXPECT_EQ(alone.tells.log_aspect_sigma, 0);
}

}  // namespace
}  // namespace platen::optim
