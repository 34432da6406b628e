#include "core/optim/map_sigma.h"

#include "core/optim/sheet_fit.h"
#include "tests/support/map_error.h"
#include "tests/support/synthetic_cues.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::makeSyntheticPage;
using test::sheetErrorPercent;
using test::SyntheticPage;
using test::SyntheticRecipe;

// Of a plane: roll, pitch, log focal, ruling, and the slant of its one tangent.
constexpr std::size_t kParameters = 5;

SyntheticRecipe slantedPlane() {
  SyntheticRecipe recipe;
  recipe.truth.roll = 0.05;
  recipe.truth.pitch = 0.25;
  recipe.truth.ruling = 0.1;
  recipe.truth.log_focal = std::log(1.2);
  recipe.truth.bend = {0.2};
  return recipe;
}

// Equations that leave each parameter a standard deviation of its own.
NormalEquations equationsOf(const std::vector<double>& sigmas) {
  NormalEquations equations(sigmas.size());
  for (std::size_t i = 0; i < sigmas.size(); ++i) {
    equations.hessian[i * sigmas.size() + i] = 0.5 / (sigmas[i] * sigmas[i]);
  }
  return equations;
}

double sigmaOf(const SyntheticPage& page, const std::vector<double>& sigmas) {
  const SheetModel sheet(page.frame, page.recipe.truth, true);
  return mapSigma(sheet, page.page_sheet_uv, equationsOf(sigmas)).value_or(-1);
}

// What it says beside what comes of parameters drawn at random, measured as the synthetic pages' error is.
TEST(MapSigma, IsWhatDrawnParametersAreOff) {
  const SyntheticPage page = makeSyntheticPage(slantedPlane());
  const std::vector<double> sigmas{0.02, 0.01, 0.04, 0.02, 0.015};
  ASSERT_EQ(sigmas.size(), kParameters);
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  constexpr int kDraws = 400;
  double squares = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    SheetParameters drawn = page.recipe.truth;
    drawn.roll += sigmas[0] * normal(random);
    drawn.pitch += sigmas[1] * normal(random);
    drawn.log_focal += sigmas[2] * normal(random);
    drawn.ruling += sigmas[3] * normal(random);
    drawn.bend[0] += sigmas[4] * normal(random);
    const double off = sheetErrorPercent(page, SheetModel(page.frame, drawn));
    ASSERT_TRUE(std::isfinite(off));
    squares += off * off / kDraws;
  }
  // That error is in hundredths of the page's width.
  const Box& rect = page.page_sheet_uv;
  const double expected = std::sqrt(squares) / 100 * rect.width() / std::hypot(rect.width(), rect.height());
  EXPECT_GT(expected, 0.001);
  EXPECT_NEAR(sigmaOf(page, sigmas), expected, 0.1 * expected);
}

TEST(MapSigma, ATurnOfThePageIsNone) {
  SyntheticRecipe level;
  level.truth.log_focal = std::log(1.2);
  const SyntheticPage page = makeSyntheticPage(level);
  constexpr double kTight = 1e-6;
  EXPECT_LT(sigmaOf(page, {0.1, kTight, kTight, kTight, kTight}), 1e-5);
  EXPECT_GT(sigmaOf(page, {kTight, 0.1, kTight, kTight, kTight}), 1e-3);
}

TEST(MapSigma, IsLargeWhereTheEquationsDetermineNothing) {
  const SyntheticPage page = makeSyntheticPage(slantedPlane());
  const SheetModel sheet(page.frame, page.recipe.truth, true);
  EXPECT_GT(mapSigma(sheet, page.page_sheet_uv, NormalEquations(kParameters)).value_or(0), 100);
}

TEST(MapSigma, IsNoneWithoutAMinimumOrAPage) {
  const SyntheticPage page = makeSyntheticPage(slantedPlane());
  NormalEquations equations = equationsOf({0.02, 0.01, 0.04, 0.02, 0.015});
  const SheetModel sheet(page.frame, page.recipe.truth, true);
  EXPECT_TRUE(mapSigma(sheet, page.page_sheet_uv, equations).has_value());
  EXPECT_FALSE(mapSigma(sheet, {0.5, 0.5, 0.5, 0.5}, equations).has_value());
  std::fill(equations.hessian.begin(), equations.hessian.end(), -1.0);
  EXPECT_FALSE(mapSigma(sheet, page.page_sheet_uv, equations).has_value());
}

// A letter whose few lines stand near its head, photographed from too near to have its left and right side in view:
// many cameras explain them.
TEST(MapSigma, OfALetterThatLeavesThePhotoIsLarge) {
  SyntheticRecipe recipe = slantedPlane();
  const SheetFit whole = fitSheet(makeSyntheticPage(recipe).cues, {}, nullptr, {}, {});
  ASSERT_TRUE(whole.usable);
  EXPECT_GT(whole.map_sigma, 0);
  EXPECT_LT(whole.map_sigma, 0.005);
  SyntheticPage letter = makeSyntheticPage(recipe);
  std::vector<TextSegment>& lines = letter.cues.segments;
  std::sort(lines.begin(), lines.end(),
            [](const TextSegment& a, const TextSegment& b) { return a.points.front().y < b.points.front().y; });
  lines.resize(8);
  std::vector<PageSide>& sides = letter.cues.sides;
  std::erase_if(sides,
                [](const PageSide& side) { return side.kind != SideKind::top && side.kind != SideKind::bottom; });
  ASSERT_EQ(sides.size(), 2U);
  const SheetFit few = fitSheet(letter.cues, {}, nullptr, {}, {});
  ASSERT_TRUE(few.usable);
  EXPECT_GT(few.map_sigma, 3 * whole.map_sigma);
  EXPECT_GT(few.map_sigma, 0.006);
}

}  // namespace
}  // namespace platen::optim
