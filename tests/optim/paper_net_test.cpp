// A loose sheet as a net over its own rectangle: its start on a sheet that is known exactly, and the descent on a
// folded sheet that stage 1 took for a flat one.
#include "core/optim/paper_net.h"

#include "core/optim/canvas_lines.h"
#include "core/optim/fit.h"
#include "core/optim/folded_sheet.h"
#include "core/optim/form_paper_energy.h"
#include "core/optim/page_score.h"
#include "core/optim/paper_net_fit.h"
#include "core/optim/stage_one.h"
#include "tests/optim/known_sheet.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::aspectOf;
using test::bakedGrid;
using test::foldedRecipe;
using test::knownSheet;
using test::makeSyntheticPage;
using test::mapErrorPercent;
using test::SyntheticPage;
using test::SyntheticRecipe;
using test::wavedRecipe;

double errorOf(const SyntheticPage& page, WarpGrid grid) {
  FitResult result;
  result.grid = std::move(grid);
  result.page_extent_px = {page.page_sheet_uv.width(), page.page_sheet_uv.height()};
  return mapErrorPercent(page, result);
}

double paperEnergy(const PaperNet& net) {
  const Vec2 far = net.frame.margin + net.frame.form_extent;
  const Box page{net.frame.margin.x, net.frame.margin.y, far.x, far.y};
  FormPaperEnergy paper(1, 0.01, CanvasLattice(page, net.frame.canvas_extent, 18),
                        std::make_shared<FixedView>(net.normal_image), net.offsets.shape);
  std::vector<double> at = net.offsets.controls;
  at.insert(at.end(), net.depths.controls.begin(), net.depths.controls.end());
  return paper.add(at, 0, {});
}

// What stage 1 makes of it where it fails: a plane.
SheetFit takenForAPlane(const SyntheticPage& page) {
  SheetFit sheet = knownSheet(page);
  sheet.parameters.bend = {0.0};
  sheet.cost = 0.3;
  return sheet;
}

TEST(PaperNet, BeginsAsTheSheetThatWasFound) {
  for (const SyntheticRecipe& recipe : {wavedRecipe(), foldedRecipe()}) {
    const SyntheticPage page = makeSyntheticPage(recipe);
    const SheetFit sheet = knownSheet(page);
    const WarpGrid baked = bakedGrid(page.cues, sheet);
    const std::optional<PaperNet> net = paperNet(page.cues, sheet, baked, aspectOf(sheet));
    ASSERT_TRUE(net);
    const SplineNet expected = splineNet(baked);
    const SplineNet map = splineNet(sourceGrid(*net));
    for (const Vec2 uv : {Vec2{0, 0}, Vec2{1, 0}, Vec2{0.2, 0.7}, Vec2{0.5, 0.5}, Vec2{1, 1}}) {
      EXPECT_LT(norm(sourceFromPage(map, uv) - sourceFromPage(expected, uv)), 2.0);  // of 2400
    }
    // Offsets, depths and the camera fit together: no stretch, but of a fold that is finer than the net.
    EXPECT_LT(paperEnergy(*net), 0.1);
    PaperNet flat = *net;
    std::fill(flat.depths.controls.begin(), flat.depths.controls.end(), 0.0);
    EXPECT_GT(paperEnergy(flat), 10 * paperEnergy(*net));
  }
}

TEST(PaperNet, TellsWhereSidesLie) {
  const SyntheticPage page = makeSyntheticPage(foldedRecipe());
  const SheetFit sheet = knownSheet(page);
  const std::optional<PaperNet> net = paperNet(page.cues, sheet, bakedGrid(page.cues, sheet), aspectOf(sheet));
  ASSERT_TRUE(net);
  EXPECT_EQ(net->sides.size(), 4U);
  EXPECT_GT(net->lines.size(), 20U);
  CanvasLineEnergy sides("sides", 1, 3, net->sides, net->offsets.shape, net->frame.canvas_extent);
  EXPECT_LT(sides.add(net->offsets.controls, 0, {}), 0.05);
}

