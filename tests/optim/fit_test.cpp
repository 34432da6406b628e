#include "core/optim/fit.h"

#include "core/optim/folded_sheet.h"
#include "tests/support/synthetic_cues.h"

#include <cmath>
#include <memory>
#include <random>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::bookRecipe;
using test::makeSyntheticPage;
using test::mapErrorPercent;
using test::SyntheticPage;
using test::SyntheticRecipe;
using ::testing::Contains;
using ::testing::HasSubstr;

// A scan: no side in sight, text straight.
SyntheticRecipe scanRecipe(double roll) {
  SyntheticRecipe recipe;
  recipe.truth.roll = roll;
  for (bool& side : recipe.sides) {
    side = false;
  }
  return recipe;
}

FitResult fitted(const SyntheticPage& page, const FitOptions& options = {}) {
  return fit(page.cues, {}, options, 0, {}, {});
}

TEST(Fit, BookPageIsFlattenedToItsEdges) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  const FitResult result = fitted(page);
  EXPECT_NE(result.model, WarpModel::plane);
  EXPECT_EQ(result.termination, Termination::converged);
  EXPECT_LT(mapErrorPercent(page, result), 0.1);
  EXPECT_TRUE(result.is_full_page);
  EXPECT_GT(result.confidence, 0.8);
  EXPECT_TRUE(result.warnings.empty());
  // The page's corners are the sheet's, and its aspect the true one.
  const Box& box = page.page_sheet_uv;
  EXPECT_LT(norm(result.grid.points.front() - page.sourceFromSheet({box.x0, box.y0})), 3);
  EXPECT_LT(norm(result.grid.points.back() - page.sourceFromSheet({box.x1, box.y1})), 3);
  EXPECT_NEAR(result.page_extent_px.y / result.page_extent_px.x, box.height() / box.width(), 0.004);
  // Resolution is kept: about as many pixels as the photo spends on the page.
  const double unit = page.frame.norm * page.frame.half_width_q / page.recipe.work_scale;
  EXPECT_NEAR(result.page_extent_px.x / (box.width() * unit), 1, 0.2);
}

TEST(Fit, EvidenceThatIsLeftOutIsNotLookedAt) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  const auto without = [&page](Evidence kind, double focal_prior = 0) {
    FitOptions options;
    options.without = {kind};
    return fit(page.cues, {}, options, focal_prior, {}, {});
  };
  EXPECT_THAT(without(Evidence::lines).warnings, Contains(HasSubstr("no text lines")));
  EXPECT_FALSE(without(Evidence::sides).is_full_page);
  const FitResult all = fitted(page);
  EXPECT_NE(without(Evidence::margins).grid.points, all.grid.points);
  const FitResult wrong_focal = fit(page.cues, {}, {}, 0.7, {}, {});
  EXPECT_NE(wrong_focal.grid.points, all.grid.points);
  EXPECT_EQ(without(Evidence::focal, 0.7).grid.points, all.grid.points);
}

// A blank half of a book of vertical print: a spine that someone put is its upper or its lower side.
TEST(Fit, WhatTellsNothingEndsAtALevelSpineThatIsGiven) {
  PageCues blank;
  blank.frame = {{800, 600}, 0.5, 0};
  blank.char_height = 8;
  for (const SideKind kind : {SideKind::top, SideKind::bottom}) {
    for (const double rise : {-4.0, 0.0, 4.0}) {
      PageSide spine;
      spine.kind = kind;
      spine.is_gutter = spine.is_given = true;
      spine.points = {{0, 150 - rise}, {400, 150 + rise}};  // work_px
      blank.sides = {spine};
      const FitResult half = fit(blank, {}, {}, 0, {}, {});
      const Vec2 first = half.grid.points.front(), last = half.grid.points.back();
      EXPECT_NEAR(first.x, 0, 1e-6);
      EXPECT_NEAR(last.x, 800, 1e-6);
      EXPECT_NEAR(first.y, kind == SideKind::top ? 300 - 2 * rise : 0, 1e-6);
      EXPECT_NEAR(last.y, kind == SideKind::top ? 600 : 300 + 2 * rise, 1e-6);
      EXPECT_NEAR(half.page_extent_px.x, 800, 1e-6);
      EXPECT_NEAR(half.page_extent_px.y, 300, 1e-6);
    }
  }
}

