#include "core/optim/sheet_model.h"

#include "tests/optim/parameter_differences.h"
#include "tests/support/synthetic_cues.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

SheetFrame someFrame() {
  return {{600, 800}, 1600, {0.05, -0.03}, 0.31, 1.35};
}

SheetParameters bentSheet(double ruling) {
  SheetParameters p;
  p.roll = 0.03;
  p.pitch = 0.15;
  p.log_focal = std::log(1.3);
  p.ruling = ruling;
  p.bend = {-0.5, -0.35, -0.1, 0.1, 0.2, 0.25, 0.1, 0.0, -0.1};
  return p;
}

class SheetModelAtRuling : public ::testing::TestWithParam<double> {};

TEST_P(SheetModelAtRuling, RoundTripIsExact) {
  const SheetModel model(someFrame(), bentSheet(GetParam()));
  for (double u = -1.2; u <= 1.21; u += 0.15) {
    for (double v = -1.6; v <= 1.61; v += 0.2) {
      const SheetModel::Seen seen = model.sheetFromWork(model.workFromSheet({u, v}));
      ASSERT_TRUE(seen.visible);
      EXPECT_NEAR(seen.sheet_uv.x, u, 1e-9);
      EXPECT_NEAR(seen.sheet_uv.y, v, 1e-9);
    }
  }
}

TEST_P(SheetModelAtRuling, ManyPointsAreFoundAsOneByOne) {
  const SheetModel model(someFrame(), bentSheet(GetParam()), true);
  std::vector<Vec2> work;
  for (int k = 0; k < 75; ++k) {  // more than are searched for at a time; the last ones miss the sheet
    work.push_back({100.0 + 15 * k, 1500.0 - 19 * k});
  }
  work.push_back({-1e5, 0});
  work.push_back({1e5, 1e5});
  std::vector<int> cells(work.size());
  model.findCells(work, cells);
  int visible = 0;
  for (std::size_t k = 0; k < work.size(); ++k) {
    const SheetModel::Seen one = model.sheetFromWork(work[k]);
    const SheetModel::Seen many = model.sheetFromWork(work[k], cells[k]);
    EXPECT_EQ(one.visible, many.visible) << k;
    EXPECT_EQ(one.visible, cells[k] >= 0) << k;
    if (one.visible) {
      ++visible;
      EXPECT_EQ(one.sheet_uv.x, many.sheet_uv.x);
      EXPECT_EQ(one.scale_q, many.scale_q);
      EXPECT_LT(norm(model.workFromSheet(many.sheet_uv) - work[k]), 1e-6);
    }
  }
  EXPECT_GT(visible, 50);
  EXPECT_LT(visible, static_cast<int>(work.size()));
}

// What is known of the cells beforehand may be right, nearly right or nonsense: the search ends where it would have.
TEST_P(SheetModelAtRuling, KnownCellsChangeNothing) {
  SheetParameters steep = bentSheet(GetParam());
  steep.bend[0] = -1.5;
  steep.bend.back() = 1.5;
  SheetParameters turned_back = steep;
  turned_back.bend[3] = turned_back.bend[4] = 3;  // rays meet it three times
  for (const SheetParameters& parameters : {bentSheet(GetParam()), steep, turned_back}) {
    const SheetModel model(someFrame(), parameters);
    std::vector<Vec2> work;
    for (int k = 0; k < 70; ++k) {
      work.push_back({-300.0 + 25 * k, 1800.0 - 29 * k});
    }
    std::vector<int> wanted(work.size(), -1);
    model.findCells(work, wanted);
    for (const int off : {0, 1, -1, 40, -90}) {
      std::vector<int> cells = wanted;
      for (int& cell : cells) {
        cell = std::clamp(cell + off, -1, 255);
      }
      model.findCells(work, cells);
      EXPECT_EQ(cells, wanted) << off;
    }
    for (int same = 0; same < 256; ++same) {
      std::vector<int> cells(work.size(), same);
      model.findCells(work, cells);
      EXPECT_EQ(cells, wanted) << same;
    }
  }
}

TEST_P(SheetModelAtRuling, JetIsTheDerivative) {
  const SheetModel model(someFrame(), bentSheet(GetParam()));
  const double step = 1e-6;
  for (const Vec2 uv : {Vec2{0.3, 0.4}, Vec2{-0.71, 1.03}, Vec2{0.9, -1.1}}) {
    const SheetModel::Jet jet = model.workJet(uv);
    const Vec2 du = (model.workFromSheet({uv.x + step, uv.y}) - model.workFromSheet({uv.x - step, uv.y})) / (2 * step);
    const Vec2 dv = (model.workFromSheet({uv.x, uv.y + step}) - model.workFromSheet({uv.x, uv.y - step})) / (2 * step);
    EXPECT_LT(norm(jet.du - du), 1e-3 * norm(du));
    EXPECT_LT(norm(jet.dv - dv), 1e-3 * norm(dv));
  }
}

