#include "core/optim/sheet_fit.h"

#include "core/optim/curve_solver.h"
#include "tests/support/synthetic_cues.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <random>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::bookRecipe;
using test::makeSyntheticPage;
using test::sheetErrorPercent;
using test::SyntheticPage;
using test::SyntheticRecipe;

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

TEST(SheetFit, TextAndMarginsAloneGiveThePerspective) {
  SyntheticRecipe recipe = bookRecipe();
  for (bool& side : recipe.sides) {
    side = false;
  }
  const SyntheticPage page = makeSyntheticPage(recipe);
  const SheetFit fit = fitted(page);
  EXPECT_GE(fit.margin_count, 2);
  EXPECT_EQ(fit.side_count, 0);
  EXPECT_LT(errorOf(page, fit, true), 0.15);
}

TEST(SheetFit, PerspectiveOnlySelectsThePlane) {
  SyntheticRecipe recipe;
  recipe.truth.roll = -0.06;
  recipe.truth.pitch = 0.25;
  recipe.truth.log_focal = std::log(1.2);
  recipe.truth.bend = {0.2};
  const SyntheticPage page = makeSyntheticPage(recipe);
  const SheetFit fit = fitted(page);
  EXPECT_EQ(fit.kind, SheetKind::plane);
  EXPECT_LT(errorOf(page, fit), 0.05);
  for (int side = 0; side < 4; ++side) {
    EXPECT_TRUE(fit.edge_found[side]);
  }
}

TEST(SheetFit, FlatPageSelectsTheSimilarity) {
  SyntheticRecipe recipe;
  recipe.truth.roll = 0.02;
  const SyntheticPage page = makeSyntheticPage(recipe);
  const SheetFit fit = fitted(page);
  EXPECT_EQ(fit.kind, SheetKind::similarity);
  EXPECT_NEAR(fit.parameters.roll, 0.02, 2e-4);
  EXPECT_EQ(fit.parameters.pitch, 0);
  EXPECT_EQ(fit.parameters.bend, std::vector<double>{0.0});
}

// How far off the focal length is, in standard deviations that the fit says.
TEST(SheetFit, TheFocalLengthIsAsSureAsItSays) {
  double squares = 0;
  int pages = 0;
  double least_sigma = 1;
  for (const double focal : {0.8, 1.2, 1.9}) {
    for (const double pitch : {0.1, 0.3}) {
      for (const std::uint64_t seed : {1, 2}) {
        SyntheticRecipe recipe = bookRecipe();
        recipe.truth.log_focal = std::log(focal);
        recipe.truth.pitch = pitch;
        recipe.seed = seed;
        const SheetFit fit = fitted(makeSyntheticPage(recipe));
        ASSERT_GT(fit.log_focal_sigma, 0) << focal << " " << pitch;
        ASSERT_LE(fit.log_focal_sigma, 0.35) << "more than was known before";
        const double off = (fit.parameters.log_focal - recipe.truth.log_focal) / fit.log_focal_sigma;
        EXPECT_LT(std::abs(off), 3) << focal << " " << pitch << ": " << fit.log_focal_sigma;
        squares += off * off;
        ++pages;
        least_sigma = std::min(least_sigma, fit.log_focal_sigma);
      }
    }
  }
  EXPECT_LT(std::sqrt(squares / pages), 1.5);
  EXPECT_LT(least_sigma, 0.2) << "none of the pages told anything";
  SyntheticRecipe flat;
  flat.truth.roll = 0.02;
  EXPECT_EQ(fitted(makeSyntheticPage(flat)).log_focal_sigma, 0) << "a scan has no lens";
}

// Level lines that begin anywhere and end ever earlier from top to bottom, as lists and tables of contents may.
SyntheticPage pageThatNarrows(SyntheticRecipe recipe) {
  std::fill(std::begin(recipe.sides), std::end(recipe.sides), false);
  SyntheticPage page = makeSyntheticPage(recipe);
  const double top = page.cues.segments.front().points.front().y;
  std::mt19937 random(7);
  for (TextSegment& line : page.cues.segments) {
    const Vec2 from = line.points.front();
    const double width = line.points.back().x - from.x;
    const double begin = from.x + 0.5 * width * random() / 4294967296.0;
    const double end = from.x + 0.95 * width - 0.05 * (from.y - top);
    std::erase_if(line.points, [&](Vec2 p) { return p.x < begin || p.x > end; });
    line.left_end = line.points.front();
    line.right_end = {end, line.points.back().y};
    line.length = (end - line.points.front().x) / page.cues.char_height;
  }
  return page;
}