// Whether the page tells more of the lens than what was known before. A flat one whose upright lines alone meet
// tells nothing.
TEST(Fit, SaysWhereTheFocalLengthIsFrom) {
  const FocalLength bent = fitted(makeSyntheticPage(bookRecipe())).focal_length;
  EXPECT_EQ(bent.from, FocalSource::page);
  EXPECT_GT(bent.longer_sides, 0.5);
  EXPECT_LT(bent.log_sigma, 0.25);
  SyntheticRecipe aslant;
  aslant.truth.pitch = 0.08;
  aslant.truth.log_focal = std::log(1.2);
  const SyntheticPage page = makeSyntheticPage(aslant);
  const FocalLength assumed = fitted(page).focal_length;
  EXPECT_EQ(assumed.from, FocalSource::assumed);
  EXPECT_GT(assumed.log_sigma, 0.2);
  const FocalLength stated = fit(page.cues, {}, {}, 1.2, {}, {}).focal_length;
  EXPECT_EQ(stated.from, FocalSource::exif);
  EXPECT_NEAR(stated.longer_sides, 1.2, 0.2);
  EXPECT_EQ(fitted(makeSyntheticPage(scanRecipe(0.02))).focal_length, FocalLength{}) << "a scan has no lens";
}

// A page that a sheet explains is sure; the more it is creased, or the less there is to go by, the less.
TEST(Fit, ConfidenceFallsWithWhatTheSheetLeavesUnexplained) {
  const double smooth = fitted(makeSyntheticPage(bookRecipe())).confidence;
  EXPECT_GT(smooth, 0.9);
  double last = smooth;
  for (const double depth_px : {6.0, 12.0, 24.0}) {
    SyntheticRecipe recipe = bookRecipe();
    recipe.displacement_px = [depth_px](Vec2 uv) {  // two creases across each other
      return Vec2{0, depth_px * (std::abs(std::sin(2.5 * (uv.x + 0.3 * uv.y))) + 0.7 * std::abs(std::cos(3 * uv.y)))};
    };
    const double creased = fitted(makeSyntheticPage(recipe)).confidence;
    EXPECT_LT(creased, 0.95 * last) << depth_px;
    last = creased;
  }
  EXPECT_LT(last, 0.5);
  SyntheticRecipe sparse = bookRecipe();
  sparse.missing_lines = 0.85;
  const double few_lines = fitted(makeSyntheticPage(sparse)).confidence;
  EXPECT_LT(few_lines, 0.95 * smooth);
  EXPECT_GT(few_lines, 0.6);
}

// What hooks are shown lies in source_px, whatever the stage and the turn of the work frame.
TEST(Fit, GridsAreMadeForHooksOnlyWhereTheyAreWanted) {
  SyntheticRecipe recipe = bookRecipe();
  recipe.displacement_px = [](Vec2 uv) { return Vec2{0, 14 * std::exp(-std::abs(uv.x - 0.3) / 0.25)}; };
  const SyntheticPage page = makeSyntheticPage(recipe);
  const FitResult unwatched = fit(page.cues, {}, {}, 0, {}, {});
  int steps = 0;
  bool wanted = false;
  FitHooks hooks;
  hooks.wants_grid = [&] { return wanted = ++steps % 3 == 0; };
  hooks.onStep = [&](const FitProgress& progress) { EXPECT_EQ(progress.grid != nullptr, wanted) << progress.stage; };
  const FitResult watched = fit(page.cues, {}, {}, 0, hooks, {});
  EXPECT_GT(steps, 50);
  EXPECT_EQ(watched.grid, unwatched.grid);
}

