// Pieces of printed lines joined to what they were cut from.
#include "core/detect/rule_chain.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace platen::detect {
namespace {

constexpr double kH = 10;

// A rule on bent paper: an arch of 40 px over 600.
Vec2 onArch(double x) {
  return {x, 100 + 40 * std::pow((x - 300) / 300, 2)};
}

std::vector<EdgePiece> archPieces(double piece, double gap) {
  std::vector<EdgePiece> pieces;
  for (double x = 0; x + piece <= 600; x += piece + gap) {
    pieces.push_back({onArch(x), onArch(x + piece)});
  }
  return pieces;
}

TEST(RuleChain, ARuleOnBentPaperIsOneLine) {
  std::vector<EdgePiece> pieces = archPieces(66, 10);
  std::swap(pieces[1], pieces[5]);  // the detector gives them in any order
  const std::vector<PrintedRule> rules = chainPieces(pieces, kH);
  ASSERT_EQ(rules.size(), 1U);
  ASSERT_EQ(rules[0].points.size(), 2 * pieces.size());
  for (std::size_t i = 0; i < rules[0].points.size(); ++i) {
    EXPECT_NEAR(rules[0].points[i].y, onArch(rules[0].points[i].x).y, 1e-9);
    EXPECT_TRUE(i == 0 || rules[0].points[i].x > rules[0].points[i - 1].x) << i;
  }
}

TEST(RuleChain, TheEdgesOfAThickRuleStayApart) {
  // Upper edge one way, lower edge the other: their dark side is on the same hand.
  std::vector<EdgePiece> pieces;
  for (const double x : {0.0, 110.0, 220.0}) {
    pieces.push_back({{x, 50}, {x + 100, 50}});
    pieces.push_back({{x + 100, 53}, {x, 53}});
  }
  const std::vector<PrintedRule> rules = chainPieces(pieces, kH);
  ASSERT_EQ(rules.size(), 2U);
  for (const PrintedRule& rule : rules) {
    for (const Vec2 p : rule.points) {
      EXPECT_EQ(p.y, rule.points.front().y);
    }
  }
}

TEST(RuleChain, GapsCornersAndNeighboursEndALine) {
  const std::vector<PrintedRule> rules = chainPieces({{{0, 0}, {100, 0}},
                                                      {{126, 0}, {200, 0}},      // 2.6 h further on
                                                      {{205, 0}, {205, 80}},     // around a corner
                                                      {{105, 8}, {190, 8}},      // the next line of a staff
                                                      {{-90, -40}, {-5, -10}}},  // turned by 19 degrees
                                                     kH);
  EXPECT_EQ(rules.size(), 5U);
}

TEST(RuleChain, PiecesThatOverlapMakeNoFold) {
  const std::vector<PrintedRule> rules = chainPieces({{{0, 0}, {100, 0}}, {{96, 0.5}, {180, 1}}}, kH);
  ASSERT_EQ(rules.size(), 1U);
  for (std::size_t i = 1; i < rules[0].points.size(); ++i) {
    EXPECT_GT(rules[0].points[i].x, rules[0].points[i - 1].x);
  }
}

}  // namespace
}  // namespace platen::detect
