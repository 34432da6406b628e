#include "core/optim/followed_margins.h"

#include "core/optim/base_map.h"
#include "core/optim/free_form_judge.h"
#include "core/optim/grid_descent.h"
#include "core/optim/grid_evidence.h"
#include "core/optim/grid_fit.h"
#include "core/optim/margins.h"
#include "tests/optim/known_sheet.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::gridErrorPercent;
using test::makeSyntheticPage;
using test::SyntheticPage;
using test::SyntheticRecipe;

struct Curl {
  int lines = 0;      // that leave the margin
  double step_h = 0;  // by so much a line, outwards
  double scatter_h = 0;
  bool at_head = false, on_right = false;
  bool is_usable = true;
};

// A page with such a curl at its foot or head, its margins followed.
std::vector<Curve> followedOf(const Curl& curl) {
  SyntheticPage page = makeSyntheticPage({});
  std::vector<TextSegment>& segments = page.cues.segments;
  std::ranges::sort(segments, {}, [](const TextSegment& line) { return line.left_end.y; });
  std::vector<bool> usable(segments.size(), true);
  for (int k = 1; k <= curl.lines; ++k) {
    const auto from_end = static_cast<std::size_t>(curl.lines - k);
    const std::size_t line = curl.at_head ? from_end : segments.size() - 1 - from_end;
    const double off = (curl.step_h * k + (k % 2 == 0 ? 1 : -1) * curl.scatter_h) * page.cues.char_height;
    (curl.on_right ? segments[line].right_end.x : segments[line].left_end.x) += curl.on_right ? off : -off;
    usable[line] = curl.is_usable;
  }
  const SheetModel truth(page.frame, page.recipe.truth);
  std::vector<Curve> curves = findMargins(page.cues, truth, usable, 0.05, true);
  curves.push_back(textCurve(page.cues, 0));
  followMargins(curves, page.cues, truth, usable);
  return curves;
}

// That of most ends on one side.
const Curve& marginOn(const std::vector<Curve>& curves, SideKind side) {
  return *std::ranges::max_element(curves, {}, [side](const Curve& curve) {
    return curve.kind == CurveKind::margin && curve.side == side ? curve.points.size() : 0;
  });
}

TEST(FollowedMargins, GoOnWhereTheyLeaveTheirLine) {
  const std::vector<Curve> straight = followedOf({});
  EXPECT_TRUE(std::ranges::none_of(straight, &Curve::is_followed));
  for (const bool at_head : {false, true}) {
    for (const SideKind side : {SideKind::left, SideKind::right}) {
      const std::vector<Curve> curled =
          followedOf({.lines = 9, .step_h = 0.5, .at_head = at_head, .on_right = side == SideKind::right});
      EXPECT_EQ(std::ranges::count_if(curled, &Curve::is_followed), 1) << at_head;
      const Curve& margin = marginOn(curled, side);
      EXPECT_TRUE(margin.is_followed);
      EXPECT_EQ(margin.points.size(), marginOn(straight, side).points.size()) << "all lines again";
      EXPECT_TRUE(std::ranges::is_sorted(margin.points, {}, &Vec2::y));
      EXPECT_GT(margin.weight, 2 * marginOn(straight, side).weight);
      EXPECT_EQ(curled.back().points.size(), straight.back().points.size()) << "text is no margin";
    }
  }
}

TEST(FollowedMargins, FewOrScatteredOrUnusableEndsLeadNowhere) {
  for (const Curl& curl : {Curl{.lines = 3, .step_h = 0.5}, Curl{.lines = 9, .step_h = 0.5, .scatter_h = 2},
                           Curl{.lines = 9, .step_h = 0.5, .is_usable = false}}) {
    const std::vector<Curve> curves = followedOf(curl);
    ASSERT_GT(curves.size(), 1U);
    EXPECT_TRUE(std::ranges::none_of(curves, &Curve::is_followed));
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

TEST(FollowedMargins, JudgeTheFreeFormUnlessLinesLose) {
  const SyntheticPage page = makeSyntheticPage(curledFoot());
  const SheetFit sheet = fitSheet(page.cues, {}, nullptr, {}, {});
  const BaseMap base(SheetModel(sheet.frame, sheet.parameters), sheet.rect);
  const GridProblem problem{base, page.cues, gridCurves(page.cues, sheet), GridWeights{}, {}, nullptr};
  const FreeFormJudge judge(problem, splitCurves(problem.curves, base, page.cues.char_height).judging);
  const FreeFormJudgement before = judge(OffsetNet::zero({1, 1}));
  EXPECT_GT(before.margins, 1);
  FreeFormJudgement after = before;
  after.margins = 0.03;
  EXPECT_LT(judge.left(before, after), 0.5);
  after.lines = before.lines + 0.5;
  EXPECT_GT(judge.left(before, after), 1) << "a margin that was followed can't make up for lines that were not";
}

}  // namespace
}  // namespace platen::optim