TEST(SheetFit, AMarginThatSlantsTiltsNoFlatPage) {
  SyntheticRecipe recipe;
  recipe.truth.roll = 0.02;
  const SheetFit fit = fitted(pageThatNarrows(recipe));
  EXPECT_GT(fit.diagnostics.at("cost_similarity"), 2 * fit.diagnostics.at("cost_plane")) << "or margins said nothing";
  EXPECT_EQ(fit.margin_count, 0);
  EXPECT_EQ(fit.kind, SheetKind::similarity);
  EXPECT_NEAR(fit.parameters.roll, 0.02, 1e-3);
}

TEST(SheetFit, LinesThatConvergeTiltAPageWithoutSides) {
  SyntheticRecipe recipe;
  recipe.truth.roll = -0.06;
  recipe.truth.pitch = 0.25;
  recipe.truth.log_focal = std::log(1.2);
  recipe.truth.bend = {0.2};
  EXPECT_EQ(fitted(pageThatNarrows(recipe)).kind, SheetKind::plane);
}

// Leaders of dots, figures in a column and letters do not lie at one height.
TEST(SheetFit, AScanIsBentByNoLessThanItsLinesTell) {
  const auto kind = [](double bend_h, bool fills_photo) {
    SyntheticRecipe recipe;
    std::fill(std::begin(recipe.sides), std::end(recipe.sides), false);
    SyntheticPage page = makeSyntheticPage(recipe);
    const double middle = page.cues.frame.extent().x / 2;
    for (TextSegment& line : page.cues.segments) {
      for (Vec2& p : line.points) {
        p.y += bend_h * page.cues.char_height * std::cos(2 * (p.x - middle) / middle);
      }
    }
    page.cues.fills_photo = fills_photo;
    return fitted(page).kind;
  };
  EXPECT_EQ(kind(0.3, true), SheetKind::similarity);
  EXPECT_EQ(kind(0.3, false), SheetKind::cylinder) << "or it was as good as flat";
  EXPECT_EQ(kind(3, true), SheetKind::cylinder) << "a book on a scanner";
}

TEST(SheetFit, RulesThatConvergeTiltAPageWithoutTextAndSides) {
  SyntheticRecipe recipe;
  recipe.text = false;
  std::fill(std::begin(recipe.sides), std::end(recipe.sides), false);
  recipe.h_rules = 6;
  recipe.v_rules = 6;
  recipe.truth.pitch = 0.25;
  recipe.truth.log_focal = std::log(1.2);
  recipe.truth.bend = {0.2};
  EXPECT_NE(fitted(makeSyntheticPage(recipe)).kind, SheetKind::similarity);
  recipe.truth = {};
  EXPECT_EQ(fitted(makeSyntheticPage(recipe)).kind, SheetKind::similarity);
}

TEST(SheetFit, OutlierLinesAreTolerated) {
  SyntheticRecipe recipe = bookRecipe();
  recipe.outlier_lines = 0.3;
  const SyntheticPage page = makeSyntheticPage(recipe);
  const SheetFit fit = fitted(page);
  EXPECT_LT(errorOf(page, fit), 0.1);
  EXPECT_LT(fit.inlier_share, 0.85);
  EXPECT_FALSE(fit.soft);  // the lines that are some are straight from end to end
}

TEST(SheetFit, FoldedPageIsSoftAndSmoothOneIsNot) {
  SyntheticRecipe recipe = bookRecipe();
  recipe.displacement_px = [](Vec2 uv) {  // two creases across each other, 25 px deep
    return Vec2{0, 25 * std::abs(std::sin(2.5 * (uv.x + 0.3 * uv.y))) + 18 * std::abs(std::cos(3 * uv.y + 2 * uv.x))};
  };
  EXPECT_TRUE(fitted(makeSyntheticPage(recipe)).soft);
  EXPECT_FALSE(fitted(makeSyntheticPage(bookRecipe())).soft);
}

// It goes by the longer pieces alone, which have other numbers: those of neighbours were of lines that it does not
// have.
TEST(SheetFit, ASoftSheetForgetsWhichLinesWereNeighbours) {
  SyntheticRecipe recipe = bookRecipe();
  recipe.displacement_px = [](Vec2 uv) {  // creases, deeper towards the foot
    return Vec2{0, 14 * std::clamp(uv.y + 0.6, 0.0, 1.0) * std::abs(std::sin(5 * (uv.x + 0.3 * uv.y)))};
  };
  SyntheticPage page = makeSyntheticPage(recipe);
  std::vector<TextSegment> pieces(page.cues.segments.begin(), page.cues.segments.begin() + 12);
  for (TextSegment& piece : pieces) {
    piece.points.resize(2);
    piece.length = 3;
  }
  page.cues.segments.insert(page.cues.segments.begin(), pieces.begin(), pieces.end());
  const SheetFit fit = fitted(page);
  EXPECT_TRUE(fit.soft);
  EXPECT_LT(errorOf(page, fit), 0.7);
}