TEST(Fit, HooksSeeGridsInSourcePixels) {
  SyntheticRecipe recipe = bookRecipe();
  recipe.quarter_turns = 1;
  std::swap(recipe.source_size.width, recipe.source_size.height);
  recipe.displacement_px = [](Vec2 uv) { return Vec2{0, 14 * std::exp(-std::abs(uv.x - 0.3) / 0.25)}; };
  const SyntheticPage page = makeSyntheticPage(recipe);
  std::set<std::string> stages;
  FitHooks hooks;
  hooks.onStep = [&](const FitProgress& progress) {
    stages.insert(progress.stage.substr(0, progress.stage.find_first_of(", ")));
    ASSERT_NE(progress.grid, nullptr);
    const Vec2 middle = sourceFromPage(splineNet(*progress.grid), {0.5, 0.5});
    EXPECT_NEAR(middle.x, recipe.source_size.width / 2.0, 0.15 * recipe.source_size.width) << progress.stage;
    EXPECT_NEAR(middle.y, recipe.source_size.height / 2.0, 0.15 * recipe.source_size.height) << progress.stage;
    // u runs up the stored photo, which lies on its side.
    const WarpJet jet = warpJet(splineNet(*progress.grid), {0.5, 0.5});
    EXPECT_LT(jet.du.y, -0.3 * recipe.source_size.height) << progress.stage;
  };
  fit(page.cues, {}, {}, 0, hooks, {});
  EXPECT_THAT(stages, ::testing::IsSupersetOf({"plane", "sheet", "free"}));
}

// What is shown of the sheet is the page that comes out, not more of it and not less.
TEST(Fit, HooksSeeThePageThatComesOut) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  WarpGrid last;
  double aspect = 0;
  FitHooks hooks;
  hooks.onStep = [&](const FitProgress& progress) {
    if (progress.stage == "sheet") {
      ASSERT_NE(progress.grid, nullptr);
      last = *progress.grid;
      aspect = progress.aspect;
    }
  };
  const FitResult result = fit(page.cues, {}, {}, 0, hooks, {});
  ASSERT_FALSE(last.empty());
  const SplineNet seen = splineNet(last);
  const SplineNet end = splineNet(result.grid);
  const double side = norm(sourceFromPage(end, {1, 0}) - sourceFromPage(end, {0, 0}));
  for (const Vec2 uv : {Vec2{0, 0}, Vec2{1, 0}, Vec2{0, 1}, Vec2{1, 1}, Vec2{0.5, 0.5}, Vec2{0, 0.5}, Vec2{0.5, 1}}) {
    EXPECT_LT(norm(sourceFromPage(seen, uv) - sourceFromPage(end, uv)), 0.04 * side) << uv.x << ' ' << uv.y;
  }
  EXPECT_NEAR(std::log(aspect * result.page_extent_px.x / result.page_extent_px.y), 0, 0.05);
}

TEST(Fit, QuarterTurnsComeBackInSourcePixels) {
  for (int turns = 0; turns < 4; ++turns) {
    SyntheticRecipe recipe = bookRecipe();
    recipe.quarter_turns = turns;
    if (turns % 2 == 1) {
      std::swap(recipe.source_size.width, recipe.source_size.height);
    }
    const SyntheticPage page = makeSyntheticPage(recipe);
    const FitResult result = fitted(page);
    EXPECT_EQ(result.reading_rotation, 90 * turns);
    EXPECT_LT(mapErrorPercent(page, result), 0.1);
  }
}

TEST(Fit, StraightScanComesBackUntouched) {
  const SyntheticPage page = makeSyntheticPage(scanRecipe(0.0002));
  const FitResult result = fitted(page);
  EXPECT_EQ(result.model, WarpModel::plane);
  EXPECT_EQ(result.grid, identityGrid(page.recipe.source_size));
  EXPECT_EQ(result.page_extent_px, (Vec2{2400, 3200}));
  EXPECT_GT(result.confidence, 0.7);
}

TEST(Fit, TiltedScanIsTurnedAndNothingElse) {
  const SyntheticPage page = makeSyntheticPage(scanRecipe(0.02));
  const FitResult result = fitted(page);
  EXPECT_EQ(result.model, WarpModel::plane);
  EXPECT_LT(mapErrorPercent(page, result), 0.03);
  EXPECT_NEAR(result.page_extent_px.x, 2400, 2);
  EXPECT_NEAR(result.page_extent_px.y, 3200, 2);
  const SplineNet net = splineNet(result.grid);
  EXPECT_LT(norm(sourceFromPage(net, {0.5, 0.5}) - Vec2{1200, 1600}), 1);
  const WarpJet jet = warpJet(net, {0.3, 0.8});
  EXPECT_NEAR(std::atan2(jet.du.y, jet.du.x), 0.02, 5e-4);
  EXPECT_NEAR(dot(jet.du, jet.dv), 0, 1);
}

