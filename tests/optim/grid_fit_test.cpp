// Stage 2 as a whole on pages with a known warp: it recovers what a sheet can't express, leaves alone what a sheet
// explains, throws out spoiled evidence, stops well and repeats itself.
#include "core/optim/grid_fit.h"

#include "core/optim/grid_descent.h"
#include "tests/optim/known_sheet.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::gridErrorPercent;
using test::knownSheet;
using test::makeSyntheticPage;
using test::SyntheticPage;
using test::SyntheticRecipe;
using test::wavedRecipe;

// A crease across the lower part of the page and a wave beside it, in work_px along y.
Vec2 creaseAndWave(Vec2 sheet_uv) {
  const double fold = 14 * std::exp(-std::abs(sheet_uv.x - 0.3) / 0.25);
  const double wave = 5 * std::sin(2.5 * sheet_uv.x + 1.5 * sheet_uv.y);
  return {0, fold * (0.6 + 0.3 * sheet_uv.y) + wave};
}

SyntheticRecipe creasedRecipe() {
  SyntheticRecipe recipe = wavedRecipe();
  recipe.displacement_px = creaseAndWave;
  return recipe;
}

TEST(GridFit, recoversACreaseAndAWave) {
  const SyntheticPage page = makeSyntheticPage(creasedRecipe());
  const SheetFit sheet = knownSheet(page);
  const double before = gridErrorPercent(page, bakeSheet(sheet), true);
  const GridFit fit = fitGrid(page.cues, sheet, {}, {}, {});
  ASSERT_TRUE(fit.kept);
  EXPECT_EQ(fit.termination, Termination::stepsUsed);
  EXPECT_LT(fit.energy_last, 0.2 * fit.energy_first);
  const double after = gridErrorPercent(page, fit.grid, true);
  EXPECT_GT(before, 0.4);
  EXPECT_LT(after, 0.5 * before);
  EXPECT_GT(minRelativeDeterminant(splineNet(fit.grid)), 0.2);
}

// Whatever else is in its objective.
TEST(GridFit, whatIsBelievedOfPaperIsLeftOut) {
  const SyntheticPage page = makeSyntheticPage(creasedRecipe());
  const SheetFit sheet = knownSheet(page);
  const auto energiesWithout = [&](std::vector<Evidence> kinds) {
    FitOptions options;
    options.without = std::move(kinds);
    std::set<std::string> names;
    for (const FitEnergy& energy : fitGrid(page.cues, sheet, options, {}, {}).energies) {
      names.insert(energy.name);
    }
    return names;
  };
  const std::set<std::string> all = energiesWithout({});
  for (const auto& [kind, name] : {std::pair{Evidence::isometry, "strain"}, std::pair{Evidence::bending, "bending"}}) {
    std::set<std::string> others = all;
    EXPECT_EQ(others.erase(name), 1U) << name;
    EXPECT_EQ(energiesWithout({kind}), others) << name;
  }
}

TEST(GridFit, leavesAPerfectCylinderAlone) {
  const SyntheticPage page = makeSyntheticPage(wavedRecipe());
  const SheetFit sheet = knownSheet(page);
  const GridFit fit = fitGrid(page.cues, sheet, {}, {}, {});
  EXPECT_FALSE(fit.kept);
  EXPECT_EQ(fit.grid, bakeSheet(sheet));
}

TEST(GridFit, doesNothingWhereTheFreeFormIsNotAllowed) {
  const SyntheticPage page = makeSyntheticPage(creasedRecipe());
  const SheetFit sheet = knownSheet(page);
  FitOptions options;
  options.model = ModelLimit::sheet;
  const GridFit fit = fitGrid(page.cues, sheet, options, {}, {});
  EXPECT_FALSE(fit.kept);
  EXPECT_EQ(fit.steps, 0);
  EXPECT_EQ(fit.grid, bakeSheet(sheet));
}

TEST(GridFit, aWrongSideIsThrownOut) {
  SyntheticPage page = makeSyntheticPage(creasedRecipe());
  const GridFit good = fitGrid(page.cues, knownSheet(page), {}, {}, {});
  for (PageSide& side : page.cues.sides) {
    if (side.kind == SideKind::top) {
      for (std::size_t k = 0; k < side.points.size(); ++k) {
        side.points[k].y += 40 * std::sin(0.35 * static_cast<double>(k));  // follows the table's edge, not the paper's
      }
    }
  }
  const GridFit spoiled = fitGrid(page.cues, knownSheet(page), {}, {}, {});
  ASSERT_TRUE(good.kept);
  ASSERT_TRUE(spoiled.kept);
  EXPECT_LT(gridErrorPercent(page, spoiled.grid, true), 1.2 * gridErrorPercent(page, good.grid, true) + 0.02);
}

double furthest(const WarpGrid& a, const WarpGrid& b) {
  const SplineNet from = splineNet(a);
  const SplineNet to = splineNet(b);
  double far = 0;
  for (int i = 0; i <= 20; ++i) {
    for (int j = 0; j <= 20; ++j) {
      const Vec2 uv{j / 20.0, i / 20.0};
      far = std::max(far, norm(sourceFromPage(from, uv) - sourceFromPage(to, uv)));
    }
  }
  return far;
}

