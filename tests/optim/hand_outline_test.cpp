// Which of the rules that were followed are left on a page that someone outlined.
#include "core/optim/hand_outline.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

// Outlined from (200, 100) to (800, 1000).
PageCues outlinedCues() {
  PageCues cues;
  cues.frame = {{1200, 1600}, 1, 0};
  cues.pins = {{{200, 100}, {0, 0}}, {{800, 100}, {1, 0}}, {{800, 1000}, {1, 1}}, {{200, 1000}, {0, 1}}};
  return cues;
}

// Its points about 12 px apart, as followRules() has them.
PrintedRule ruleFrom(Vec2 a, Vec2 b) {
  PrintedRule rule;
  const int steps = static_cast<int>(norm(b - a) / 12);
  for (int k = 0; k <= steps; ++k) {
    rule.points.push_back(a + (b - a) * (static_cast<double>(k) / steps));
  }
  return rule;
}

std::vector<PrintedRule> followedWithin(const std::vector<PrintedRule>& rules) {
  PageCues cues = outlinedCues();
  cues.followed_rules = rules;
  const std::optional<PageCues> own = withinHandOutline(cues);
  return own ? own->followed_rules : std::vector<PrintedRule>{};
}

TEST(HandOutline, FollowedRulesInsideStayThoseOutsideGo) {
  const PrintedRule level = ruleFrom({250, 300}, {730, 310});
  const PrintedRule upright = ruleFrom({600, 150}, {590, 930});
  const PrintedRule below = ruleFrom({250, 1050}, {730, 1050});
  const PrintedRule beside = ruleFrom({900, 150}, {900, 930});
  const std::vector<PrintedRule> left = followedWithin({below, level, beside, upright});
  ASSERT_EQ(left.size(), 2U);
  EXPECT_EQ(left[0].points, level.points);
  EXPECT_EQ(left[1].points, upright.points);
}

TEST(HandOutline, FollowedRulesThatCrossItAreCutThere) {
  const PrintedRule through = ruleFrom({34, 300}, {994, 300});
  const PrintedRule hardly = ruleFrom({226, 400}, {826, 400});  // less than a tenth of it is beyond
  const PrintedRule mostly = ruleFrom({700, 530}, {700, 1850});
  const std::vector<PrintedRule> left = followedWithin({through, hardly, mostly});
  ASSERT_EQ(left.size(), 3U);
  for (const PrintedRule& rule : left) {
    for (const Vec2& p : rule.points) {
      EXPECT_TRUE(p.x > 200 && p.x < 800 && p.y > 100 && p.y < 1000) << p.x << ' ' << p.y;
    }
  }
  EXPECT_NEAR(left[0].points.front().x, 200, 12);
  EXPECT_NEAR(left[0].points.back().x, 800, 12);
  EXPECT_NEAR(left[1].points.front().x, 226, 1e-9);
  EXPECT_NEAR(left[1].points.back().x, 800, 12);
  EXPECT_NEAR(left[2].points.front().y, 530, 1e-9);
  EXPECT_NEAR(left[2].points.back().y, 1000, 12);
}

// In at the right side, out over the top and in again: of two parts the longer one, and nothing between them.
TEST(HandOutline, OfARuleThatComesInTwiceTheLongerPartIsLeft) {
  PrintedRule bent = ruleFrom({694, 130}, {574, 90});
  const PrintedRule onward = ruleFrom({574, 90}, {250, 140});
  bent.points.insert(bent.points.end(), onward.points.begin() + 1, onward.points.end());
  for (int turned = 0; turned < 2; ++turned) {
    const std::vector<PrintedRule> left = followedWithin({bent});
    ASSERT_EQ(left.size(), 1U);
    for (const Vec2& p : left[0].points) {
      EXPECT_LT(p.x, 540);
      EXPECT_GT(p.y, 100);
    }
    EXPECT_GT(lengthOf(left[0].points), 200);
    std::reverse(bent.points.begin(), bent.points.end());
  }
}

TEST(HandOutline, FollowedRulesThatRunAslantOrHardlyComeInGo) {
  const PrintedRule aslant = ruleFrom({300, 300}, {600, 600});
  const PrintedRule touching = ruleFrom({795, 300}, {1000, 300});  // one point of it inside
  EXPECT_TRUE(followedWithin({aslant, touching}).empty());
  EXPECT_EQ(followedWithin({ruleFrom({300, 300}, {600, 360})}).size(), 1U) << "to 20 degrees it is of this page";
}

TEST(HandOutline, AnOutlineAloneHasNoFollowedRules) {
  PageCues cues = outlinedCues();
  cues.followed_rules = {ruleFrom({250, 300}, {730, 310})};
  EXPECT_TRUE(outlineAlone(cues).followed_rules.empty());
  cues.pins.pop_back();
  EXPECT_FALSE(withinHandOutline(cues)) << "three corners are no outline";
}

}  // namespace
}  // namespace platen::optim
