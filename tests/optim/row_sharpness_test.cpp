#include "core/optim/row_sharpness.h"

#include "core/optim/bake.h"
#include "core/optim/fit.h"
#include "core/optim/page_score.h"
#include "tests/optim/known_sheet.h"
#include "tests/support/synthetic_cues.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::makeSyntheticPage;
using test::SyntheticPage;
using test::SyntheticRecipe;

// A scan: no side in sight, paper all over.
SyntheticPage scan(double roll) {
  SyntheticRecipe recipe;
  recipe.truth.roll = roll;
  recipe.images = true;
  std::fill(std::begin(recipe.sides), std::end(recipe.sides), false);
  SyntheticPage page = makeSyntheticPage(recipe);
  page.cues.fills_photo = true;
  return page;
}

TEST(RowSharpness, IsGreatestAlongTheRows) {
  for (const double roll : {-0.05, 0.0, 0.02}) {
    const SyntheticPage page = scan(roll);
    const double along = rowSharpness(page.cues.ink, roll);
    for (const double off : {-0.02, -0.006, 0.006, 0.02}) {
      EXPECT_GT(along, 1.1 * rowSharpness(page.cues.ink, roll + off)) << roll << " " << off;
    }
  }
  EXPECT_EQ(rowSharpness(EvidenceImage{}, 0), 0);
}

TEST(RowSharpness, IsGreaterOnTheTrueMap) {
  SyntheticRecipe recipe = test::bookRecipe();
  recipe.images = true;
  const SyntheticPage page = makeSyntheticPage(recipe);
  const WarpGrid truth = bakeToSource(SheetModel(page.frame, recipe.truth), page.page_sheet_uv, page.cues.frame);
  const double unit_px = page.frame.norm * page.frame.half_width_q / recipe.work_scale;
  const Vec2 extent_px{page.page_sheet_uv.width() * unit_px, page.page_sheet_uv.height() * unit_px};
  const DeskewedPhoto photo = deskewedPhoto(page.cues.frame, 0);
  EXPECT_GT(rowSharpness(page.cues, truth, extent_px), 2 * rowSharpness(page.cues, photo.grid, photo.extent_px));
}

// Entries of a table whose parts do not lie at one height: every line that is traced through them slants.
SyntheticPage slantingTable() {
  SyntheticPage page = scan(0);
  for (TextSegment& line : page.cues.segments) {
    const double middle = (line.points.front().x + line.points.back().x) / 2;
    for (Vec2& p : line.points) {
      p.y += 0.02 * (p.x - middle);
    }
  }
  return page;
}

double slopeOf(const WarpGrid& grid) {
  const Vec2 along = grid.at(0, grid.cols - 1) - grid.at(0, 0);
  return along.y / along.x;
}

TEST(RowSharpness, ALevelScanIsNotTurnedByItsLines) {
  SyntheticPage page = slantingTable();
  const FitResult level = fit(page.cues, {}, {}, 0, {}, {});
  EXPECT_EQ(level.model, WarpModel::plane);
  EXPECT_NEAR(slopeOf(level.grid), 0, 1e-9);
  page.cues.ink = {};
  EXPECT_GT(slopeOf(fit(page.cues, {}, {}, 0, {}, {}).grid), 0.01) << "or nothing called for a turn";
}

TEST(RowSharpness, AScanThatLiesAslantIsTurned) {
  EXPECT_NEAR(slopeOf(fit(scan(0.03).cues, {}, {}, 0, {}, {}).grid), 0.03, 0.003);
}

// What follows the middle of its lines stands lower, as underlined words beside digits do.
TEST(RowSharpness, AScanIsNotBentWhereThatBlursItsRows) {
  SyntheticPage page = scan(0);
  page.cues.fills_photo = false;
  for (TextSegment& line : page.cues.segments) {
    const double middle = line.points.front().x + 0.4 * (line.points.back().x - line.points.front().x);
    for (Vec2& p : line.points) {
      p.y += 0.3 * page.cues.char_height / (1 + std::exp((middle - p.x) / page.cues.char_height));
    }
  }
  EXPECT_EQ(fit(page.cues, {}, {}, 0, {}, {}).model, WarpModel::plane);
  page.cues.ink = {};
  EXPECT_EQ(fit(page.cues, {}, {}, 0, {}, {}).model, WarpModel::free) << "or there was nothing to follow";
}

}  // namespace
}  // namespace platen::optim