// Its profile is steep, and unknown at the ends: the few values of the soft one are no picture of that.
TEST(SheetFit, ACurledAndCrumpledSheetIsASmoothSurface) {
  for (const double steep : {0.9, 1.2}) {
    SyntheticRecipe recipe;
    recipe.truth.bend = {-steep, -0.3, 0.2, 0.1, -0.2, 0.1, 0.2, 0.4, steep};
    recipe.displacement_px = [](Vec2 uv) {
      return Vec2{0, 25 * std::abs(std::sin(2.5 * (uv.x + 0.3 * uv.y))) + 18 * std::abs(std::cos(3 * uv.y + 2 * uv.x))};
    };
    const SheetFit fit = fitted(makeSyntheticPage(recipe));
    ASSERT_TRUE(fit.soft);
    EXPECT_TRUE(CurveSolver::inBounds(fit.parameters));
  }
}

TEST(SheetFit, PlaneLimitNeverBends) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  SheetFitOptions options;
  options.model = ModelLimit::plane;
  const SheetFit fit = fitted(page, options);
  EXPECT_NE(fit.kind, SheetKind::cylinder);
  EXPECT_EQ(fit.parameters.bend.size(), 1U);
  EXPECT_GT(errorOf(page, fit), 0.5);  // so the bend was worth a test
}

// A tele lens whose perspective the curves hardly show: without EXIF or a known paper the aspect is a guess.
SyntheticRecipe teleRecipe() {
  SyntheticRecipe recipe;
  recipe.truth.pitch = 0.45;
  recipe.truth.log_focal = std::log(2.6);
  recipe.truth.bend = {0.1};
  recipe.missing_lines = 0.6;
  recipe.noise_px = 0.8;
  return recipe;
}

TEST(SheetFit, FocalPriorSettlesTheAspect) {
  for (const double half_height : {1.3, 1.65}) {  // of no paper's shape
    SyntheticRecipe recipe = teleRecipe();
    recipe.text_half_height = half_height;
    const SyntheticPage page = makeSyntheticPage(recipe);
    SheetFitOptions known;
    known.focal_prior = 2.6;
    const SheetFit with = fitted(page, known);
    const SheetFit without = fitted(page);
    EXPECT_LT(std::abs(with.parameters.log_focal - std::log(2.6)), 0.15);
    EXPECT_LE(errorOf(page, with), errorOf(page, without));
    EXPECT_LT(errorOf(page, with), 0.3);
    EXPECT_EQ(with.paper, "");
  }
}

double aspectOf(const SheetFit& fit) {
  return fit.rect.height() / fit.rect.width();
}

// The text's half height on a page of this height over width.
double halfHeightFor(double aspect, const SyntheticRecipe& recipe) {
  return aspect * (1 + recipe.margin) - recipe.margin;
}

TEST(SheetFit, PaperSettlesTheAspect) {
  SyntheticRecipe recipe = teleRecipe();
  recipe.text_half_height = halfHeightFor(std::sqrt(2.0), recipe);  // A4, no EXIF
  const SyntheticPage page = makeSyntheticPage(recipe);
  const SheetFit fit = fitted(page);
  EXPECT_EQ(fit.paper, "A4");
  EXPECT_NEAR(aspectOf(fit), std::sqrt(2.0), 0.004);
  EXPECT_LT(errorOf(page, fit), 0.25);
}

TEST(SheetFit, PaperOfABentSheetToo) {
  SyntheticRecipe recipe = bookRecipe();
  recipe.text_half_height = halfHeightFor(11 / 8.5, recipe);
  const SyntheticPage page = makeSyntheticPage(recipe);
  const SheetFit fit = fitted(page);
  EXPECT_EQ(fit.paper, "Letter");
  EXPECT_NEAR(aspectOf(fit), 11 / 8.5, 0.004);
}

TEST(SheetFit, NoPaperIsTakenWhereTheAspectOrASideSaysOtherwise) {
  SyntheticRecipe recipe;
  recipe.truth.pitch = 0.3;
  recipe.text_half_height = 1.65;
  EXPECT_EQ(fitted(makeSyntheticPage(recipe)).paper, "");
  recipe.text_half_height = halfHeightFor(std::sqrt(2.0), recipe);
  SyntheticPage page = makeSyntheticPage(recipe);
  EXPECT_EQ(fitted(page).paper, "A4");
  page.cues.sides.pop_back();
  EXPECT_EQ(fitted(page).paper, "");
}

