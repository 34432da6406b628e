// Open books whose lines run along their spine, as vertical Japanese does: drawn, photographed, found and fitted,
// against the truth. Nobody can read that they are vertical: someone says it.
#include "tests/support/fitted_spread.h"
#include "tests/support/random_sheet.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace platen {
namespace {

test::PagePhoto verticalBook(std::uint64_t seed) {
  return test::photograph(test::verticalSpread(seed).recipe);
}

FitOptions upright() {
  FitOptions options;
  options.rotate = Rotation::deg0;
  return options;
}

struct Book {
  std::uint64_t seed = 0;
  std::vector<std::size_t> pages;  // which halves the photo shows
  double rms_percent = 0;          // at most
};

class VerticalBooks : public testing::TestWithParam<Book> {};

TEST_P(VerticalBooks, AreDividedAtTheirSpine) {
  const std::vector<test::FittedLeaf> leaves = fitLeaves(verticalBook(GetParam().seed), upright());
  ASSERT_EQ(leaves.size(), GetParam().pages.size());
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    EXPECT_EQ(leaves[k].half(), GetParam().pages[k]) << "from left to right";
    EXPECT_LT(leaves[k].error().rms_percent, GetParam().rms_percent) << "page " << k;
    EXPECT_GT(leaves[k].error().shown, 0.94) << "page " << k;
    EXPECT_LT(leaves[k].error().outside, 0.06) << "page " << k;
    EXPECT_GT(leaves[k].fit.confidence, 0.75) << "page " << k << ": its lines are evidence";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Views,
    VerticalBooks,
    ::testing::Values(Book{4, {0, 1}, 0.15}, Book{5, {0, 1}, 0.3}, Book{18, {0}, 0.1}, Book{7, {1}, 0.1}));

TEST(VerticalBook, NobodySaysThatItIsOne) {
  // So a letter looks that was folded across its lines, on its side.
  EXPECT_EQ(fitLeaves(verticalBook(12)).size(), 1U);
}

// A form that was folded, and lies on its side, has pages to ask for, too: its first one.
TEST(VerticalBook, WhoAsksForAPageDoesNotSayThatItsPrintIsVertical) {
  FitOptions options;
  options.page.choice = PageChoice::number;
  options.page.number = 1;
  EXPECT_EQ(fitLeaves(verticalBook(12), options).size(), 1U);
  options = upright();
  options.page.choice = PageChoice::left;
  EXPECT_EQ(fitLeaves(verticalBook(12), options).size(), 2U);
  options.page.choice = PageChoice::whole;
  EXPECT_EQ(fitLeaves(verticalBook(12), options).size(), 1U);
}

// In place of where it was found, as that of a book of level lines.
TEST(VerticalBook, ItsSpineIsWhereSomeonePutIt) {
  const test::PagePhoto book = verticalBook(12);
  const Polyline spine{book.shape.sourceFromPage({0.49, 0.02}), book.shape.sourceFromPage({0.49, 0.98})};
  const std::vector<PageCues> pages = detect::findCues(test::pyramidOf(book.photo), upright(), {}, spine);
  ASSERT_EQ(pages.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(pages[k].frame.quarter_turns % 2, 1) << "as its lines run";
    const auto given = std::ranges::find(pages[k].sides, true, &PageSide::is_given);
    ASSERT_NE(given, pages[k].sides.end());
    for (const Vec2& p : given->points) {
      EXPECT_NEAR(pages[k].frame.sourceFromWork(p).x, spine[0].x, std::abs(spine[1].x - spine[0].x) + 2);
    }
    const FitResult fit = optim::fit(pages[k], {}, upright(), 0, {}, {});
    EXPECT_GT(test::mapError(book.shape, fit, test::kSpreadPages[k]).shown, 0.94);
  }
  EXPECT_EQ(detect::findCues(test::pyramidOf(book.photo), {}, {}, spine).size(), 1U) << "along lines that may be level";
}

// A page of level lines that someone wants on its side.
TEST(ToldTurn, LinesAreEvidenceWhicheverWayThePageIsToBeTurned) {
  const test::PagePhoto photo = test::photograph(test::randomSheet("bend", 3));
  for (const Rotation rotate : {Rotation::deg0, Rotation::deg90}) {
    FitOptions options;
    options.rotate = rotate;
    const std::vector<PageCues> cues = detect::findCues(test::pyramidOf(photo.photo), options);
    ASSERT_EQ(cues.size(), 1U);
    EXPECT_EQ(cues[0].frame.quarter_turns % 2, 0);
    EXPECT_LT(test::mapError(photo.shape, optim::fit(cues[0], {}, options, 0, {}, {})).rms_percent, 0.1);
  }
}

}  // namespace
}  // namespace platen