// A scanner that shears: text level, margins and rules not upright. The text decides.
TEST(Fit, AScanIsLevelledByItsText) {
  SyntheticRecipe recipe = scanRecipe(0.02);
  recipe.v_rules = 3;
  recipe.displacement_px = [](Vec2 sheet_uv) { return Vec2{2.5 * sheet_uv.y, 0}; };
  const SyntheticPage page = makeSyntheticPage(recipe);
  const FitResult result = fitted(page);
  EXPECT_EQ(result.model, WarpModel::plane);
  const Vec2 top = result.grid.at(0, result.grid.cols - 1) - result.grid.at(0, 0);
  EXPECT_NEAR(std::atan2(top.y, top.x), 0.02, 3e-4);
}

// A flat page whose lines wave as no sheet does: a copy of a book, swollen paper.
TEST(Fit, WavingLinesOfAFlatPageAreStraightened) {
  SyntheticRecipe recipe = scanRecipe(0.01);
  recipe.displacement_px = [](Vec2 p) { return Vec2{0, 2 * std::sin(4 * p.x + 2.5 * p.y) * std::cos(3 * p.y)}; };
  const SyntheticPage page = makeSyntheticPage(recipe);
  FitOptions flat;
  flat.model = ModelLimit::plane;
  const FitResult plane = fitted(page, flat);
  const FitResult result = fitted(page);
  EXPECT_EQ(result.model, WarpModel::free);
  EXPECT_LT(mapErrorPercent(page, result, true), 0.7 * mapErrorPercent(page, plane, true));
}

// An index: what follows a name, at another place on every line, stands lower, as leaders of dots do. A free form
// follows that where most lines have it.
SyntheticPage indexPage(bool fills_photo) {
  SyntheticPage page = makeSyntheticPage(scanRecipe(0));
  std::mt19937 random(3);
  for (TextSegment& line : page.cues.segments) {
    const double from = line.points.front().x;
    const double length = line.points.back().x - from;
    const double name = from + length * (0.25 + 0.25 * random() / 4294967296.0);
    for (Vec2& p : line.points) {
      p.y += 0.3 * page.cues.char_height / (1 + std::exp((name - p.x) / page.cues.char_height));
    }
  }
  page.cues.fills_photo = fills_photo;
  return page;
}

TEST(Fit, AnIndexThatFillsItsPhotoIsNotBentAlongItsLeaders) {
  EXPECT_EQ(fitted(indexPage(false)).model, WarpModel::free) << "or there was nothing to follow";
  const FitResult scan = fitted(indexPage(true));
  EXPECT_EQ(scan.model, WarpModel::plane);
  EXPECT_TRUE(scan.is_whole_photo);
}

TEST(Fit, AScanThatIsStraightOnceItIsUnbentIsUnbent) {
  SyntheticRecipe recipe = scanRecipe(0);
  recipe.displacement_px = [](Vec2 uv) { return Vec2{0, 4 * std::cos(4 * uv.x)}; };
  SyntheticPage page = makeSyntheticPage(recipe);
  page.cues.fills_photo = true;
  FitOptions flat;
  flat.model = ModelLimit::plane;
  const FitResult result = fitted(page);
  EXPECT_EQ(result.model, WarpModel::free);
  EXPECT_LT(mapErrorPercent(page, result, true), 0.6 * mapErrorPercent(page, fitted(page, flat), true));
}

TEST(Fit, NoEvidenceGivesThePhotoBack) {
  PageCues cues;
  cues.frame = {{2000, 1500}, 0.5, 0};
  const FitResult result = fit(cues, {}, {}, 0, {}, {});
  EXPECT_EQ(result.grid, identityGrid({2000, 1500}));
  EXPECT_EQ(result.confidence, 0);
  EXPECT_EQ(result.termination, Termination::converged);
  EXPECT_THAT(result.warnings, Contains(HasSubstr("left as it was")));
}

