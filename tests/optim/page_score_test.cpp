// The score of flatness: next to nothing on the true map, and in the planted error's own units on a wrong one.
#include "core/optim/page_score.h"

#include "core/optim/bake.h"
#include "tests/optim/known_sheet.h"
#include "tests/support/synthetic_cues.h"

#include <cmath>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

struct Known {
  test::SyntheticPage page;
  WarpGrid grid;  // the truth
  Vec2 extent_px;
  double h_px = 0;  // a character, source pixels
};

Known known(test::SyntheticRecipe recipe = test::bookRecipe()) {
  recipe.images = true;
  Known k{makeSyntheticPage(recipe), {}, {}, 0};
  k.grid = bakeToSource(SheetModel(k.page.frame, recipe.truth), k.page.page_sheet_uv, k.page.cues.frame);
  const double unit = k.page.frame.norm * k.page.frame.half_width_q / recipe.work_scale;
  k.extent_px = {k.page.page_sheet_uv.width() * unit, k.page.page_sheet_uv.height() * unit};
  k.h_px = recipe.char_height / recipe.work_scale;
  return k;
}

// The grid whose page point (u, v) shows what `from` shows at warp(u, v).
template <class Warp>
WarpGrid rewarped(const WarpGrid& from, Warp&& warp) {
  const SplineNet net = splineNet(from);
  WarpGrid grid{65, 65, {}};
  for (int i = 0; i < grid.rows; ++i) {
    for (int j = 0; j < grid.cols; ++j) {
      grid.points.push_back(sourceFromPage(net, warp(Vec2{j / 64.0, i / 64.0})));
    }
  }
  return grid;
}

TEST(PageScore, TheTruthIsFlatAndThePhotoIsNot) {
  const Known k = known();
  const PageScore truth = scorePage(k.page.cues, k.grid, k.extent_px);
  EXPECT_GT(truth.lines, 40);
  EXPECT_LT(truth.waviness_h, 0.04);
  EXPECT_LT(truth.direction_deg, 0.5);
  EXPECT_LT(truth.sides_h, 0.1);
  EXPECT_NEAR(truth.stretch, 0, 0.02);
  EXPECT_NEAR(truth.lost, 0, 0.01);
  const DeskewedPhoto photo = deskewedPhoto(k.page.cues.frame, 0);
  EXPECT_EQ(photo.grid, turned(identityGrid(k.page.cues.frame.source_size), 0));
  const PageScore before = scorePage(k.page.cues, photo.grid, photo.extent_px);
  EXPECT_GT(before.waviness_h, 5 * truth.waviness_h);
  EXPECT_GT(before.total(), 5 * truth.total());
  EXPECT_FALSE(flatterPhoto(k.page.cues, truth));
}

TEST(PageScore, AFewCrookedLinesDoNotMoveTheMedian) {
  Known k = known();
  const PageScore truth = scorePage(k.page.cues, k.grid, k.extent_px);
  for (std::size_t n = 0; n < k.page.cues.segments.size(); n += 5) {
    Polyline& line = k.page.cues.segments[n].points;
    for (std::size_t i = 0; i < line.size() / 2; ++i) {
      line[i].y += 2 * k.page.cues.char_height;
    }
  }
  const PageScore crooked = scorePage(k.page.cues, k.grid, k.extent_px);
  EXPECT_GT(crooked.waviness_h, truth.waviness_h + 0.05);
  EXPECT_NEAR(crooked.median_waviness_h, truth.median_waviness_h, 0.01);
}

TEST(PageScore, PlantedErrorsShowInTheirOwnUnits) {
  const Known k = known();
  // Lines rise and fall by h: 2/pi of it on the mean.
  const double amplitude = k.h_px / k.extent_px.y;
  const WarpGrid wavy = rewarped(k.grid, [&](Vec2 p) { return Vec2{p.x, p.y + amplitude * std::sin(4 * M_PI * p.x)}; });
  const PageScore waves = scorePage(k.page.cues, wavy, k.extent_px);
  EXPECT_NEAR(waves.waviness_h, 2 / M_PI, 0.1);
  EXPECT_GT(waves.direction_deg, 1);

  // Distances of lines grow by a fifth from top to bottom.
  const WarpGrid slanted = rewarped(k.grid, [](Vec2 p) { return Vec2{p.x, p.y * (1.1 - 0.1 * p.y)}; });
  EXPECT_NEAR(std::abs(scorePage(k.page.cues, slanted, k.extent_px).stretch), 0.2, 0.04);

  const WarpGrid half = subGrid(k.grid, {0, 0, 1, 0.5}, 33, 33);
  EXPECT_NEAR(scorePage(k.page.cues, half, {k.extent_px.x, k.extent_px.y / 2}).lost, 0.5, 0.05);
}

TEST(PageScore, AMadeUpShapeLosesToThePhoto) {
  test::SyntheticRecipe flat;
  flat.truth = {};
  const Known k = known(flat);
  const WarpGrid bent = rewarped(k.grid, [](Vec2 p) { return Vec2{p.x, p.y + 0.02 * std::sin(3 * M_PI * p.x)}; });
  const PageScore made_up = scorePage(k.page.cues, bent, k.extent_px);
  const auto photo = flatterPhoto(k.page.cues, made_up);
  ASSERT_TRUE(photo);
  EXPECT_LT(scorePage(k.page.cues, photo->grid, photo->extent_px).total(), 0.5 * made_up.total());
}

TEST(PageScore, APageWithoutEvidenceScoresNothing) {
  PageCues cues;
  cues.frame.source_size = {800, 600};
  const DeskewedPhoto photo = deskewedPhoto(cues.frame, 0);
  const PageScore score = scorePage(cues, photo.grid, photo.extent_px);
  EXPECT_EQ(score.lines, 0);
  EXPECT_EQ(score.total(), 0);
  EXPECT_FALSE(flatterPhoto(cues, score));
}

}  // namespace
}  // namespace platen::optim
