// A start from a map alone: the sheet is found again, and a guess rules only where it explains the page better.
#include "core/optim/start_through.h"

#include "core/optim/fit.h"
#include "core/optim/sheet_model.h"
#include "core/optim/stage_one.h"
#include "core/optim/withheld_evidence.h"
#include "tests/support/synthetic_cues.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using testing::Contains;
using testing::HasSubstr;

// What the page truly is, as coarse as a network has it.
WarpGrid truthOf(const test::SyntheticPage& page, Vec2 shift = {}) {
  WarpGrid map{31, 23, {}};
  const Box& box = page.page_sheet_uv;
  for (int i = 0; i < map.rows; ++i) {
    for (int j = 0; j < map.cols; ++j) {
      const Vec2 sheet_uv{box.x0 + box.width() * j / (map.cols - 1), box.y0 + box.height() * i / (map.rows - 1)};
      map.points.push_back(page.workFromSheet(sheet_uv) + shift);
    }
  }
  return map;
}

PageCues guessed(PageCues cues, WarpGrid shape_work_px) {
  cues.shape = std::move(shape_work_px);
  cues.shape_extent_px = {1200, 1500};
  cues.shape_is_guess = true;
  return cues;
}

TEST(StartThrough, TheSheetOfAMapIsFoundAgain) {
  for (const test::SyntheticRecipe& recipe : {test::bookRecipe(), test::wavedRecipe()}) {
    const test::SyntheticPage page = test::makeSyntheticPage(recipe);
    const PageCues cues = guessed(page.cues, truthOf(page));
    const FitStart start = startThrough(cues, sheetOptionsOf({}, 0), {});
    ASSERT_TRUE(start.sheet);
    EXPECT_LT(test::sheetErrorPercent(page, SheetModel(start.sheet->frame, start.sheet->parameters)), 0.3);
  }
}

TEST(StartThrough, AMapThatIsNoneStartsNothing) {
  const test::SyntheticPage page = test::makeSyntheticPage(test::bookRecipe());
  EXPECT_FALSE(startThrough(page.cues, sheetOptionsOf({}, 0), {}).sheet);
  WarpGrid point = truthOf(page);
  for (Vec2& p : point.points) {
    p = {400, 400};
  }
  EXPECT_FALSE(startThrough(guessed(page.cues, point), sheetOptionsOf({}, 0), {}).sheet);
}

TEST(StartThrough, AGuessThatExplainsLessChangesNothing) {
  const test::SyntheticPage page = test::makeSyntheticPage(test::bookRecipe());
  const FitResult own = fit(page.cues, {}, {}, 0, {}, {});
  // Another page's shape, turned inside out along u.
  WarpGrid wrong = truthOf(page);
  for (int i = 0; i < wrong.rows; ++i) {
    for (int j = 0; j < wrong.cols; ++j) {
      wrong.points[static_cast<std::size_t>(i * wrong.cols + j)].y += 90.0 * (j % 2 == 0 ? 1 : -1) * i / wrong.rows;
    }
  }
  const FitResult result = fit(guessed(page.cues, wrong), {}, {}, 0, {}, {});
  EXPECT_EQ(result.grid, own.grid);
  EXPECT_EQ(result.warnings, own.warnings);
}

// The truth itself for a guess, which explains a seventh more of a page with false lines than the search does: too
// little to tell which of two sheets is nearer to the truth.
TEST(StartThrough, AGuessThatExplainsLittleMoreChangesNothing) {
  test::SyntheticRecipe recipe = test::bookRecipe();
  recipe.outlier_lines = 0.2;
  recipe.noise_px = 1.5;
  recipe.displacement_px = [](Vec2 sheet_uv) { return Vec2{0, 4 * std::sin(5 * sheet_uv.x + 2 * sheet_uv.y)}; };
  const test::SyntheticPage page = test::makeSyntheticPage(recipe);
  const PageCues cues = guessed(page.cues, truthOf(page));
  const SheetFitOptions options = sheetOptionsOf({}, 0);
  const FitStart guess = startThrough(cues, options, {});
  ASSERT_TRUE(guess.sheet);
  const double left = unexplainedBy(cues, fitStageOne(cues, options, &*guess.sheet, {}, {}).sheet);
  const double left_of_own = unexplainedBy(cues, fitStageOne(cues, options, nullptr, {}, {}).sheet);
  EXPECT_LT(left, 0.95 * left_of_own);
  EXPECT_EQ(fit(cues, {}, {}, 0, {}, {}).grid, fit(page.cues, {}, {}, 0, {}, {}).grid);
}

// Near enough for a page to be drawn to it, as to another page's shape; but it is searched from and no more.
TEST(StartThrough, NothingIsDrawnToAGuess) {
  test::SyntheticRecipe recipe = test::bookRecipe();
  recipe.displacement_px = [](Vec2 sheet_uv) { return Vec2{0, 7 * std::sin(5 * sheet_uv.x + 2 * sheet_uv.y)}; };
  const test::SyntheticPage page = test::makeSyntheticPage(recipe);
  FitOptions options;
  options.model = ModelLimit::free;
  const FitResult own = fit(page.cues, {}, options, 0, {}, {});
  const FitResult result = fit(guessed(page.cues, truthOf(page, {8, -6})), {}, options, 0, {}, {});
  EXPECT_EQ(own.model, WarpModel::free);
  EXPECT_EQ(result.grid, own.grid);
}

TEST(StartThrough, APageWithoutEvidenceTakesTheGuess) {
  const test::SyntheticPage page = test::makeSyntheticPage(test::bookRecipe());
  PageCues blank = page.cues;
  blank.segments.clear();
  blank.sides.clear();
  blank.rules.clear();
  blank.direction = {};
  blank.row_period = {};
  blank.has_text = false;
  const FitResult result = fit(guessed(blank, truthOf(page)), {}, {}, 0, {}, {});
  EXPECT_THAT(result.warnings, Contains(HasSubstr("the first guess was taken")));
  EXPECT_LT(test::mapErrorPercent(page, result), 0.2);
}

}  // namespace
}  // namespace platen::optim