// Two false margins that stage 1 believed, columns of a table that begin ever farther to the right: they bend what the
// lines they came from do not.
TEST(PaperNetFit, LetsGoOfFalseMargins) {
  const SyntheticPage page = makeSyntheticPage(wavedRecipe());
  SheetFit sheet = knownSheet(page);
  const WarpGrid baked = bakedGrid(page.cues, sheet);
  for (const double u : {-0.5, 0.5}) {
    Curve margin = sheet.curves.front();
    margin.kind = CurveKind::margin;
    margin.is_h = false;
    margin.points.clear();
    for (int k = -8; k <= 8; ++k) {
      const double v = 0.1 * k;
      margin.points.push_back(page.workFromSheet({u + 0.08 * v * v, v}));
    }
    sheet.curves.push_back(margin);
    sheet.residual_h.push_back(0);
    sheet.inlier.push_back(true);
  }
  std::optional<PaperNet> net = paperNet(page.cues, sheet, baked, aspectOf(sheet));
  ASSERT_TRUE(net);
  PaperNet believing = *net;
  believing.traced.clear();
  believing.characters.clear();
  const double believed = errorOf(page, sourceGrid(fitPaperNet(std::move(believing), {}, {}, {}).net));
  EXPECT_GT(believed, 0.1);
  EXPECT_LT(errorOf(page, sourceGrid(fitPaperNet(*std::move(net), {}, {}, {}).net)), 0.5 * believed);
}

TEST(PaperNetFit, RestoresAFoldThatWasTakenForAPlane) {
  const SyntheticPage page = makeSyntheticPage(foldedRecipe());
  const SheetFit sheet = takenForAPlane(page);
  ASSERT_TRUE(isUnexplainedPaper(page.cues, sheet, 0));
  const WarpGrid baked = bakedGrid(page.cues, sheet);
  std::optional<PaperNet> net = paperNet(page.cues, sheet, baked, aspectOf(sheet));
  ASSERT_TRUE(net);
  const PaperNetFit fit = fitPaperNet(*std::move(net), {}, {}, {});
  EXPECT_EQ(fit.termination, Termination::stepsUsed);
  EXPECT_LT(fit.energy_last, 0.2 * fit.energy_first);
  const double before = errorOf(page, baked);
  const double after = errorOf(page, sourceGrid(fit.net));
  EXPECT_GT(before, 1.0);
  EXPECT_LT(after, 0.35 * before);
}

TEST(PaperNetFit, WhatIsBelievedOfPaperIsLeftOut) {
  const SyntheticPage page = makeSyntheticPage(foldedRecipe());
  const SheetFit sheet = takenForAPlane(page);
  const std::optional<PaperNet> net = paperNet(page.cues, sheet, bakedGrid(page.cues, sheet), aspectOf(sheet));
  ASSERT_TRUE(net);
  const auto energiesWithout = [&net](std::vector<Evidence> kinds) {
    FitOptions options;
    options.steps = 20;
    options.without = std::move(kinds);
    std::set<std::string> names;
    for (const FitEnergy& energy : fitPaperNet(*net, options, {}, {}).energies) {
      names.insert(energy.name);
    }
    return names;
  };
  const std::set<std::string> all = energiesWithout({});
  std::set<std::string> limp = all;
  EXPECT_EQ(limp.erase("offset bending") + limp.erase("depth bending"), 2U);
  EXPECT_EQ(energiesWithout({Evidence::bending}), limp);
  std::set<std::string> stretched = all;
  EXPECT_EQ(stretched.erase("paper"), 1U);
  EXPECT_EQ(energiesWithout({Evidence::isometry}), stretched);
}

TEST(PaperNetFit, GoesOnFromItsOwnNets) {
  const SyntheticPage page = makeSyntheticPage(foldedRecipe());
  const SheetFit sheet = takenForAPlane(page);
  const std::optional<PaperNet> net = paperNet(page.cues, sheet, bakedGrid(page.cues, sheet), aspectOf(sheet));
  ASSERT_TRUE(net);
  const PaperNetFit first = fitPaperNet(*net, {}, {}, {});
  PaperNets kept{aspectOf(sheet), static_cast<double>(first.steps), first.net.offsets, first.net.depths};
  const std::optional<PaperNet> begun = beginAt(kept, *net);
  ASSERT_TRUE(begun);
  EXPECT_EQ(flatten(*begun), flatten(first.net));
  const PaperNetFit again = goOn(*begun, {}, {});
  EXPECT_EQ(again.termination, Termination::stepsUsed);
  EXPECT_LE(again.steps, kPaperSteps / 4);
  EXPECT_LE(again.energy_last, again.energy_first);
  EXPECT_LT(again.energy_last, 1.001 * first.energy_last);  // of lines that were looked for again
  EXPECT_LT(errorOf(page, sourceGrid(again.net)), 1.1 * errorOf(page, sourceGrid(first.net)));
  // Not from what is worse than the usual start, was cut short, or is another page's.
  PaperNets worse = kept;
  for (double& offset : worse.offsets.controls) {
    offset += offset;
  }
  EXPECT_FALSE(beginAt(worse, *net));
  PaperNets cut = kept;
  cut.steps = 20;
  EXPECT_FALSE(beginAt(cut, *net));
  PaperNets other = kept;
  other.aspect *= 1.1;
  EXPECT_FALSE(beginAt(other, *net));
  other = kept;
  other.depths = other.offsets = OffsetNet::zero({3, 2});
  EXPECT_FALSE(beginAt(other, *net));
}

