#include "core/optim/followed_margins.h"

#include "core/optim/grid_evidence.h"
#include "core/optim/grid_fit.h"
#include "core/optim/margins.h"
#include "tests/optim/known_sheet.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::gridErrorPercent;
using test::knownSheet;
using test::makeSyntheticPage;
using test::SyntheticPage;
using test::SyntheticRecipe;

// The margins of a page whose last lines begin ever farther left, by `step_h` a line and scattered by `scatter_h`,
// followed.
std::vector<Curve> followedOf(int lines, double step_h, double scatter_h) {
  SyntheticPage page = makeSyntheticPage({});
  std::vector<TextSegment>& segments = page.cues.segments;
  std::ranges::sort(segments, {}, [](const TextSegment& line) { return line.left_end.y; });
  for (int k = 1; k <= lines; ++k) {
    TextSegment& line = segments[segments.size() - 1 - static_cast<std::size_t>(lines - k)];
    line.left_end.x -= (step_h * k + (k % 2 == 0 ? scatter_h : -scatter_h)) * page.cues.char_height;
  }
  const SheetModel truth(page.frame, page.recipe.truth);
  const std::vector<bool> usable(segments.size(), true);
  std::vector<Curve> margins = findMargins(page.cues, truth, usable, 0.05, true);
  followMargins(margins, page.cues, truth, usable);
  return margins;
}

TEST(FollowedMargins, GoOnWhereTheyLeaveTheirLine) {
  const std::vector<Curve> straight = followedOf(0, 0, 0);
  const std::vector<Curve> curled = followedOf(9, 0.5, 0);
  ASSERT_EQ(straight.size(), 3U);
  ASSERT_EQ(curled.size(), 3U);
  EXPECT_FALSE(straight[0].is_followed);
  EXPECT_TRUE(curled[0].is_followed);
  EXPECT_EQ(curled[0].points.size(), straight[0].points.size()) << "all lines again";
  EXPECT_TRUE(std::ranges::is_sorted(curled[0].points, {}, &Vec2::y));
  EXPECT_FALSE(curled[2].is_followed) << "the right one goes straight on";
}

TEST(FollowedMargins, FewOrScatteredEndsLeadNowhere) {
  for (const std::vector<Curve>& margins : {followedOf(3, 0.5, 0), followedOf(9, 0.5, 2)}) {
    ASSERT_FALSE(margins.empty());
    EXPECT_TRUE(std::ranges::none_of(margins, &Curve::is_followed));
  }
}

// A page whose foot curls sideways too: its lines stay level, and begin and end ever farther left.
SyntheticRecipe curledFoot() {
  SyntheticRecipe recipe = test::wavedRecipe();
  recipe.displacement_px = [](Vec2 sheet_uv) {
    const double beyond = std::max(0.0, sheet_uv.y - 0.7);
    return Vec2{-120 * beyond * beyond, 0};
  };
  for (bool& side : recipe.sides) {
    side = false;  // as of a page in the middle of a book that fills the photo
  }
  return recipe;
}

TEST(FollowedMargins, TheGridStraightensThem) {
  const SyntheticPage page = makeSyntheticPage(curledFoot());
  const SheetFit sheet = fitSheet(page.cues, {}, nullptr, {}, {});
  ASSERT_TRUE(std::ranges::any_of(gridCurves(page.cues, sheet), &Curve::is_followed));
  EXPECT_TRUE(std::ranges::none_of(sheet.curves, &Curve::is_followed)) << "they are not what the sheet was fitted to";
  const double before = gridErrorPercent(page, bakeSheet(sheet), true);
  const GridFit fit = fitGrid(page.cues, sheet, {}, {}, {});
  EXPECT_TRUE(fit.kept);
  const double after = gridErrorPercent(page, fit.grid, true);
  EXPECT_LT(after, 0.8 * before) << before;
}

}  // namespace
}  // namespace platen::optim