TEST(Fit, MissingEdgesCropToContentInsideThePhoto) {
  SyntheticRecipe recipe = bookRecipe();
  for (bool& side : recipe.sides) {
    side = false;
  }
  recipe.half_width_q = 0.34;  // less than a blank margin from the text to the frame
  const SyntheticPage page = makeSyntheticPage(recipe);
  const FitResult result = fitted(page);
  EXPECT_FALSE(result.is_full_page);
  EXPECT_THAT(result.warnings, Contains(HasSubstr("no page edges")));
  const SplineNet net = splineNet(result.grid);
  int outside = 0;
  for (int k = 0; k < 100; ++k) {
    const double f = (k % 25 + 0.5) / 25;
    const Vec2 p = sourceFromPage(net, k < 25 ? Vec2{f, 0} : k < 50 ? Vec2{f, 1} : k < 75 ? Vec2{0, f} : Vec2{1, f});
    outside += p.x < -2 || p.y < -2 || p.x > 2402 || p.y > 3202 ? 1 : 0;
  }
  EXPECT_LT(outside, 10);
}

TEST(Fit, ModelLimitsAreRespected) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  FitOptions options;
  options.model = ModelLimit::plane;
  EXPECT_EQ(fitted(page, options).model, WarpModel::plane);
  options.model = ModelLimit::sheet;
  EXPECT_EQ(fitted(page, options).model, WarpModel::sheet);
}

TEST(Fit, SameCuesSameGrid) {
  SyntheticRecipe recipe = bookRecipe();
  recipe.outlier_lines = 0.2;
  const SyntheticPage page = makeSyntheticPage(recipe);
  EXPECT_EQ(fitted(page).grid, fitted(page).grid);
}

TEST(Fit, AStopMidwayLeavesAUsableGrid) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  FitOptions options;
  options.model = ModelLimit::sheet;
  const double at_end = mapErrorPercent(page, fitted(page, options));
  double at_once = 0;
  for (const int steps : {0, 5, 20, 60}) {
    std::stop_source source;
    int seen = 0;
    FitHooks hooks;
    hooks.onStep = [&](const FitProgress& progress) {
      EXPECT_NE(progress.grid, nullptr);
      if (++seen >= steps) {
        source.request_stop();
      }
    };
    if (steps == 0) {
      source.request_stop();
    }
    const FitResult result = fit(page.cues, {}, options, 0, hooks, source.get_token());
    EXPECT_EQ(result.termination, Termination::stopped);
    EXPECT_GT(minRelativeDeterminant(splineNet(result.grid)), 0);
    const double error = mapErrorPercent(page, result);
    if (steps == 0) {
      at_once = error;
    }
    EXPECT_LE(error, 1.02 * at_once) << steps;
    EXPECT_GE(error, 0.8 * at_end);
  }
}

TEST(Fit, GoesOnFromItsOwnParameters) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  const FitResult first = fitted(page);
  const FitStart start = startFrom(first.parameters);
  ASSERT_TRUE(start.sheet.has_value());
  const FitResult again = fit(page.cues, start, {}, 0, {}, {});
  EXPECT_LT(mapErrorPercent(page, again), 0.1);
  // The same page at another work scale: the start is stretched to it.
  SyntheticRecipe finer = bookRecipe();
  finer.work_scale = 0.75;
  finer.char_height *= 1.5;
  const SyntheticPage fine_page = makeSyntheticPage(finer);
  EXPECT_LT(mapErrorPercent(fine_page, fit(fine_page.cues, start, {}, 0, {}, {})), 0.1);
  EXPECT_FALSE(startFrom({}).sheet.has_value());
  EXPECT_FALSE(startFrom({{"frame", {1, 2}}, {"sheet", {0, 0, 0, 0, 0}}}).sheet.has_value());
}