// The middle of the page seen too high: lines are level all the same, and the sides lie where they lay.
TEST(PaperNetFit, PrintOfOneSizeTellsWhereThePageIsStretched) {
  SyntheticRecipe recipe = wavedRecipe();
  recipe.characters = true;
  const double high = recipe.text_half_height + recipe.margin;
  recipe.displacement_px = [high](Vec2 uv) { return Vec2{0, 30 * (1 - uv.y * uv.y / (high * high))}; };
  const SyntheticPage page = makeSyntheticPage(recipe);
  const SheetFit sheet = knownSheet(page);
  const auto errorWith = [&](const PageCues& cues) {
    std::optional<PaperNet> net = paperNet(cues, sheet, bakedGrid(page.cues, sheet), aspectOf(sheet));
    return errorOf(page, sourceGrid(fitPaperNet(*std::move(net), {}, {}, {}).net));
  };
  PageCues without = page.cues;
  without.characters.clear();
  const double before = errorWith(without);
  EXPECT_GT(before, 0.6);
  EXPECT_LT(errorWith(page.cues), 0.93 * before);
}

TEST(PaperNetFit, GoesOnWithTheSizesThatItEndedWith) {
  SyntheticRecipe recipe = foldedRecipe();
  recipe.characters = true;
  const SyntheticPage page = makeSyntheticPage(recipe);
  const SheetFit sheet = takenForAPlane(page);
  const std::optional<PaperNet> net = paperNet(page.cues, sheet, bakedGrid(page.cues, sheet), aspectOf(sheet));
  ASSERT_TRUE(net);
  const PaperNetFit first = fitPaperNet(*net, {}, {}, {});
  EXPECT_EQ(first.steps, 32 * kPaperSteps / 10);
  EXPECT_EQ(first.net.sizes.size(), 3U);
  EXPECT_EQ(sourceGrid(fitPaperNet(*net, {}, {}, {}).net), sourceGrid(first.net));
  const PaperNets kept{aspectOf(sheet), static_cast<double>(first.steps), first.net.offsets, first.net.depths};
  const std::optional<PaperNet> begun = beginAt(kept, *net);
  ASSERT_TRUE(begun);
  EXPECT_EQ(begun->sizes.size(), 3U);
  const PaperNetFit again = goOn(*begun, {}, {});
  EXPECT_LE(again.energy_last, again.energy_first);
  EXPECT_LT(errorOf(page, sourceGrid(again.net)), 1.1 * errorOf(page, sourceGrid(first.net)));
  // A stop is heard in each of its descents.
  for (const int last : {5, 5 * kPaperSteps / 10 + 5, 12 * kPaperSteps / 10 + 5, 22 * kPaperSteps / 10 + 5}) {
    std::stop_source source;
    FitHooks hooks;
    int calls = 0;
    hooks.onStep = [&](const FitProgress& progress) {
      const int tenths = 10 * calls / kPaperSteps;
      EXPECT_EQ(progress.round, tenths < 5 ? 0 : tenths < 12 ? 1 : tenths < 22 ? 2 : 3);
      if (++calls == last) {
        source.request_stop();
      }
    };
    EXPECT_EQ(fitPaperNet(*net, {}, hooks, source.get_token()).termination, Termination::stopped);
    EXPECT_EQ(calls, last);
  }
}

