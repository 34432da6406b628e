// The distance of text lines as evidence of stage 1: which lines are neighbours, that the residuals and their
// derivatives are right, and that a page without sides gains by it.
#include "core/optim/leading.h"

#include "core/optim/sheet_fit.h"
#include "tests/support/synthetic_cues.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::bookRecipe;
using test::makeSyntheticPage;
using test::sheetErrorPercent;
using test::SyntheticPage;
using test::SyntheticRecipe;

TEST(Leading, NeighboursAreThoseOfOneColumnAtTheUsualDistance) {
  std::vector<LevelLine> lines;
  for (int k = 0; k < 12; ++k) {
    lines.push_back({0.1 * k, 0, 1});           // a column
    lines.push_back({0.1 * k + 0.05, 1.2, 2});  // another one, half a line lower
  }
  lines.push_back({1.1 + 0.25, 0, 1});     // a heading, further off
  lines.push_back({0.13, 0, 0.9, false});  // a margin's worth of something else
  const Leading leading = findLeading(lines, 0.04);
  EXPECT_EQ(leading.pairs.size(), 22u);
  EXPECT_NEAR(leading.distance, 0.1, 1e-9);
  for (const LinePair& pair : leading.pairs) {
    EXPECT_NEAR(lines[pair.below].v - lines[pair.above].v, 0.1, 1e-9);
    EXPECT_EQ(lines[pair.below].from, lines[pair.above].from);
  }
  lines.resize(12);  // six lines a column
  EXPECT_TRUE(findLeading(lines, 0.04).pairs.size() == 10u);
  lines.resize(8);
  EXPECT_TRUE(findLeading(lines, 0.04).pairs.empty());
}

// Lines at v(p) = v0 + a p0 + b p1: value and gradient against differences, with an outlier among the pairs. The common
// distance is a robust mean whose weights are held in the derivative, so this is exact where they hardly move.
TEST(Leading, ResidualsAndTheirGradientAgree) {
  const std::vector<double> v0{0, 0.1, 0.2, 0.302, 0.4, 0.55, 0.651};
  const std::vector<double> a{0, 0.01, 0.022, 0.03, 0.05, 0.05, 0.07};
  std::vector<LinePair> pairs;
  for (std::size_t k = 1; k < v0.size(); ++k) {
    pairs.push_back({k - 1, k});
  }
  const auto at = [&](double p, bool derivatives) {
    std::vector<double> v(v0.size());
    std::vector<std::vector<double>> slopes;
    for (std::size_t k = 0; k < v.size(); ++k) {
      v[k] = v0[k] + a[k] * p;
      if (derivatives) {
        slopes.push_back({a[k]});
      }
    }
    NormalEquations out(1);
    addLeading(pairs, 0.3, 0.2, v, slopes, out);
    return out;
  };
  constexpr double kStep = 1e-5;
  const double numeric = (at(kStep, false).cost - at(-kStep, false).cost) / (2 * kStep);
  const NormalEquations equations = at(0, true);
  EXPECT_EQ(equations.cost, at(0, false).cost);
  EXPECT_NEAR(2 * equations.gradient[0], numeric, 0.02 * std::abs(numeric));
  EXPECT_GT(equations.hessian[0], 0);
  // Equal distances cost nothing, whatever they are; lines that changed places cost their whole weight.
  const std::vector<double> even{0, 0.3, 0.6, 0.9};
  const std::vector<LinePair> three{{0, 1}, {1, 2}, {2, 3}};
  NormalEquations none(1);
  addLeading(three, 0.3, 0.2, even, {}, none);
  EXPECT_NEAR(none.cost, 0, 1e-12);
  NormalEquations crossed(1);
  addLeading({{0, 1}, {1, 2}, {2, 3}, {3, 0}}, 0.3, 0.2, even, {}, crossed);
  EXPECT_NEAR(crossed.cost, 0.3, 1e-12);
}

double errorOf(const SyntheticRecipe& recipe, bool leading, bool margins = true) {
  const SyntheticPage page = makeSyntheticPage(recipe);
  SheetFitOptions options;
  options.leading = leading;
  options.margins = margins;
  const SheetFit fit = fitSheet(page.cues, options, nullptr, {}, {});
  return sheetErrorPercent(page, SheetModel(fit.frame, fit.parameters), true);
}

// Nothing but lines, without margins, on a page seen at an angle: what is stretched along the page only their distance
// tells.
TEST(Leading, TellsWhatIsStretchedAlongAPageWithoutSides) {
  double with = 0;
  double without = 0;
  for (const double pitch : {0.35, -0.3}) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      SyntheticRecipe recipe = bookRecipe();
      std::fill(std::begin(recipe.sides), std::end(recipe.sides), false);
      recipe.ragged_right = true;
      recipe.truth.pitch = pitch;
      recipe.noise_px = 0.5;
      recipe.seed = seed;
      with += errorOf(recipe, true, false) / 6;
      without += errorOf(recipe, false, false) / 6;
    }
  }
  EXPECT_LT(with, 0.6 * without) << with << " with, " << without << " without";
}

// Headings and displayed formulas: distances that are none do not bend the page.
TEST(Leading, IrregularLinesDoNoHarm) {
  SyntheticRecipe recipe = bookRecipe();
  recipe.missing_lines = 0.35;
  EXPECT_LT(errorOf(recipe, true), errorOf(recipe, false) + 0.02);
}

}  // namespace
}  // namespace platen::optim
