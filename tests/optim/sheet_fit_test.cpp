#include "core/optim/sheet_fit.h"

#include "tests/support/synthetic_cues.h"

#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::makeSyntheticPage;
using test::sheetErrorPercent;
using test::SyntheticPage;
using test::SyntheticRecipe;

// A book page: bent towards the spine at its left, seen from below at an angle.
SyntheticRecipe bookRecipe() {
  SyntheticRecipe recipe;
  recipe.truth.roll = 0.04;
  recipe.truth.pitch = 0.12;
  recipe.truth.log_focal = std::log(1.2);
  recipe.truth.bend = {-0.75, -0.45, -0.15, 0.05, 0.1, 0.12, 0.08, 0.05, 0.0};
  return recipe;
}

SheetFit fitted(const SyntheticPage& page, const SheetFitOptions& options = {}) {
  return fitSheet(page.cues, options, nullptr, {}, {});
}

double errorOf(const SyntheticPage& page, const SheetFit& fit, bool text_only = false) {
  return sheetErrorPercent(page, SheetModel(fit.frame, fit.parameters), text_only);
}

class SheetFitAtRuling : public ::testing::TestWithParam<double> {};

TEST_P(SheetFitAtRuling, RecoversABentPage) {
  SyntheticRecipe recipe = bookRecipe();
  recipe.truth.ruling = GetParam() * M_PI / 180;
  recipe.truth.bend = {-0.4, -0.35, -0.2, 0.0, 0.15, 0.25, 0.3, 0.3, 0.3};
  const SyntheticPage page = makeSyntheticPage(recipe);
  const SheetFit fit = fitted(page);
  ASSERT_TRUE(fit.usable);
  EXPECT_EQ(fit.kind, SheetKind::cylinder);
  EXPECT_FALSE(fit.soft);
  EXPECT_GT(fit.inlier_share, 0.97);
  EXPECT_LT(errorOf(page, fit), 0.1) << "ruling cost " << fit.diagnostics.at("ruling_cost_0") << " -> "
                                     << fit.diagnostics.at("ruling_cost");
}

INSTANTIATE_TEST_SUITE_P(Rulings, SheetFitAtRuling, ::testing::Values(0.0, 52.0, 90.0, -35.0));

TEST(SheetFit, RecoversABookPageFromItsTextAndSides) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  const SheetFit fit = fitted(page);
  EXPECT_EQ(fit.kind, SheetKind::cylinder);
  EXPECT_EQ(fit.side_count, 4);
  EXPECT_GE(fit.margin_count, 1);
  EXPECT_LT(errorOf(page, fit), 0.1);
}

}  // namespace
}  // namespace platen::optim
