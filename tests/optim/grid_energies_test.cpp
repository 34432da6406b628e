// The energies of the grid stage that need no image: minimal at the truth, growing with the error, gradients against
// central differences, and their sum as one autograd node.
#include "core/optim/curve_energy.h"
#include "core/optim/grid_evidence.h"
#include "core/optim/objective_value.h"
#include "core/optim/smoothness_energy.h"
#include "tests/optim/known_sheet.h"

#include <cmath>
#include <memory>
#include <vector>

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::gradientError;
using test::knownSheet;
using test::makeSyntheticPage;
using test::randomControls;
using test::SyntheticPage;
using test::SyntheticRecipe;
using test::wavedRecipe;

SyntheticRecipe bentPage(double noise_px) {
  SyntheticRecipe recipe = wavedRecipe();
  recipe.noise_px = noise_px;
  return recipe;
}

class GridEnergies : public ::testing::Test {
 protected:
  GridEnergies()
      : page_(makeSyntheticPage(bentPage(0.0))),
        sheet_(knownSheet(page_)),
        base_(SheetModel(sheet_.frame, sheet_.parameters), sheet_.rect) {}

  [[nodiscard]] double charHeight() const { return page_.cues.char_height; }
  [[nodiscard]] double charHeightOnSheet() const {
    return charHeight() / (sheet_.frame.norm * sheet_.frame.half_width_q);
  }

  std::vector<std::unique_ptr<Energy>> all() const {
    std::vector<std::unique_ptr<Energy>> energies;
    const CurveSet h_curves(base_, kShape, sheet_.curves, true, charHeight());
    const CurveSet v_curves(base_, kShape, sheet_.curves, false, charHeight());
    energies.push_back(std::make_unique<CurveEnergy>("lines", 1.0, h_curves, CurveScale{0.15, 0.35}));
    energies.push_back(std::make_unique<CurveEnergy>("margins", 0.5, v_curves, CurveScale{0.3, 0.6}));
    energies.push_back(std::make_unique<LeadingEnergy>(0.2, h_curves, charHeightOnSheet()));
    energies.push_back(std::make_unique<StrainEnergy>(5e-2, base_, kShape));
    energies.push_back(std::make_unique<BendingEnergy>(2e-5, base_, kShape, charHeight()));
    return energies;
  }

  static constexpr NetShape kShape{8, 10};
  SyntheticPage page_;
  SheetFit sheet_;
  BaseMap base_;
};

TEST_F(GridEnergies, gradientsMatchCentralDifferences) {
  const std::vector<double> at = randomControls(kShape, 2.0, 11);
  for (const std::unique_ptr<Energy>& energy : all()) {
    std::vector<double> gradient(at.size(), 0.0);
    const double value = energy->add(at, 1.0, gradient);
    EXPECT_GT(value, 0) << energy->name();
    std::vector<double> unused(at.size());
    const auto valueAt = [&](std::span<const double> controls) { return energy->add(controls, 0.0, unused); };
    EXPECT_LT(gradientError(valueAt, at, gradient, 1e-5), 1e-6) << energy->name();
  }
}

TEST_F(GridEnergies, linesAndLeadingOfTheSameCurvesAddUp) {
  const std::vector<double> at = randomControls(kShape, 2.0, 17);
  const CurveSet set(base_, kShape, sheet_.curves, true, charHeight());
  CurveEnergy lines("lines", 1.0, set, CurveScale{0.15, 0.35});
  LeadingEnergy leading(0.2, set, charHeightOnSheet());
  std::vector<double> expected(at.size(), 0.0);
  const double leading_value = leading.add(at, 0.2, expected);
  const double lines_value = lines.add(at, 1.0, expected);
  EXPECT_GT(leading_value, 0);
  const auto shared = std::make_shared<SharedCurves>(set);
  LeadingEnergy first(0.2, shared, charHeightOnSheet());
  CurveEnergy second("lines", 1.0, shared, CurveScale{0.15, 0.35});
  for (int round = 0; round < 2; ++round) {  // nothing is left waiting from one call to the next
    std::vector<double> gradient(at.size(), 0.0);
    EXPECT_DOUBLE_EQ(first.add(at, 0.2, gradient), leading_value);
    EXPECT_DOUBLE_EQ(second.add(at, 1.0, gradient), lines_value);
    for (std::size_t k = 0; k < at.size(); ++k) {
      EXPECT_NEAR(gradient[k], expected[k], 1e-12 * (1 + std::abs(expected[k])));
    }
  }
}

TEST_F(GridEnergies, leadingReachesTheGradientBesideLinesThatHaveNoWeight) {
  const std::vector<double> at = randomControls(kShape, 2.0, 18);
  const CurveSet set(base_, kShape, sheet_.curves, true, charHeight());
  std::vector<double> expected(at.size(), 0.0);
  LeadingEnergy(0.2, set, charHeightOnSheet()).add(at, 0.2, expected);
  const auto shared = std::make_shared<SharedCurves>(set);
  LeadingEnergy first(0.2, shared, charHeightOnSheet());
  CurveEnergy second("lines", 0.0, shared, CurveScale{0.15, 0.35});
  std::vector<double> gradient(at.size(), 0.0);
  first.add(at, 0.2, gradient);
  second.add(at, 0.0, gradient);
  EXPECT_EQ(gradient, expected);
  EXPECT_NE(gradient, std::vector<double>(at.size(), 0.0));
}

TEST_F(GridEnergies, aSetOnAnotherNetIsTheSetMadeOnIt) {
  constexpr NetShape kFiner{16, 20};
  const CurveSet made(base_, kFiner, sheet_.curves, true, charHeight());
  const CurveSet moved = CurveSet(base_, kShape, sheet_.curves, true, charHeight()).on(kFiner);
  const std::vector<double> at = randomControls(kFiner, 2.0, 19);
  std::vector<double> e, c, moved_e, moved_c;
  made.evaluate(at, e, c);
  moved.evaluate(at, moved_e, moved_c);
  EXPECT_EQ(e, moved_e);
  EXPECT_EQ(c, moved_c);
}