TEST(GridFit, goesOnFromItsOwnNet) {
  const SyntheticPage page = makeSyntheticPage(creasedRecipe());
  const SheetFit sheet = knownSheet(page);
  const GridFit first = fitGrid(page.cues, sheet, {}, {}, {});
  ASSERT_TRUE(first.kept && first.net.plan.isJudged());
  const GridFit again = fitGrid(page.cues, sheet, {}, {}, {}, nullptr, &first.net);
  ASSERT_TRUE(again.kept);
  EXPECT_LT(4 * again.steps, first.steps);
  EXPECT_LE(again.energy_last, first.energy_last);
  EXPECT_EQ(again.net.net.shape, first.net.net.shape);
  EXPECT_LT(furthest(again.grid, first.grid), 0.1 * page.cues.char_height);
  EXPECT_LT(gridErrorPercent(page, again.grid, true), 1.05 * gridErrorPercent(page, first.grid, true));
  // The lines that judged the first fit have been seen since: they do not make it surer.
  EXPECT_GE(again.held_out_lines, first.held_out_lines);
}

TEST(GridFit, aNetThatDoesNotWinIsLeft) {
  const SyntheticPage page = makeSyntheticPage(creasedRecipe());
  const SheetFit sheet = knownSheet(page);
  const GridFit first = fitGrid(page.cues, sheet, {}, {}, {});
  ASSERT_TRUE(first.kept);
  const auto expectTheSame = [&](const GridNet& start, const char* what) {
    const GridFit fit = fitGrid(page.cues, sheet, {}, {}, {}, nullptr, &start);
    EXPECT_EQ(fit.steps, first.steps) << what;
    EXPECT_EQ(fit.grid, first.grid) << what;
  };
  GridNet wrong = first.net;
  for (double& control : wrong.net.controls) {
    control = -control;
  }
  expectTheSame(wrong, "another page's");
  GridNet unjudged = first.net;
  unjudged.plan.held_out_lines = -1;
  expectTheSame(unjudged, "no evidence was held out");
  expectTheSame({first.net.plan, OffsetNet::zero({7, 9})}, "of no level");
  // A net that was cut short is none to go on from.
  FitOptions few;
  few.steps = 30;
  EXPECT_FALSE(fitGrid(page.cues, sheet, few, {}, {}).net.plan.isJudged());
}

TEST(GridFit, sameInputSameGrid) {
  const SyntheticPage page = makeSyntheticPage(creasedRecipe());
  const SheetFit sheet = knownSheet(page);
  EXPECT_EQ(fitGrid(page.cues, sheet, {}, {}, {}).grid, fitGrid(page.cues, sheet, {}, {}, {}).grid);
}

TEST(GridFit, stoppingMidwayIsNoWorseThanTheStart) {
  const SyntheticPage page = makeSyntheticPage(creasedRecipe());
  const SheetFit sheet = knownSheet(page);
  const double before = gridErrorPercent(page, bakeSheet(sheet), true);
  for (const int after : {3, 70, 330, 370, 420}) {
    std::stop_source source;
    int count = 0;
    FitHooks hooks;
    hooks.onStep = [&](const FitProgress& progress) {
      ASSERT_NE(progress.grid, nullptr);
      EXPECT_FALSE(progress.stage.empty());
      EXPECT_LE(progress.step, progress.steps);
      if (++count == after) {
        source.request_stop();
      }
    };
    const GridFit fit = fitGrid(page.cues, sheet, {}, hooks, source.get_token());
    EXPECT_EQ(fit.termination, Termination::stopped) << after;
    EXPECT_EQ(count, after) << "a step was taken after the stop";
    EXPECT_LE(gridErrorPercent(page, fit.grid, true), before * 1.02) << after;
  }
}

TEST(GridFit, theAskedNumberOfStepsIsUsed) {
  const auto levels = gridLevels(3, 100);
  int sum = 0;
  for (const GridLevel& level : levels) {
    sum += level.steps;
  }
  EXPECT_EQ(sum, 100);
  EXPECT_EQ(gridLevels(3, 0).size(), 3U);
}

TEST(GridFit, notFiniteEvidenceGivesTheStart) {
  SyntheticPage page = makeSyntheticPage(creasedRecipe());
  const SheetFit sheet = knownSheet(page);
  const BaseMap base(SheetModel(sheet.frame, sheet.parameters), sheet.rect);
  GridProblem problem{base, page.cues, sheet.curves, {}};
  problem.weights.strain = std::numeric_limits<double>::infinity();
  const Descent descent = descend(problem, gridLevels(2, 0), {}, {});
  EXPECT_EQ(descent.termination, Termination::diverged);
  for (const double c : descent.offsets.controls) {
    EXPECT_EQ(c, 0);
  }
}

TEST(BaseMap, theBakedGridIsTheSheet) {
  const SyntheticPage page = makeSyntheticPage(wavedRecipe());
  const SheetFit sheet = knownSheet(page);
  const BaseMap base(SheetModel(sheet.frame, sheet.parameters), sheet.rect);
  const SplineNet net = splineNet(bakeSheet(sheet));
  for (int i = 0; i <= 60; ++i) {
    for (int j = 0; j <= 50; ++j) {
      const Vec2 page_uv{j / 50.0, i / 60.0};
      EXPECT_LT(norm(sourceFromPage(net, page_uv) - base.at(base.sheetFromPage(page_uv))), 0.1);
    }
  }
  EXPECT_THROW(BaseMap(base.sheet(), Box{0, 0, 0, 1}), std::invalid_argument);
}

}  // namespace
}  // namespace platen::optim
