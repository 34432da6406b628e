// The sheet fitted through the sampler: a known cylinder from its direction image and sides alone, E_dir as a judge,
// and the second opinion that stage 1 takes from it.
#include "core/optim/sampled_sheet_fit.h"

#include "core/optim/sheet_choice.h"
#include "tests/optim/known_sheet.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <stop_token>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::makeSyntheticPage;
using test::sheetErrorPercent;
using test::SyntheticPage;
using test::SyntheticRecipe;

// A whole sheet inside the frame.
SyntheticRecipe wholeSheet(double ruling) {
  SyntheticRecipe recipe;
  recipe.truth = {0.03, 0.2, std::log(1.3), ruling, {0.5, -0.2, -0.4, 0.3, 0.8}};
  recipe.half_width_q = 0.25;
  recipe.margin = 0.15;
  recipe.images = true;
  return recipe;
}

SyntheticPage withoutLines(SyntheticPage page) {
  page.cues.segments.clear();
  page.cues.has_text = false;
  return page;
}

TEST(SampledSheetFit, recoversAKnownCylinderWithoutAnyTracedLine) {
  for (const double ruling : {0.0, std::numbers::pi / 4}) {
    const SyntheticPage page = withoutLines(makeSyntheticPage(wholeSheet(ruling)));
    const auto fit = fitSheetBySampling(page.cues, {}, {});
    ASSERT_TRUE(fit.has_value()) << ruling;
    const SheetModel found(fit->frame, fit->parameters);
    SheetFitOptions plane;
    plane.model = ModelLimit::plane;
    const SheetFit flat = fitSheet(page.cues, plane, nullptr, {}, {});
    const double flat_error = sheetErrorPercent(page, SheetModel(flat.frame, flat.parameters));
    EXPECT_GT(flat_error, 0.7) << ruling;
    EXPECT_LT(sheetErrorPercent(page, found), 0.35 * flat_error) << ruling << " flat " << flat_error;
    EXPECT_LT(directionEnergy(page.cues, found, fit->rect), 0.5) << ruling;
    // The page's rectangle lands on the sides.
    EXPECT_NEAR(fit->rect.width() / fit->rect.height(), page.page_sheet_uv.width() / page.page_sheet_uv.height(), 0.06);
    EXPECT_EQ(fit->curves.size(), page.cues.sides.size());
  }
}

TEST(SampledSheetFit, needsThreeSidesAndSomethingPrinted) {
  SyntheticRecipe recipe = wholeSheet(0);
  recipe.sides[0] = recipe.sides[1] = false;
  EXPECT_FALSE(fitSheetBySampling(makeSyntheticPage(recipe).cues, {}, {}).has_value());
  recipe = wholeSheet(0);
  recipe.images = false;
  EXPECT_FALSE(fitSheetBySampling(makeSyntheticPage(recipe).cues, {}, {}).has_value());
}

// The upper third of the sheet is crumpled: its rows run askew, and its edge was not seen. A page without it would fit
// the direction best.
TEST(SampledSheetFit, keepsASideThatWasNotSeenWhereItWas) {
  SyntheticRecipe recipe = wholeSheet(0);
  recipe.sides[static_cast<std::size_t>(SideKind::top)] = false;
  SyntheticPage page = withoutLines(makeSyntheticPage(recipe));
  Image& direction = page.cues.direction.image;
  const double askew = 0.35;  // radians
  for (int j = 0; j < direction.height() / 3; ++j) {
    auto* row = direction.rowAs<std::uint8_t>(j);
    for (int i = 0; i < direction.width(); ++i) {
      row[3 * i] = static_cast<std::uint8_t>(128 + 127 * std::cos(2 * askew));
      row[3 * i + 1] = static_cast<std::uint8_t>(128 + 127 * std::sin(2 * askew));
      row[3 * i + 2] = 255;
    }
  }
  SheetFitOptions plane;
  plane.model = ModelLimit::plane;
  const SheetFit before = fitSheet(page.cues, plane, nullptr, {}, {});
  const auto fit = fitSheetBySampling(page.cues, {}, {});
  ASSERT_TRUE(fit.has_value());
  EXPECT_NEAR(fit->rect.y0, before.rect.y0, 0.02 * before.rect.height());
  EXPECT_NEAR(fit->rect.y1, before.rect.y1, 0.15 * before.rect.height());
}