TEST_F(GridEnergies, aPlantedWrongGradientIsSeen) {
  StrainEnergy energy(1, base_, kShape);
  const std::vector<double> at = randomControls(kShape, 2.0, 11);
  std::vector<double> gradient(at.size(), 0.0);
  energy.add(at, 1.0, gradient);
  gradient[17] *= 1.5;
  std::vector<double> unused(at.size());
  const auto valueAt = [&](std::span<const double> controls) { return energy.add(controls, 0.0, unused); };
  EXPECT_GT(gradientError(valueAt, at, gradient, 1e-5), 1e-3);
}

TEST_F(GridEnergies, nearZeroAtTheTruthAndGrowingWithTheError) {
  const std::vector<double> error = randomControls(kShape, 1.0, 11);
  for (const std::unique_ptr<Energy>& energy : all()) {
    std::vector<double> controls(kShape.size(), 0.0);
    std::vector<double> gradient(kShape.size(), 0.0);
    const double truth = energy->add(controls, 0.0, gradient);
    EXPECT_LT(truth, 2e-3) << energy->name();
    double last = truth;
    for (const double amplitude : {0.25, 0.5, 1.0, 2.0}) {
      for (std::size_t k = 0; k < controls.size(); ++k) {
        controls[k] = amplitude * error[k];
      }
      const double now = energy->add(controls, 0.0, gradient);
      EXPECT_GT(now, last) << energy->name() << " at " << amplitude;
      last = now;
    }
  }
}

// A line may lie anywhere: moving the page as a whole costs the curves nothing.
TEST_F(GridEnergies, curvesDoNotSeeAShiftAlongTheSheet) {
  const CurveSet h_curves(base_, kShape, sheet_.curves, true, charHeight());
  CurveEnergy energy("lines", 1, h_curves, {0.15, 0.35});
  OffsetNet net = OffsetNet::zero(kShape);
  for (int i = 0; i < kShape.rows(); ++i) {
    for (int j = 0; j < kShape.cols(); ++j) {
      const Vec2 uv = base_.sheetFromNet({(j - 1.0) / kShape.spans_u, (i - 1.0) / kShape.spans_v});
      const Vec2 moved = base_.at({uv.x, uv.y + 0.01}) - base_.at(uv);
      const auto k = 2 * static_cast<std::size_t>(i * kShape.cols() + j);
      net.controls[k] = moved.x;
      net.controls[k + 1] = moved.y;
    }
  }
  std::vector<double> gradient(kShape.size(), 0.0);
  EXPECT_LT(energy.add(net.controls, 0.0, gradient),
            0.02);  // .01 sheet units are some .5 h: unshifted this would be 10
}

TEST_F(GridEnergies, objectiveIsOneNodeThatTorchDifferentiates) {
  Objective objective;
  for (std::unique_ptr<Energy>& energy : all()) {
    objective.add(std::move(energy));
  }
  const std::vector<double> start = randomControls(kShape, 1.0, 11);
  std::vector<double> gradient(start.size());
  const double value = objective.evaluate(start, gradient);
  double sum = 0;
  for (std::size_t k = 0; k < objective.size(); ++k) {
    sum += objective.at(k).weight() * objective.values()[k];
  }
  EXPECT_NEAR(sum, value, 1e-12 * value);

  at::Tensor controls = at::empty({kShape.rows(), kShape.cols(), 2}, at::kDouble);
  std::copy(start.begin(), start.end(), controls.data_ptr<double>());
  controls.requires_grad_(true);
  // A further term from torch composes with the node, and so does a factor on it.
  const at::Tensor total = 3 * objectiveValue(objective, controls) + 0.5 * controls.square().sum();
  total.backward();
  const at::Tensor found = controls.grad().flatten();
  for (std::size_t k = 0; k < start.size(); ++k) {
    EXPECT_NEAR(found[static_cast<std::int64_t>(k)].item<double>(), 3 * gradient[k] + start[k],
                1e-9 * (1 + std::abs(gradient[k])));
  }
  EXPECT_THROW(objectiveValue(objective, controls.to(at::kFloat)), c10::Error);
}

TEST(GridEvidence, piecesOfOneLineAreNeverOnBothSidesOfTheSplit) {
  SyntheticRecipe recipe = bentPage(0.1);
  recipe.columns = 2;
  const SyntheticPage page = makeSyntheticPage(recipe);
  const SheetFit sheet = knownSheet(page);
  const BaseMap base(SheetModel(sheet.frame, sheet.parameters), sheet.rect);
  const CurveSplit split = splitCurves(sheet.curves, base, page.cues.char_height);
  EXPECT_EQ(split.fitted.size() + split.judging.size(), sheet.curves.size());
  EXPECT_NEAR(static_cast<double>(split.judging.size()) / static_cast<double>(page.cues.segments.size()), 0.2, 0.05);
  const double same_line = 0.5 * page.cues.char_height / (sheet.frame.norm * sheet.frame.half_width_q);
  for (const Curve& judge : split.judging) {
    const double v = base.sheet().sheetFromWork(judge.points[judge.points.size() / 2]).sheet_uv.y;
    for (const Curve& fitted : split.fitted) {
      if (fitted.kind == CurveKind::text) {
        const double other = base.sheet().sheetFromWork(fitted.points[fitted.points.size() / 2]).sheet_uv.y;
        EXPECT_GT(std::abs(other - v), same_line);
      }
    }
  }
}

}  // namespace
}  // namespace platen::optim