TEST(PaperNet, HoldsADeepSheetToItsLengths) {
  PaperNet net;
  net.depths = OffsetNet::zero({3, 2});
  findEvenStretch(net);
  EXPECT_DOUBLE_EQ(net.even_stretch, 0.9);
  const auto withDepth = [&](double canvas_px) {
    net.depths.controls[2] = -canvas_px / 3 / kDepthUnit;
    net.depths.controls[5] = 1e6;  // no depth: of each pair the first is
    net.depths.controls[6] = canvas_px * 2 / 3 / kDepthUnit;
    findEvenStretch(net);
    return net.even_stretch;
  };
  EXPECT_DOUBLE_EQ(withDepth(100), 0.9);
  EXPECT_NEAR(withDepth(150), 0.75, 1e-9);
  EXPECT_NEAR(withDepth(400), 0.6, 1e-9);
}

TEST(PaperNetFit, LeavesTheTruthWhereItIs) {
  SyntheticRecipe recipe = wavedRecipe();
  recipe.characters = true;
  const SyntheticPage page = makeSyntheticPage(recipe);
  const SheetFit sheet = knownSheet(page);
  std::optional<PaperNet> net = paperNet(page.cues, sheet, bakedGrid(page.cues, sheet), aspectOf(sheet));
  ASSERT_TRUE(net);
  const PaperNetFit fit = fitPaperNet(*std::move(net), {}, {}, {});
  EXPECT_LT(errorOf(page, sourceGrid(fit.net)), 0.1);
}

TEST(PaperNetFit, RepeatsItselfAndHearsAStop) {
  const SyntheticPage page = makeSyntheticPage(foldedRecipe());
  const SheetFit sheet = takenForAPlane(page);
  const std::optional<PaperNet> net = paperNet(page.cues, sheet, bakedGrid(page.cues, sheet), aspectOf(sheet));
  ASSERT_TRUE(net);
  FitOptions options;
  options.steps = 12;
  EXPECT_EQ(sourceGrid(fitPaperNet(*net, options, {}, {}).net), sourceGrid(fitPaperNet(*net, options, {}, {}).net));
  std::stop_source source;
  FitHooks hooks;
  int calls = 0;
  hooks.onStep = [&](const FitProgress& progress) {
    EXPECT_NE(progress.grid, nullptr);
    if (++calls == 5) {
      source.request_stop();
    }
  };
  const PaperNetFit stopped = fitPaperNet(*net, {}, hooks, source.get_token());
  EXPECT_EQ(calls, 5);
  EXPECT_EQ(stopped.termination, Termination::stopped);
}

TEST(PaperNetFit, IsTakenForStraighterSidesButNotForWavierLines) {
  PageScore before;
  before.waviness_h = 0.05;
  before.sides_h = 0.1;
  before.direction_deg = 2;
  PageScore after = before;
  EXPECT_FALSE(looksMoreLikePaper(before, after, 0.05));
  after.sides_h = 0.01;
  EXPECT_TRUE(looksMoreLikePaper(before, after, 0.05));
  after.direction_deg = 4.5;
  EXPECT_FALSE(looksMoreLikePaper(before, after, 0.05));
  after.direction_deg = 2;
  after.waviness_h = 0.15;
  EXPECT_FALSE(looksMoreLikePaper(before, after, 0.05));
  after.waviness_h = 0.09;  // a little more, where little was explained
  EXPECT_TRUE(looksMoreLikePaper(before, after, 0.2));
  after.waviness_h = 0.3;
  EXPECT_FALSE(looksMoreLikePaper(before, after, 0.2));
  after.waviness_h = 0.05;
  after.lost = 0.2;
  EXPECT_FALSE(looksMoreLikePaper(before, after, 0.05));
  // At the noise of both there is nothing to win.
  before = PageScore{};
  before.sides_h = 0.005;
  EXPECT_FALSE(looksMoreLikePaper(before, PageScore{}, 0.05));
}

