// Which rules lie on a line that was followed.
#include "core/page_cues.h"

#include <gtest/gtest.h>

namespace platen {
namespace {

TEST(RulesNotFollowed, AreThoseThatLieOnNone) {
  PageCues cues;
  cues.followed_rules = {{{{0, 100}, {200, 100}, {400, 140}}}, {{{0, 180}, {400, 180}}}};
  const PrintedRule on{{{20, 101}, {190, 99}}};  // on the first
  const PrintedRule over_the_fold{{{150, 100}, {200, 101}, {300, 120}}};
  const PrintedRule between{{{50, 100}, {50, 180}}};  // upright, its ends on two of them
  const PrintedRule slanted{{{20, 104}, {200, 176}}};
  const PrintedRule beyond{{{100, 180}, {600, 180}}};  // on one of them for less than nine tenths
  const PrintedRule beside{{{50, 190}, {350, 190}}};
  cues.rules = {on, between, over_the_fold, slanted, beyond, beside};
  const std::vector<PrintedRule> left = rulesNotFollowed(cues);
  ASSERT_EQ(left.size(), 4U);
  EXPECT_EQ(left[0].points, between.points);
  EXPECT_EQ(left[1].points, slanted.points);
  EXPECT_EQ(left[2].points, beyond.points);
  EXPECT_EQ(left[3].points, beside.points);
  cues.followed_rules.clear();
  EXPECT_EQ(rulesNotFollowed(cues).size(), 6U);
}

TEST(SideKind, TurnsWithThePage) {
  EXPECT_EQ(turned(SideKind::top, 1), SideKind::right);
  EXPECT_EQ(turned(SideKind::right, 1), SideKind::bottom);
  EXPECT_EQ(turned(SideKind::left, 1), SideKind::top);
  EXPECT_EQ(turned(SideKind::bottom, 2), SideKind::top);
  for (const SideKind kind : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    EXPECT_EQ(turned(kind, 0), kind);
    EXPECT_EQ(turned(turned(kind, 1), 3), kind);
  }
}

}  // namespace
}  // namespace platen