TEST(SampledSheetFit, stopsAndTellsItsSteps) {
  const SyntheticPage page = withoutLines(makeSyntheticPage(wholeSheet(0)));
  std::stop_source source;
  int count = 0;
  FitHooks hooks;
  hooks.onStep = [&](const FitProgress& progress) {
    ASSERT_NE(progress.grid, nullptr);
    if (++count == 90) {
      source.request_stop();
    }
  };
  const auto fit = fitSheetBySampling(page.cues, hooks, source.get_token());
  EXPECT_EQ(count, 90);
  ASSERT_TRUE(fit.has_value());
  EXPECT_TRUE(fit->stopped);
}

TEST(DirectionEnergyAsJudge, isHigherForAWrongSheet) {
  const SyntheticPage page = makeSyntheticPage(wholeSheet(0));
  const double truth = directionEnergy(page.cues, SheetModel(page.frame, page.recipe.truth), page.page_sheet_uv);
  EXPECT_LT(truth, 0.3);
  SheetParameters wrong = page.recipe.truth;
  wrong.ruling = std::numbers::pi / 2;
  EXPECT_GT(directionEnergy(page.cues, SheetModel(page.frame, wrong), page.page_sheet_uv), 10 * truth);
  wrong = page.recipe.truth;
  wrong.roll += 0.05;
  EXPECT_GT(directionEnergy(page.cues, SheetModel(page.frame, wrong), page.page_sheet_uv), 10 * truth);
  PageCues blind = page.cues;
  blind.direction = {};
  EXPECT_TRUE(std::isnan(directionEnergy(blind, SheetModel(page.frame, wrong), page.page_sheet_uv)));
}

TEST(SheetChoice, leavesAGoodSheetAlone) {
  const SyntheticPage page = makeSyntheticPage(wholeSheet(0));
  const SheetFit traced = fitSheet(page.cues, {}, nullptr, {}, {});
  const SheetFit best = fitBestSheet(page.cues, {}, nullptr, {}, {});
  EXPECT_EQ(flatten(best.parameters), flatten(traced.parameters));
  EXPECT_EQ(best.steps, traced.steps);
}

TEST(SheetChoice, isNoWorseThanTheTracedSheetWhereLinesAreMissing) {
  const SyntheticPage page = withoutLines(makeSyntheticPage(wholeSheet(0.9)));
  const SheetFit traced = fitSheet(page.cues, {}, nullptr, {}, {});
  const SheetFit best = fitBestSheet(page.cues, {}, nullptr, {}, {});
  const double traced_error = sheetErrorPercent(page, SheetModel(traced.frame, traced.parameters));
  const double best_error = sheetErrorPercent(page, SheetModel(best.frame, best.parameters));
  EXPECT_LE(best_error, traced_error * 1.05);
}

TEST(SampledSheetFit, OfAnOutlineIsFoundOnceWhateverLinesAreBelieved) {
  const SyntheticPage page = makeSyntheticPage(wholeSheet(0));
  int told = 0;
  FitHooks hooks;
  hooks.onStep = [&](const FitProgress&) { ++told; };
  OutlineSheet outline;
  const auto first = outline.of(page.cues, hooks, {}, nullptr);
  ASSERT_TRUE(first);
  EXPECT_GT(told, 0);
  const int told_once = told;
  const auto second = outline.of(withoutLines(page).cues, hooks, {}, nullptr);
  ASSERT_TRUE(second);
  EXPECT_EQ(told, told_once);
  EXPECT_EQ(second->steps, 0);
  const auto anew = fitSheetBySampling(withoutLines(page).cues, {}, {});
  ASSERT_TRUE(anew);
  EXPECT_EQ(flatten(second->parameters), flatten(anew->parameters));
  EXPECT_EQ(first->steps, anew->steps);
}

}  // namespace
}  // namespace platen::optim