// A loose sheet with creases in many directions, whose sides show them: the whole fit ends with the net, and its sides
// are straight.
TEST(PaperNetFit, IsWhatAFitOfCrumpledPaperEndsWith) {
  SyntheticRecipe recipe;
  recipe.text_half_height = 1.2 * std::sqrt(2.0) - 0.2;  // A4
  recipe.characters = true;
  recipe.displacement_px = [](Vec2 uv) {
    const auto crease = [](double s) { return std::abs(s - std::round(s)); };
    return Vec2{22 * crease(0.7 * uv.y + 0.2 * uv.x),
                24 * crease(0.8 * uv.x - 0.3 * uv.y) + 16 * crease(0.9 * uv.y + 0.4 * uv.x)};
  };
  SyntheticPage page = makeSyntheticPage(recipe);
  page.cues.is_sheet = true;
  const StageOne first = fitStageOne(page.cues, {}, nullptr, {}, {});
  ASSERT_TRUE(isUnexplainedPaper(page.cues, first.sheet, 0));
  const FitResult result = fit(page.cues, {}, {}, 0, {}, {});
  const auto has = [](const FitResult& ended, const char* name) {
    return std::any_of(ended.energies.begin(), ended.energies.end(),
                       [name](const FitEnergy& energy) { return energy.name == name; });
  };
  ASSERT_TRUE(has(result, "paper"));
  EXPECT_TRUE(has(result, "print size"));
  FitOptions without;
  without.without = {Evidence::sizes};
  const FitResult by_lines = fit(page.cues, {}, without, 0, {}, {});
  EXPECT_TRUE(has(by_lines, "paper"));
  EXPECT_FALSE(has(by_lines, "print size"));
  EXPECT_EQ(result.model, WarpModel::free);
  const WarpGrid sheet = bakedGrid(page.cues, first.sheet);
  EXPECT_LT(scorePage(page.cues, result.grid, result.page_extent_px).sides_h,
            0.7 * scorePage(page.cues, sheet, result.page_extent_px).sides_h);
  EXPECT_LT(mapErrorPercent(page, result), 1.2 * errorOf(page, sheet));  // its creases stretch it, as no paper does
  EXPECT_TRUE(result.parameters.contains("paper offsets"));
  EXPECT_TRUE(startFrom(result.parameters).paper);
  // What someone set by hand is not undone by it.
  page.cues.strokes = {{{page.workFromSheet({-0.5, 0}), page.workFromSheet({0.5, 0})}, true}};
  const FitResult guided = fit(page.cues, {}, {}, 0, {}, {});
  EXPECT_FALSE(has(guided, "paper"));
}

TEST(UnexplainedPaper, IsALooseSheetThatNoModelExplains) {
  const SyntheticPage page = makeSyntheticPage(foldedRecipe());
  const SheetFit sheet = takenForAPlane(page);
  EXPECT_TRUE(isUnexplainedPaper(page.cues, sheet, 0));
  SheetFit explained = sheet;
  explained.cost = 0.01;
  EXPECT_FALSE(isUnexplainedPaper(page.cues, explained, 0));
  SheetFit flat = sheet;
  flat.kind = SheetKind::similarity;
  EXPECT_FALSE(isUnexplainedPaper(page.cues, flat, 0.1));
  flat.kind = SheetKind::plane;
  EXPECT_FALSE(isUnexplainedPaper(page.cues, flat, 0.01)) << "a plane between straight sides";
  EXPECT_TRUE(isUnexplainedPaper(page.cues, flat, 0.1)) << "a plane but for a curled corner, say";
  SheetFit folded = explained;
  folded.kind = SheetKind::cylinder;
  EXPECT_FALSE(isUnexplainedPaper(page.cues, folded, 0.05)) << "a sheet without folds bends as it likes";
  folded.parameters.folded = std::make_shared<const FoldedParameters>();
  EXPECT_FALSE(isUnexplainedPaper(page.cues, folded, 0.01)) << "folds that leave the sides straight";
  EXPECT_TRUE(isUnexplainedPaper(page.cues, folded, 0.05)) << "folds that do not";
  SheetFit bound = sheet;
  bound.bound = true;
  EXPECT_FALSE(isUnexplainedPaper(page.cues, bound, 0));
  PageCues cues = page.cues;
  cues.sides.front().is_gutter = true;
  EXPECT_FALSE(isUnexplainedPaper(cues, sheet, 0));
  cues = page.cues;
  cues.sides.pop_back();
  EXPECT_TRUE(isUnexplainedPaper(cues, sheet, 0));
  cues.sides.front().valid_fraction = 0.2;
  EXPECT_FALSE(isUnexplainedPaper(cues, sheet, 0));
}

}  // namespace
}  // namespace platen::optim
