// Open books whose pages once were not told from each other, of those that `platen_spread_error` draws at random: each
// is here for what it showed.
#include "tests/support/fitted_spread.h"
#include "tests/support/random_spread.h"

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace platen::test {
namespace {

struct Spread {
  std::string name;
  std::uint64_t seed = 0;
  std::vector<std::size_t> pages;  // 0: left, 1: right, in reading order
  double rms_percent = 0;          // of a page's diagonal, at most
};

std::ostream& operator<<(std::ostream& out, const Spread& spread) {
  return out << spread.name;
}

class RandomSpreads : public testing::TestWithParam<Spread> {};

TEST_P(RandomSpreads, ShowTheirPages) {
  const std::vector<FittedLeaf> leaves = fitLeaves(photograph(randomSpread(GetParam().seed).recipe));
  ASSERT_EQ(leaves.size(), GetParam().pages.size());
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    EXPECT_EQ(leaves[k].half(), GetParam().pages[k]);
    EXPECT_LT(leaves[k].error().rms_percent, GetParam().rms_percent)
        << "page " << k << ", confidence " << leaves[k].fit.confidence;
    EXPECT_GT(leaves[k].error().shown, 0.94) << "page " << k;
    EXPECT_LT(leaves[k].error().outside, 0.06) << "page " << k;
  }
}

// The flood of the whole page ends at the gutter: one half alone was shown. (The outer end of the staves is missing,
// for where the photo cuts a page it is cropped to its text.)
TEST(WholeSpreads, ShowBothPages) {
  const PagePhoto spread = photograph(randomSpread(17).recipe);
  FitOptions whole;
  whole.page.choice = PageChoice::whole;
  const std::vector<PageCues> cues = detect::findCues(pyramidOf(spread.photo), whole);
  ASSERT_EQ(cues.size(), 1U);
  const MapError error = mapError(spread.shape, optim::fit(cues[0], {}, whole, 0, {}, {}));
  EXPECT_GT(error.shown, 0.85);
  EXPECT_LT(error.outside, 0.1);
}

INSTANTIATE_TEST_SUITE_P(
    Books,
    RandomSpreads,
    testing::Values(
        // No light fades at its gutter, but its edges are kinked there: one page.
        Spread{"WithoutAValleyOfLight", 4, {0, 1}, 0.6},
        Spread{"OneOfThemAPlate", 105, {0, 1}, 0.3},
        // The same where the facing page is a glimpse: a quarter of the page that was made was its.
        Spread{"AGlimpseWithoutAValley", 86, {0}, 0.1},
        // The edges of the leaves below the right page are darker than the gutter: one page.
        Spread{"WithDarkerLeavesBeside", 48, {0, 1}, 0.15},
        // More of wood reads like lines than of the book: one page.
        Spread{"VerseAndMusicOnWood", 52, {0, 1}, 0.15},
        // Cloth reads like a page of pale print: one page.
        Spread{"AVerseOnCloth", 32, {0, 1}, 0.3},
        // Staves are no print, and what lies across the gutter is no cloth: page and glimpse in one.
        Spread{"AGlimpseBesideMusic", 18, {0}, 0.1},
        // Facing verse, a glimpse has more text than the page: two pages.
        Spread{"AGlimpseWithMoreText", 79, {1}, 0.12},
        // The photo cuts a page without text, which then had no outline: left out.
        Spread{"ACutPlate", 21, {0, 1}, 0.3},
        Spread{"ACutPageOfMusic", 17, {0, 1}, 0.12}),
    [](const testing::TestParamInfo<Spread>& spread) { return spread.param.name; });

}  // namespace
}  // namespace platen::test
