// Which traced lines a loose sheet's net takes, and how much they count.
#include "core/optim/paper_net.h"
#include "tests/optim/known_sheet.h"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
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
using test::SyntheticPage;

// A rule between two places of the sheet (sheet_uv), in the middle off the straight line by `bent`.
PrintedRule ruleBetween(const SyntheticPage& page, Vec2 from, Vec2 to, double bent = 0) {
  constexpr int kSteps = 40;
  PrintedRule rule;
  for (int k = 0; k <= kSteps; ++k) {
    const double along = static_cast<double>(k) / kSteps;
    const Vec2 uv = from + (to - from) * along + Vec2{0, bent * std::sin(along * std::numbers::pi)};
    rule.points.push_back(page.workFromSheet(uv));
  }
  return rule;
}

// What the net has level or upright is a line, whatever stage 1 made of it, and nothing else.
TEST(PaperNet, FindsLinesByWhereItHasThem) {
  SyntheticPage page = makeSyntheticPage(foldedRecipe());
  const SheetFit sheet = knownSheet(page);
  page.cues.rules = {ruleBetween(page, {-0.6, 0.3}, {0.6, 0.3}), ruleBetween(page, {0.4, -0.7}, {0.4, 0.7}),
                     ruleBetween(page, {-0.6, 0.1}, {0.6, 0.4}), ruleBetween(page, {-0.6, -0.2}, {0.6, -0.2}, 0.05)};
  std::optional<PaperNet> net = paperNet(page.cues, sheet, bakedGrid(page.cues, sheet), aspectOf(sheet));
  ASSERT_TRUE(net);
  ASSERT_EQ(net->traced.size(), page.cues.segments.size() + 4);
  const std::size_t text = page.cues.segments.size();
  // Believed by stage 1: a margin, which is let go of.
  net->lines = {{net->traced.front().seen, false, net->traced.front().weight, {}, 0}};
  // Short pieces: one of 6 degrees, whose ends are near enough to be level by their places alone; one of 2.
  const Vec2 middle = net->frame.canvas_extent * 0.5;
  const auto piece = [&](double dx, double dy) {
    return TracedLine{{middle, middle + Vec2{dx, dy}}, net->traced.front().weight, LineKind::rule};
  };
  net->traced.push_back(piece(30, 3.2));
  findLines(*net);
  ASSERT_EQ(net->lines.size(), text + 2) << "all the text, and two of the rules";
  net->traced.back() = piece(30, 1);
  findLines(*net);
  ASSERT_EQ(net->lines.size(), text + 3) << "and a short piece";
  net->traced.pop_back();
  // One that was followed over creases may be far from straight as yet, but not aslant.
  net->traced[text + 3].kind = LineKind::followed;
  net->traced[text + 2].kind = LineKind::followed;
  findLines(*net);
  ASSERT_EQ(net->lines.size(), text + 3);
  EXPECT_EQ(net->lines.back().seen.size(), net->traced[text + 3].seen.size());
  EXPECT_TRUE(net->lines.back().is_h);
  net->traced[text + 3].kind = LineKind::rule;
  // What is far less than there was is no better.
  std::vector<TracedLine> traced = {net->traced[text + 1]};
  std::swap(net->traced, traced);
  findLines(*net);
  EXPECT_EQ(net->lines.size(), text + 3);
  std::swap(net->traced, traced);
  findLines(*net);
  ASSERT_EQ(net->lines.size(), text + 2);
  EXPECT_TRUE(net->lines[text].is_h);
  EXPECT_FALSE(net->lines[text + 1].is_h);
  EXPECT_DOUBLE_EQ(net->lines[text].weight, net->traced[text].weight);
  // What is upright is a line if it is a rule, but not if it is text; where none is, those that were there stay.
  net->traced = {net->traced[text + 1]};
  net->lines.clear();
  net->traced.front().kind = LineKind::text;
  findLines(*net);
  EXPECT_TRUE(net->lines.empty());
  net->traced.front().kind = LineKind::rule;
  findLines(*net);
  EXPECT_EQ(net->lines.size(), 1U);
}

// A rule that was followed takes the place of its pieces, and only of these.
TEST(PaperNet, TakesAFollowedRuleForItsPieces) {
  SyntheticPage page = makeSyntheticPage(foldedRecipe());
  const SheetFit sheet = knownSheet(page);
  page.cues.rules = {ruleBetween(page, {-0.5, 0.3}, {-0.2, 0.3}), ruleBetween(page, {-0.5, -0.3}, {0.5, -0.3})};
  page.cues.followed_rules = {ruleBetween(page, {-0.6, 0.3}, {0.6, 0.3})};
  const std::optional<PaperNet> net = paperNet(page.cues, sheet, bakedGrid(page.cues, sheet), aspectOf(sheet));
  ASSERT_TRUE(net);
  const std::size_t text = page.cues.segments.size();
  ASSERT_EQ(net->traced.size(), text + 2);
  const TracedLine& left = net->traced[text];
  const TracedLine& followed = net->traced[text + 1];
  EXPECT_EQ(left.kind, LineKind::rule);
  EXPECT_EQ(followed.kind, LineKind::followed);
  EXPECT_GT(norm(left.seen.front() - followed.seen.front()), 50) << "the one that nobody followed";
  EXPECT_NEAR(followed.weight / left.weight, 1.2, 0.1) << "each counts by its length";
}

// Lines of a hatched or screened picture: with a weight of their own for each, they would outvote sides and text.
TEST(PaperNet, LetsAPictureFullOfLinesCountNoMoreThanAPageOfText) {
  SyntheticPage page = makeSyntheticPage(foldedRecipe());
  const SheetFit sheet = knownSheet(page);
  const auto followedWeight = [&](std::size_t count) {
    page.cues.followed_rules.clear();
    for (std::size_t k = 0; k < count; ++k) {
      const double y = -0.8 + 1.6 * static_cast<double>(k) / static_cast<double>(count);
      page.cues.followed_rules.push_back(ruleBetween(page, {-0.6, y}, {0.6, y}));
    }
    const std::optional<PaperNet> net = paperNet(page.cues, sheet, bakedGrid(page.cues, sheet), aspectOf(sheet));
    double sum = 0;
    for (std::size_t k = page.cues.segments.size(); net && k < net->traced.size(); ++k) {
      sum += net->traced[k].weight;
    }
    return sum;
  };
  const double table = followedWeight(20);
  EXPECT_GT(table, 0.1);
  EXPECT_NEAR(followedWeight(10), table / 2, table / 50);
  EXPECT_NEAR(followedWeight(400), 1, 1e-9);
}

}  // namespace
}  // namespace platen::optim