TEST_P(SheetModelAtRuling, DerivativesOfTheInverseMatchDifferences) {
  const SheetFrame frame = someFrame();
  const SheetParameters sheet = bentSheet(GetParam());
  const SheetModel model(frame, sheet, true);
  std::vector<double> du(sizeOf(sheet));
  std::vector<double> dv(sizeOf(sheet));
  std::vector<double> dscale(sizeOf(sheet));
  const double step = 1e-4;
  for (const Vec2 work : {Vec2{500, 700}, Vec2{300, 1100}, Vec2{900, 400}}) {
    ASSERT_TRUE(model.sheetDerivatives(work, du.data(), dv.data(), dscale.data()).visible);
    test::eachParameterMoved(sheet, step,
                             [&](std::size_t p, const SheetParameters& behind, const SheetParameters& ahead) {
                               const auto high = SheetModel(frame, ahead).sheetFromWork(work);
                               const auto low = SheetModel(frame, behind).sheetFromWork(work);
                               EXPECT_NEAR(du[p], (high.sheet_uv.x - low.sheet_uv.x) / (2 * step), 4e-3);
                               EXPECT_NEAR(dv[p], (high.sheet_uv.y - low.sheet_uv.y) / (2 * step), 4e-3);
                               EXPECT_NEAR(dscale[p], (high.scale_q - low.scale_q) / (2 * step), 4e-3);
                             });
  }
}

INSTANTIATE_TEST_SUITE_P(Rulings,
                         SheetModelAtRuling,
                         ::testing::Values(0.0, 0.3, 52 * M_PI / 180, M_PI / 2, -M_PI / 4));

TEST(SheetModel, NotFinitePointsGiveNan) {
  const SheetModel model(someFrame(), bentSheet(0.4));
  const double nan = std::nan("");
  EXPECT_TRUE(std::isnan(model.workFromSheet({nan, 0}).x));
  EXPECT_TRUE(std::isnan(model.workFromSheet({0, nan}).y));
  EXPECT_FALSE(model.sheetFromWork({nan, 10}).visible);
}

TEST(SheetModel, OriginIsSeenWhereTheFrameSays) {
  const SheetModel model(someFrame(), bentSheet(0.4));
  const Vec2 p = model.workFromSheet({0, 0});
  EXPECT_NEAR(p.x, 600 + 1600 * 0.05, 1e-9);
  EXPECT_NEAR(p.y, 800 - 1600 * 0.03, 1e-9);
}

TEST(SheetModel, ScaleIsPixelsPerSheetUnitAcrossTheView) {
  SheetParameters flat;
  const SheetFrame frame = someFrame();
  const SheetModel model(frame, flat);
  EXPECT_NEAR(model.sheetFromWork({600, 800}).scale_q, frame.half_width_q, 1e-12);
  const Vec2 du = model.workJet({0.5, 0.5}).du;
  EXPECT_NEAR(du.x, frame.norm * frame.half_width_q, 1e-9);
  EXPECT_NEAR(du.y, 0, 1e-9);
}

TEST(SheetModel, BentSheetKeepsLengthAcrossRulings) {
  // The length of a sheet line in space is its length on the page: a fronto-parallel far camera (long focal length)
  // shows |cos theta| of it, so space itself must be looked at through X and Z: two cameras a quarter turn apart do.
  SheetParameters p = bentSheet(0);
  p.roll = p.pitch = 0;
  p.log_focal = std::log(1e5);
  SheetFrame frame = someFrame();
  frame.origin_q = {};
  double length = 0;
  const SheetModel model(frame, p);
  const double step = 0.01;
  for (double s = -1; s < 0.999; s += step) {
    const double dx = (model.workFromSheet({s + step, 0}).x - model.workFromSheet({s, 0}).x) / (1600 * 0.31);
    EXPECT_LE(dx, step * 1.0001);
    length += dx;
  }
  EXPECT_LT(length, 1.98);  // it is bent
}

TEST(SheetParameters, RefinementKeepsTheShape) {
  const SheetFrame frame = someFrame();
  SheetParameters coarse = bentSheet(0.2);
  coarse.bend = {-0.4, -0.1, 0.2, 0.1, -0.2};
  const SheetModel before(frame, coarse);
  const SheetModel after(frame, coarse.withBendSize(9, frame));
  for (double u = -1; u <= 1; u += 0.2) {
    EXPECT_LT(norm(before.workFromSheet({u, 0.5}) - after.workFromSheet({u, 0.5})), 1.5);
  }
  EXPECT_EQ(coarse.withBendSize(9, frame).bend.size(), 9U);
  EXPECT_THROW(SheetModel(frame, SheetParameters{.bend = {0.1, 0.2}}), std::invalid_argument);
}

TEST(SyntheticCues, TruthHasNoErrorAndAWrongSheetHas) {
  test::SyntheticRecipe recipe;
  recipe.truth = bentSheet(0);
  const test::SyntheticPage page = test::makeSyntheticPage(recipe);
  EXPECT_GT(page.cues.segments.size(), 40U);
  EXPECT_EQ(page.cues.sides.size(), 4U);
  EXPECT_LT(test::sheetErrorPercent(page, SheetModel(page.frame, recipe.truth)), 1e-6);
  SheetParameters wrong = recipe.truth;
  wrong.pitch += 0.1;
  EXPECT_GT(test::sheetErrorPercent(page, SheetModel(page.frame, wrong)), 0.3);
}

}  // namespace
}  // namespace platen::optim