TEST(Fit, GoesOnFromItsFreeForm) {
  SyntheticRecipe recipe = bookRecipe();
  recipe.displacement_px = [](Vec2 uv) { return Vec2{0, 14 * std::exp(-std::abs(uv.x - 0.3) / 0.25)}; };
  const SyntheticPage page = makeSyntheticPage(recipe);
  const FitResult first = fitted(page);
  ASSERT_EQ(first.model, WarpModel::free);
  ASSERT_TRUE(first.parameters.contains("grid"));
  const FitResult again = fit(page.cues, startFrom(first.parameters), {}, 0, {}, {});
  FitParameters sheet_alone = first.parameters;
  sheet_alone.erase("grid");
  const FitResult without = fit(page.cues, startFrom(sheet_alone), {}, 0, {}, {});
  EXPECT_EQ(again.model, WarpModel::free);
  EXPECT_LT(again.steps + 100, without.steps);
  EXPECT_LT(mapErrorPercent(page, again), 1.1 * mapErrorPercent(page, first));
  EXPECT_LE(again.confidence, first.confidence + 0.01);
  EXPECT_TRUE(again.parameters.contains("grid"));
}

TEST(Fit, GoesOnFromItsFolds) {
  SyntheticRecipe recipe;
  FoldedParameters folded;
  folded.pitch = 0.3;
  folded.log_focal = std::log(1.4);
  folded.bendings.push_back({0, 1.1, {}, {{0.12, 0.55}}});
  folded.bendings.push_back({M_PI / 2, 1.4, {}, {{-0.2, -0.4}}});
  recipe.truth.folded = std::make_shared<const FoldedParameters>(folded);
  const SyntheticPage page = makeSyntheticPage(recipe);
  const FitResult first = fitted(page);
  ASSERT_TRUE(first.parameters.contains("folds"));
  const FitStart start = startFrom(first.parameters);
  ASSERT_TRUE(start.sheet && start.sheet->folds);
  EXPECT_EQ(flatten(*start.sheet->folds), first.parameters.at("folds"));
  const FitResult again = fit(page.cues, start, {}, 0, {}, {});
  FitParameters sheet_alone = first.parameters;
  sheet_alone.erase("folds");
  const FitResult without = fit(page.cues, startFrom(sheet_alone), {}, 0, {}, {});
  EXPECT_LT(again.steps + 50, without.steps);
  EXPECT_LT(mapErrorPercent(page, again), 1.1 * mapErrorPercent(page, first) + 0.005);
  EXPECT_TRUE(again.parameters.contains("folds"));
}

TEST(Fit, AStartThatNoDescentCouldLeaveIsNone) {
  const std::vector<double> frame{600, 800, 1600, 0, 0, 0.3, 1.3};
  EXPECT_TRUE(startFrom({{"frame", frame}, {"sheet", {0, 0.1, 0.2, 0, 0}}}).sheet.has_value());
  EXPECT_FALSE(startFrom({{"frame", frame}, {"sheet", {0, 3.0, 0.2, 0, 0}}}).sheet.has_value());
  EXPECT_FALSE(startFrom({{"frame", frame}, {"sheet", {0, 0.1, 9.0, 0, 0}}}).sheet.has_value());
  EXPECT_FALSE(startFrom({{"frame", frame}, {"sheet", std::vector<double>(100000, 0.01)}}).sheet.has_value());
}

TEST(Fit, GridShowsTheSheetToATenthOfAPixel) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  FitOptions options;
  options.model = ModelLimit::sheet;
  const FitResult result = fitted(page, options);
  const FitStart start = startFrom(result.parameters);
  const SheetModel sheet(start.sheet->frame, start.sheet->parameters);
  const std::vector<double>& rect = result.parameters.at("rect");
  const SplineNet net = splineNet(result.grid);
  double worst = 0;
  for (int i = 0; i <= 60; ++i) {
    for (int j = 0; j <= 60; ++j) {
      const Vec2 uv{rect[0] + (rect[2] - rect[0]) * j / 60, rect[1] + (rect[3] - rect[1]) * i / 60};
      const Vec2 truth = page.cues.frame.sourceFromWork(sheet.workFromSheet(uv));
      worst = std::max(worst, norm(sourceFromPage(net, {j / 60.0, i / 60.0}) - truth));
    }
  }
  EXPECT_LT(worst, 0.12);
}

}  // namespace
}  // namespace platen::optim
