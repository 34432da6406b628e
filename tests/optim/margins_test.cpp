#include "core/optim/margins.h"

#include "core/optim/folded_sheet.h"
#include "core/optim/sheet_fit.h"
#include "tests/support/synthetic_cues.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

std::vector<Curve> marginsOf(const test::SyntheticPage& page, bool has_side = false) {
  const SheetModel truth(page.frame, page.recipe.truth);
  return findMargins(page.cues, truth, std::vector<bool>(page.cues.segments.size(), true), 0.35, has_side);
}

double meanU(const test::SyntheticPage& page, const Curve& margin) {
  const SheetModel truth(page.frame, page.recipe.truth);
  double sum = 0;
  for (const Vec2 p : margin.points) {
    sum += truth.sheetFromWork(p).sheet_uv.x;
  }
  return sum / static_cast<double>(margin.points.size());
}

TEST(Margins, JustifiedTextHasBoth) {
  const test::SyntheticPage page = test::makeSyntheticPage({});
  const std::vector<Curve> margins = marginsOf(page);
  ASSERT_EQ(margins.size(), 3U);
  EXPECT_NEAR(meanU(page, margins[0]), -1, 0.005);
  EXPECT_NEAR(meanU(page, margins[1]), -0.94, 0.005);  // the indented first lines of paragraphs
  EXPECT_NEAR(meanU(page, margins[2]), 1, 0.005);
  EXPECT_FALSE(margins[0].is_h);
  EXPECT_EQ(margins[0].weight, 3);
}

TEST(Margins, RaggedRightIsNoMargin) {
  test::SyntheticRecipe recipe;
  recipe.ragged_right = true;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    recipe.seed = seed;
    const test::SyntheticPage page = test::makeSyntheticPage(recipe);
    const std::vector<Curve> margins = marginsOf(page);
    ASSERT_EQ(margins.size(), 2U) << "seed " << seed;
    EXPECT_NEAR(meanU(page, margins[0]), -1, 0.005);
    EXPECT_NEAR(meanU(page, margins[1]), -0.94, 0.005);
  }
}

// As the longest lines of ragged text do, which make a margin by chance.
TEST(Margins, ScatteredEndsWeighLittle) {
  test::SyntheticPage page = test::makeSyntheticPage({});
  for (std::size_t i = 0; i < page.cues.segments.size(); ++i) {
    page.cues.segments[i].right_end.x += (i % 2 == 0 ? 0.35 : -0.35) * page.cues.char_height;
  }
  const std::vector<Curve> margins = marginsOf(page);
  ASSERT_EQ(margins.size(), 3U);
  EXPECT_EQ(margins[0].weight, 3);
  EXPECT_NEAR(meanU(page, margins[2]), 1, 0.01);
  EXPECT_LT(margins[2].weight, 1);
  EXPECT_GT(margins[2].weight, 0);
}

TEST(Margins, ColumnsHaveTheirOwn) {
  test::SyntheticRecipe recipe;
  recipe.columns = 2;
  EXPECT_EQ(marginsOf(test::makeSyntheticPage(recipe)).size(), 6U);
}

// Where a side was believed, true margins are upright; but the sheet may be tilted wrong, with that side alone upright.
TEST(Margins, MayConvergeWhereTheyAgree) {
  test::SyntheticRecipe recipe;
  recipe.columns = 2;
  recipe.truth = {};
  recipe.truth.pitch = 0.2;
  const test::SyntheticPage page = test::makeSyntheticPage(recipe);
  SheetParameters tilted = recipe.truth;
  tilted.pitch = -0.25;
  const SheetModel sheet(page.frame, tilted);
  const std::vector<bool> usable(page.cues.segments.size(), true);
  const std::vector<Curve> margins = findMargins(page.cues, sheet, usable, 0.35, true);
  EXPECT_EQ(margins.size(), 6U);
  const auto slant = [&](const Curve& margin) {
    const Vec2 run =
        sheet.sheetFromWork(margin.points.back()).sheet_uv - sheet.sheetFromWork(margin.points.front()).sheet_uv;
    return std::abs(run.x / run.y);
  };
  EXPECT_TRUE(std::any_of(margins.begin(), margins.end(), [&](const Curve& margin) { return slant(margin) > 0.08; }));
  EXPECT_LT(findMargins(page.cues, sheet, usable, 0.05, true).size(), 6U);
}