// Its own shape is kept, be it just that of A4 or merely near it.
TEST(SheetFit, APageOfASpreadIsNoSheetOfPaper) {
  for (const double aspect : {std::sqrt(2.0), 1.39}) {
    SyntheticRecipe recipe;
    recipe.truth.pitch = 0.3;
    recipe.text_half_height = halfHeightFor(aspect, recipe);
    SyntheticPage page = makeSyntheticPage(recipe);
    for (PageSide& side : page.cues.sides) {
      side.is_gutter = side.kind == SideKind::left;
    }
    const SheetFit fit = fitted(page);
    EXPECT_EQ(fit.paper, "");
    EXPECT_NEAR(aspectOf(fit), aspect, 0.01);
  }
}

// EXIF of 13 mm wide lenses and of 300 mm and longer ones lies at or beyond the descent's bounds.
TEST(SheetFit, ExtremeFocalPriorsAreNoObstacle) {
  for (const double focal : {0.25, 13.0 / 36, 300.0 / 36, 30.0}) {
    SyntheticRecipe recipe = bookRecipe();
    recipe.truth.log_focal = std::log(std::clamp(focal, 13.0 / 36, 8.0));
    const SyntheticPage page = makeSyntheticPage(recipe);
    SheetFitOptions options;
    options.focal_prior = focal;
    const SheetFit fit = fitted(page, options);
    EXPECT_GT(fit.steps, 20) << focal;
    EXPECT_LT(errorOf(page, fit), 0.3) << focal;
  }
}

TEST(SheetFit, WithoutTextSidesAndRulesCarryTheFit) {
  SyntheticRecipe recipe = bookRecipe();
  recipe.text = false;
  recipe.h_rules = 9;
  recipe.v_rules = 9;
  const SyntheticPage page = makeSyntheticPage(recipe);
  const SheetFit fit = fitted(page);
  ASSERT_TRUE(fit.usable);
  EXPECT_LT(errorOf(page, fit), 0.3);
}

TEST(SheetFit, NoEvidenceIsNotUsable) {
  SyntheticRecipe recipe;
  recipe.text = false;
  recipe.sides[0] = recipe.sides[2] = false;
  EXPECT_FALSE(fitted(makeSyntheticPage(recipe)).usable);
}

TEST(SheetFit, StartsFromAnotherFitsParameters) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  const SheetFit first = fitted(page);
  const SheetStart start{first.frame, first.parameters};
  const SheetFit again = fitSheet(page.cues, {}, &start, {}, {});
  EXPECT_LT(errorOf(page, again), 0.1);
  EXPECT_LT(again.steps, first.steps);
}

TEST(SheetFit, PaperThatIsKnownSettlesTheAspectAndAsMeasuredLeavesIt) {
  SyntheticRecipe recipe = teleRecipe();
  recipe.text_half_height = halfHeightFor(240.0 / 170, recipe);  // near A4, and not A4
  const SyntheticPage page = makeSyntheticPage(recipe);
  SheetFitOptions options;
  options.paper = {PaperKind::sheet, 240, 170};  // lying or standing: as the page does
  const SheetFit known = fitted(page, options);
  EXPECT_EQ(known.paper, "240x170");
  EXPECT_NEAR(aspectOf(known), 240.0 / 170, 0.002);
  EXPECT_LT(errorOf(page, known), 0.25);
  options.paper = {PaperKind::measured};
  EXPECT_EQ(fitted(page, options).paper, "");
  recipe.text_half_height = halfHeightFor(std::sqrt(2.0), recipe);
  const SyntheticPage a4 = makeSyntheticPage(recipe);
  EXPECT_EQ(fitted(a4, options).paper, "") << "although it looks like A4";
}

// A sheet that it can't be is no reason to bend the page.
TEST(SheetFit, PaperFarFromWhatIsSeenLeavesTheShape) {
  SyntheticRecipe recipe = teleRecipe();
  recipe.text_half_height = halfHeightFor(std::sqrt(2.0), recipe);
  const SyntheticPage page = makeSyntheticPage(recipe);
  SheetFitOptions options;
  options.paper = {PaperKind::sheet, 200, 200};
  const SheetFit fit = fitted(page, options);
  EXPECT_EQ(fit.paper, "");
  EXPECT_NEAR(aspectOf(fit), std::sqrt(2.0), 0.08);
}

}  // namespace
}  // namespace platen::optim
