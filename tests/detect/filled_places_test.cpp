// What copies of a form have in common of what is filled in, and where that puts what another copy shows.
#include "core/detect/filled_places.h"

#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace platen::detect {
namespace {

constexpr double kBegin = 120;
// Of an address: as far apart as nobody would set the lines of a table.
const std::vector<double> kFeet{200, 226, 249, 285, 306, 339};

// An address whose lines end elsewhere on each copy. `off(y)`: how far lower a line is seen.
template <typename Off>
std::vector<FilledPiece> address(std::uint32_t seed, Vec2 shift, const Off& off) {
  std::mt19937 random(seed);
  std::vector<FilledPiece> pieces;
  for (const double foot : kFeet) {
    const double length = 110 + static_cast<double>(random() % 200);
    pieces.push_back({kBegin + shift.x, kBegin + length + shift.x, foot + shift.y + off(foot)});
  }
  return pieces;
}

std::vector<FilledPiece> address(std::uint32_t seed, Vec2 shift = {}) {
  return address(seed, shift, [](double) { return 0; });
}

SharedPrint sharedByThree() {
  return sharedPrint({{address(1), 1}, {address(2), 0.8}, {address(3), 0.6}});
}

// Printed onto forms that were printed before.
SharedPrint looselyShared() {
  return sharedPrint({{address(1), 1}, {address(2, {1.6, -2.1}), 0.8}, {address(3, {0.4, 1.9}), 0.6}});
}

TEST(FilledPlaces, CopiesAgreeOnLinesAndOnWhereTheyBegin) {
  for (const SharedPrint& print : {sharedByThree(), looselyShared()}) {
    ASSERT_EQ(print.lines.size(), kFeet.size());
    for (std::size_t k = 0; k < print.lines.size(); ++k) {
      EXPECT_NEAR(print.lines[k].span.foot, kFeet[k], 1e-6);
      ASSERT_EQ(print.lines[k].lefts.size(), 1U);
      EXPECT_NEAR(print.lines[k].lefts[0], kBegin, 1e-6);
      EXPECT_TRUE(print.lines[k].rights.empty()) << "each copy has its own";
    }
  }
  EXPECT_FALSE(sharedByThree().is_loose);
  EXPECT_TRUE(looselyShared().is_loose);
}

TEST(FilledPlaces, WhatOneCopyShowsIsSharedByNone) {
  EXPECT_TRUE(sharedPrint({}).lines.empty());
  EXPECT_TRUE(sharedPrint({{address(1), 1}}).lines.empty());
  // Nor what two show at different places, with nothing else that would tell how far they are moved.
  EXPECT_TRUE(sharedPrint({{{{100, 200, 300}}, 1}, {{{100, 200, 306}}, 1}}).lines.empty());
}

TEST(FilledPlaces, CopiesThatAreTrustedDecide) {
  // Two crumpled sheets show the upper lines at the same wrong place.
  const auto wrong = [](double y) { return y < 270 ? 7.0 : 0.0; };
  const std::vector<FilledLine> lines = sharedPrint({{address(3, {}, wrong), 0.1},
                                                     {address(1), 1},
                                                     {address(4, {}, wrong), 0.1},
                                                     {address(2), 0.7}})
                                            .lines;
  ASSERT_EQ(lines.size(), kFeet.size());
  for (std::size_t k = 0; k < lines.size(); ++k) {
    EXPECT_NEAR(lines[k].span.foot, kFeet[k], 1e-6);
  }
}

TEST(FilledPlaces, PrintIsPlacedAlsoNearerToTheNextLine) {
  // The paper is seen up to 18 px too low, more than half of the way to the next line.
  const auto off = [](double y) { return 18 - 0.1 * (y - kFeet[0]); };
  const std::vector<FilledPiece> seen = address(9, {}, off);
  const std::vector<PlacedPiece> placed = placesOf(seen, sharedByThree());
  ASSERT_EQ(placed.size(), seen.size());
  std::size_t found = 0;
  for (std::size_t k = 0; k < placed.size(); ++k) {
    if (placed[k].foot) {
      EXPECT_NEAR(*placed[k].foot, kFeet[k], 1e-6) << k;
      ++found;
    }
  }
  EXPECT_GE(found, kFeet.size() - 1);
}

TEST(FilledPlaces, OfLinesThatAreEvenlySpacedNothingIsClearHalfWay) {
  std::vector<FilledPiece> table, lower;
  for (int k = 0; k < 12; ++k) {
    table.push_back({300, 380, 200 + 24.0 * k});
    if (k > 1 && k < 10) {
      lower.push_back({300, 380, 211 + 24.0 * k});
    }
  }
  const SharedPrint print = sharedPrint({{table, 1}, {table, 1}});
  ASSERT_EQ(print.lines.size(), table.size());
  for (const PlacedPiece& piece : placesOf(lower, print)) {
    EXPECT_FALSE(piece.foot);
  }
}

TEST(FilledPlaces, ALooseCopyThatIsPrintedAsideKeepsThat) {
  const std::vector<FilledPiece> aside = address(7, {3.5, -4});
  const std::vector<PlacedPiece> placed = placesOf(aside, looselyShared());
  for (std::size_t k = 0; k < placed.size(); ++k) {
    ASSERT_TRUE(placed[k].foot && placed[k].left) << k;
    EXPECT_NEAR(*placed[k].foot, aside[k].foot, 1e-6);
    EXPECT_NEAR(*placed[k].left, aside[k].left, 1e-6);
    EXPECT_FALSE(placed[k].right);
  }
}

TEST(FilledPlaces, WhatStandsElsewhereHasNone) {
  std::vector<FilledPiece> other = address(5);
  other.push_back({600, 700, 205});
  other.push_back({120, 240, 420});
  const std::vector<PlacedPiece> placed = placesOf(other, sharedByThree());
  EXPECT_TRUE(placed[0].foot);
  EXPECT_FALSE(placed[kFeet.size()].foot || placed[kFeet.size()].left);
  EXPECT_FALSE(placed[kFeet.size() + 1].foot || placed[kFeet.size() + 1].left);
}

}  // namespace
}  // namespace platen::detect
