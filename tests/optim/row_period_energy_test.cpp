// E_period: smallest at the truth, growing with the error, its gradient against central differences, and blind to the
// page's own leading and to rows that repeat at half or twice the distance.
#include "core/optim/row_period_energy.h"

#include "tests/optim/known_sheet.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::gradientError;
using test::makeSyntheticPage;
using test::randomControls;
using test::SyntheticPage;
using test::SyntheticRecipe;
using test::wavedRecipe;

constexpr NetShape kShape{5, 6};

SyntheticPage printedPage() {
  SyntheticRecipe recipe = wavedRecipe();
  recipe.images = true;
  return makeSyntheticPage(recipe);
}

double energyOf(const SyntheticPage& page, const SheetParameters& sheet) {
  const BaseMap base(SheetModel(page.frame, sheet), page.text_sheet_uv);
  RowPeriodEnergy energy(1, page.cues.row_period, 3, PageLattice(kShape, 40, 50, &base, true));
  std::vector<double> gradient(kShape.size(), 0.0);
  const double value = energy.add(std::vector<double>(kShape.size(), 0.0), 0, gradient);
  EXPECT_GT(energy.coverage(), 0.8);
  return value;
}

TEST(RowPeriodEnergy, isLowAtTheTruthAndGrowsWithTheSlant) {
  const SyntheticPage page = printedPage();
  double last = energyOf(page, page.recipe.truth);
  EXPECT_LT(last, 0.05);
  for (const double error : {0.05, 0.1, 0.2}) {
    SheetParameters wrong = page.recipe.truth;
    wrong.pitch += error;
    const double now = energyOf(page, wrong);
    EXPECT_GT(now, 1.5 * last + 0.1) << error;
    last = now;
  }
}

TEST(RowPeriodEnergy, hasTheGradientOfItsDifferences) {
  const SyntheticPage page = printedPage();
  const BaseMap base(SheetModel(page.frame, page.recipe.truth), page.text_sheet_uv);
  RowPeriodEnergy energy(1, page.cues.row_period, 3, PageLattice(kShape, 40, 50, &base, true));
  const std::vector<double> at = randomControls(kShape, 6, 7);
  std::vector<double> gradient(at.size(), 0.0);
  energy.add(at, 1, gradient);
  const auto value = [&energy](std::span<const double> controls) {
    std::vector<double> unused(controls.size(), 0.0);
    return energy.add(controls, 0, unused);
  };
  EXPECT_LT(gradientError(value, at, gradient, 0.02, 3), 0.03);
}

// Who sets lines further apart says nothing of the paper. Octaves are the same pixel by construction.
TEST(RowPeriodEnergy, knowsNoLeading) {
  SyntheticPage page = printedPage();
  const double before = energyOf(page, page.recipe.truth);
  Image& image = page.cues.row_period.image;
  for (int j = 0; j < image.height(); ++j) {
    auto* row = image.rowAs<std::uint8_t>(j);
    for (int i = 0; i < image.width(); ++i) {
      // A third of an octave more everywhere.
      const double c = row[3 * i] - 128.0;
      const double s = row[3 * i + 1] - 128.0;
      const double turn = 2 * std::numbers::pi / 3;
      row[3 * i] = static_cast<std::uint8_t>(std::lround(128 + c * std::cos(turn) - s * std::sin(turn)));
      row[3 * i + 1] = static_cast<std::uint8_t>(std::lround(128 + c * std::sin(turn) + s * std::cos(turn)));
    }
  }
  EXPECT_NEAR(energyOf(page, page.recipe.truth), before, 0.05);
}

TEST(RowPeriodEnergy, isZeroOffTheImageAndAsksForItsKind) {
  const SyntheticPage page = printedPage();
  RowPeriodEnergy energy(1, page.cues.row_period, 3, PageLattice(kShape, 10, 10, nullptr, true));
  const std::vector<double> far(kShape.size(), -1e4);
  std::vector<double> gradient(kShape.size(), 0.0);
  EXPECT_EQ(energy.add(far, 1, gradient), 0);
  EXPECT_EQ(energy.coverage(), 0);
  for (const double g : gradient) {
    EXPECT_EQ(g, 0);
  }
  EXPECT_THROW(RowPeriodEnergy(1, page.cues.ink, 3, PageLattice(kShape, 10, 10, nullptr, true)), std::invalid_argument);
  EXPECT_THROW(RowPeriodEnergy(1, page.cues.row_period, 3, PageLattice(kShape, 10, 10, nullptr)),
               std::invalid_argument);
}

}  // namespace
}  // namespace platen::optim
