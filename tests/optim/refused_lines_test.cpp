// Lines of text that lie on no sheet of the page's edges: that the page is then found without them, and that edges
// which are not the page's don't win over lines.
#include "core/optim/refused_lines.h"

#include "core/optim/fit.h"
#include "core/optim/page_score.h"
#include "core/optim/printed_box.h"
#include "core/optim/sheet_fit.h"
#include "core/optim/sheet_model.h"
#include "tests/support/synthetic_cues.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::bookRecipe;
using test::makeSyntheticPage;
using test::SyntheticPage;

// Every line rises and falls by `height_h` character heights along its way: no side of the page does.
void letBend(PageCues& cues, double height_h) {
  for (TextSegment& segment : cues.segments) {
    const double x0 = segment.points.front().x;
    const double run = segment.points.back().x - x0;
    for (Vec2& point : segment.points) {
      point.y += height_h * cues.char_height * std::sin(2 * M_PI * (point.x - x0) / run);
    }
  }
}

double errorOf(const SyntheticPage& page, const SheetFit& fit) {
  return test::sheetErrorPercent(page, SheetModel(fit.frame, fit.parameters));
}

SheetFit ledBy(const PageCues& cues) {
  return fitSheet(cues, {}, nullptr, {}, {});
}

std::optional<StageOneAnew> withoutLines(const PageCues& cues) {
  return fitWithoutLines(cues, ledBy(cues), {}, nullptr, {}, {});
}

TEST(RefusedLines, LeaveThePageToItsEdges) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  letBend(page.cues, 0.25);
  const SheetFit led = ledBy(page.cues);
  const std::optional<StageOneAnew> anew = fitWithoutLines(page.cues, led, {}, nullptr, {}, {});
  ASSERT_TRUE(anew);
  EXPECT_TRUE(anew->cues.segments.empty());
  EXPECT_FALSE(fitsText(anew->cues));
  EXPECT_LT(errorOf(page, anew->stage_one.sheet), 0.4 * errorOf(page, led));

  // Of a page that goes on from there it is found again.
  const SheetStart kept{anew->stage_one.sheet.frame, anew->stage_one.sheet.parameters};
  const SheetFit led_again = fitSheet(page.cues, {}, &kept, {}, {});
  const std::optional<StageOneAnew> goes_on = fitWithoutLines(page.cues, led_again, {}, &kept, {}, {});
  ASSERT_TRUE(goes_on);
  EXPECT_NEAR(errorOf(page, goes_on->stage_one.sheet), errorOf(page, anew->stage_one.sheet), 0.02);
}

TEST(RefusedLines, AreThoseThatContradictEachOther) {
  test::SyntheticRecipe recipe = bookRecipe();
  recipe.outlier_lines = 0.3;
  const SyntheticPage page = makeSyntheticPage(recipe);
  const std::optional<StageOneAnew> anew = withoutLines(page.cues);
  ASSERT_TRUE(anew);
  EXPECT_LT(errorOf(page, anew->stage_one.sheet), 0.05);

  PageCues three_sides = page.cues;
  three_sides.sides.pop_back();
  EXPECT_FALSE(withoutLines(three_sides));
}

// Lines that would be left far from level are the page's, and the edges are not.
TEST(RefusedLines, AreNoneOfThoseThatTheEdgesLeaveBent) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  letBend(page.cues, 0.6);
  EXPECT_FALSE(withoutLines(page.cues));
}

TEST(RefusedLines, AreNoneOfAPageThatFits) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  EXPECT_FALSE(withoutLines(page.cues));
}

TEST(RefusedLines, AreNoneWhereSomethingElseIsKnown) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  letBend(page.cues, 0.25);
  const SheetFit led = ledBy(page.cues);
  PageCues guided = page.cues;
  guided.strokes.push_back({});
  EXPECT_FALSE(fitWithoutLines(guided, led, {}, nullptr, {}, {}));
  PageCues bound = page.cues;
  bound.sides.front().is_gutter = true;
  EXPECT_FALSE(fitWithoutLines(bound, led, {}, nullptr, {}, {}));
}

// Of a page that may not bend it is the plane that lines contradict.
TEST(RefusedLines, AreNoneOfAPlane) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  letBend(page.cues, 0.25);
  SheetFitOptions plane;
  plane.model = ModelLimit::plane;
  EXPECT_FALSE(fitWithoutLines(page.cues, ledBy(page.cues), plane, nullptr, {}, {}));
}

// A fit that goes on from its own result keeps it.
TEST(RefusedLines, AreRefusedAgain) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  letBend(page.cues, 0.25);
  const FitResult first = fit(page.cues, {}, {}, 0, {}, {});
  page.cues.shape = first.grid;
  for (Vec2& point : page.cues.shape.points) {
    point = page.cues.frame.workFromSource(point);
  }
  page.cues.shape_extent_px = first.page_extent_px;
  const FitResult again = fit(page.cues, startFrom(first.parameters), {}, 0, {}, {});
  EXPECT_LT(test::mapErrorPercent(page, again), test::mapErrorPercent(page, first) + 0.02);
}

// Edges of a part of the page say nothing against text beyond them.
TEST(RefusedLines, AreNoneThatLieOutside) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  letBend(page.cues, 0.25);
  const SheetFit led = ledBy(page.cues);
  PageCues panel = page.cues;
  const Vec2 middle = page.workFromSheet({0, 0});
  for (PageSide& side : panel.sides) {
    for (Vec2& point : side.points) {
      point = middle + 0.6 * (point - middle);
    }
  }
  const double above = page.workFromSheet({0, -1}).y;
  std::erase_if(panel.segments, [above](const TextSegment& line) { return line.points.front().y > above; });
  ASSERT_GT(panel.segments.size(), 3U);
  SheetFit torn = led;
  torn.inlier_share = 0.5;
  EXPECT_FALSE(fitWithoutLines(panel, torn, {}, nullptr, {}, {}));
}

TEST(RefusedLines, AreSpokenOf) {
  SyntheticPage page = makeSyntheticPage(bookRecipe());
  letBend(page.cues, 0.25);
  const FitResult fitted = fit(page.cues, {}, {}, 0, {}, {});
  EXPECT_NE(std::ranges::find(fitted.warnings,
                              "the lines of text do not fit the page's edges: the page was fitted without them"),
            fitted.warnings.end());
  EXPECT_LT(test::mapErrorPercent(page, fitted), 0.1);
  EXPECT_GT(fitted.confidence, 0.8);
}

// Of a sheet that was found without lines the box of print holds them all the same.
TEST(RefusedLines, AreNotCut) {
  const SyntheticPage page = makeSyntheticPage(bookRecipe());
  const FitResult fitted = fit(page.cues, {}, {}, 0, {}, {});
  const std::optional<Box> lines = linesOnPage(page.cues, fitted.grid);
  ASSERT_TRUE(lines);
  SheetFit sheet;
  sheet.rect = {0, 0, 1, 1};
  sheet.content = {0.3, 0.3, 0.7, 0.7};
  EXPECT_EQ(printedBox(page.cues, fitted, sheet, false).x0, 0.3);
  const Box box = printedBox(page.cues, fitted, sheet, true);
  EXPECT_LT(box.x0, lines->x0);
  EXPECT_LT(box.y0, lines->y0);
  EXPECT_GT(box.x1, lines->x1);
  EXPECT_GT(box.y1, lines->y1);
  EXPECT_GE(box.x0, 0);
  EXPECT_LE(box.x1, 1);
}

}  // namespace
}  // namespace platen::optim