// A crease along the lines: on a plane either half of a margin is straight, but they can't both be upright.
TEST(Margins, ACreaseLeavesTwoPieces) {
  test::SyntheticRecipe recipe;
  FoldedParameters folded;
  folded.pitch = 0.3;
  folded.yaw = -0.15;
  folded.log_focal = std::log(0.8);
  folded.bendings.push_back({std::numbers::pi / 2, 1.5, {}, {{0.1, -0.6}}});
  recipe.truth.folded = std::make_shared<const FoldedParameters>(folded);
  const test::SyntheticPage page = test::makeSyntheticPage(recipe);
  SheetFitOptions plane;
  plane.model = ModelLimit::plane;
  const SheetFit fit = fitSheet(page.cues, plane, nullptr, {}, {});
  const SheetModel sheet(fit.frame, fit.parameters);
  const std::vector<bool> usable(page.cues.segments.size(), true);
  std::size_t slanted = 0;
  std::size_t ends = 0;
  for (const Curve& piece : findMarginPieces(page.cues, sheet, usable, 0.5)) {
    const Vec2 run =
        sheet.sheetFromWork(piece.points.back()).sheet_uv - sheet.sheetFromWork(piece.points.front()).sheet_uv;
    slanted += std::abs(run.x) > 0.06 * std::abs(run.y) ? 1 : 0;
    ends += piece.points.size();
  }
  EXPECT_GE(slanted, 2U);
  std::size_t upright_ends = 0;
  for (const Curve& margin : findMargins(page.cues, sheet, usable, 0.05, true)) {
    upright_ends += margin.points.size();
  }
  EXPECT_GT(ends, 90U) << "of both ends of 55 lines";
  EXPECT_LT(upright_ends, 60U);
}

// Blocks of text, each a step wider than the one above: a slanted line passes near all of their ends.
TEST(Margins, ALineThroughTheEndsOfBlocksIsNone) {
  test::SyntheticRecipe recipe;
  recipe.truth = {};
  recipe.noise_px = 0.02;
  test::SyntheticPage page = test::makeSyntheticPage(recipe);
  std::vector<TextSegment>& lines = page.cues.segments;
  std::sort(lines.begin(), lines.end(),
            [](const TextSegment& a, const TextSegment& b) { return a.right_end.y < b.right_end.y; });
  constexpr std::size_t kBlock = 7;
  std::vector<bool> usable(lines.size(), true);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    usable[i] = i % kBlock + 1 < kBlock;
    lines[i].right_end.x = 800 - static_cast<double>(i) * 0.11 * page.cues.char_height;
  }
  const SheetModel truth(page.frame, recipe.truth);
  const auto rightOnes = [&] {
    const std::vector<Curve> margins = findMargins(page.cues, truth, usable, 0.35, false);
    return std::count_if(margins.begin(), margins.end(), [&](const Curve& margin) { return meanU(page, margin) > 0; });
  };
  EXPECT_EQ(rightOnes(), 1) << "a slanted margin";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t first = i - i % kBlock;
    lines[i].right_end.x = 800 - static_cast<double>(first) * 0.11 * page.cues.char_height;
  }
  EXPECT_EQ(rightOnes(), 0);
  usable.assign(lines.size(), true);
  EXPECT_EQ(rightOnes(), 1) << "without gaps between them nothing tells blocks from ragged lines";
}

TEST(Margins, SameCuesSameMargins) {
  const test::SyntheticPage page = test::makeSyntheticPage({});
  const std::vector<Curve> a = marginsOf(page);
  const std::vector<Curve> b = marginsOf(page);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].points, b[i].points);
  }
}

}  // namespace
}  // namespace platen::optim
