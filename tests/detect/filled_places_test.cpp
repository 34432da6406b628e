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

constexpr double kBent = 60;  // px: how far off flat a copy is whose print may be anywhere near

std::vector<FilledLine> sharedByThree() {
  return sharedLines({{address(1), 1}, {address(2), 0.8}, {address(3), 0.6}});
}

TEST(FilledPlaces, CopiesAgreeOnLinesAndOnWhereTheyBegin) {
  const std::vector<FilledLine> lines = sharedByThree();
  ASSERT_EQ(lines.size(), kFeet.size());
  for (std::size_t k = 0; k < lines.size(); ++k) {
    EXPECT_NEAR(lines[k].span.foot, kFeet[k], 1e-6);
    ASSERT_EQ(lines[k].lefts.size(), 1U);
    EXPECT_NEAR(lines[k].lefts[0], kBegin, 1e-6);
    EXPECT_TRUE(lines[k].rights.empty()) << "each copy has its own";
  }
}

TEST(FilledPlaces, NothingIsSharedByCopiesThatWerePrintedBesideEachOther) {
  // As paper is fed a second time.
  EXPECT_TRUE(sharedLines({{address(1), 1}, {address(2, {1.6, -2.1}), 0.8}, {address(3, {0.4, 1.9}), 0.6}}).empty());
  // But a bent copy that is seen low throughout is no such.
  const std::vector<FilledLine> lines =
      sharedLines({{address(1), 1}, {address(2), 0.8}, {address(3), 0.6}, {address(4, {0, 6}), 0.2}});
  ASSERT_EQ(lines.size(), kFeet.size());
  EXPECT_NEAR(lines[2].span.foot, kFeet[2], 1e-6);
}

TEST(FilledPlaces, LinesThatLieAlikeByChanceAreNotShared) {
  // Letters: each begins somewhere else, its lines at one step.
  const auto letter = [](double top) {
    std::vector<FilledPiece> pieces(15);
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      pieces[k] = {100, 700, top + 24 * static_cast<double>(k)};
    }
    return pieces;
  };
  EXPECT_TRUE(sharedLines({{letter(210), 1}, {letter(224), 1}, {letter(217), 1}}).empty());
  // Any lines: one in five lies within reach of another copy's.
  const auto notes = [](std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<FilledPiece> pieces;
    double foot = 200;
    for (int k = 0; k < 15; ++k) {
      foot += 22 + static_cast<double>(random() % 2000) / 100;
      pieces.push_back({100, 700, foot});
    }
    return pieces;
  };
  std::size_t shared = 0;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    shared += sharedLines({{notes(3 * seed), 1}, {notes(3 * seed + 1), 1}, {notes(3 * seed + 2), 1}}).size();
  }
  EXPECT_LT(shared, 20 * 15 / 20) << "a twentieth of the lines";
}

TEST(FilledPlaces, WhatOneCopyShowsIsSharedByNone) {
  EXPECT_TRUE(sharedLines({}).empty());
  EXPECT_TRUE(sharedLines({{address(1), 1}}).empty());
  // Nor what two show at different places, with nothing else that would tell how far they are moved.
  EXPECT_TRUE(sharedLines({{{{100, 200, 300}}, 1}, {{{100, 200, 306}}, 1}}).empty());
}

TEST(FilledPlaces, CopiesThatAreTrustedDecide) {
  // Two crumpled sheets show the upper lines at the same wrong place.
  const auto wrong = [](double y) { return y < 270 ? 7.0 : 0.0; };
  const std::vector<FilledLine> lines =
      sharedLines({{address(3, {}, wrong), 0.1}, {address(1), 1}, {address(4, {}, wrong), 0.1}, {address(2), 0.7}});
  ASSERT_EQ(lines.size(), kFeet.size());
  for (std::size_t k = 0; k < lines.size(); ++k) {
    EXPECT_NEAR(lines[k].span.foot, kFeet[k], 1e-6);
  }
}

TEST(FilledPlaces, PrintIsPlacedAlsoNearerToTheNextLine) {
  // The paper is seen up to 18 px too low, more than half of the way to the next line.
  const auto off = [](double y) { return 18 - 0.1 * (y - kFeet[0]); };
  const std::vector<FilledPiece> seen = address(9, {}, off);
  const std::vector<PlacedPiece> placed = placesOf(seen, sharedByThree(), kBent);
  ASSERT_EQ(placed.size(), seen.size());
  std::size_t found = 0;
  for (std::size_t k = 0; k < placed.size(); ++k) {
    if (placed[k].foot) {
      EXPECT_NEAR(*placed[k].foot, kFeet[k], 1e-6) << k;
      ++found;
    }
  }
  EXPECT_GE(found, 4U) << "the second look, on straighter paper, finds the rest";
}

TEST(FilledPlaces, OfLinesThatAreEvenlySpacedNothingIsClearHalfWay) {
  std::vector<FilledPiece> table, lower;
  for (int k = 0; k < 12; ++k) {
    table.push_back({300, 380, 200 + 24.0 * k});
    if (k > 1 && k < 10) {
      lower.push_back({300, 380, 211 + 24.0 * k});
    }
  }
  const std::vector<FilledLine> lines = sharedLines({{table, 1}, {table, 1}});
  ASSERT_EQ(lines.size(), table.size());
  for (const PlacedPiece& piece : placesOf(lower, lines, kBent)) {
    EXPECT_FALSE(piece.foot);
  }
}

TEST(FilledPlaces, OnAFlatCopyPrintIsWhereItIsSeen) {
  // Fed a little aside: on a sheet that is hardly bent nothing is off by that.
  const std::vector<FilledPiece> aside = address(7, {0, -6});
  for (const PlacedPiece& piece : placesOf(aside, sharedByThree(), 2)) {
    EXPECT_FALSE(piece.foot || piece.left || piece.right);
  }
  EXPECT_TRUE(placesOf(aside, sharedByThree(), kBent)[2].foot);
  const std::vector<PlacedPiece> to_the_right = placesOf(address(7, {6, 0}), sharedByThree(), 2);
  EXPECT_TRUE(to_the_right[2].foot);
  EXPECT_FALSE(to_the_right[2].left);
}

TEST(FilledPlaces, ATotalBelowFewerRowsIsNoRow) {
  std::vector<FilledPiece> table, rows;
  for (int k = 0; k < 10; ++k) {
    table.push_back({300, 380, 200 + 24.0 * k});
    if (k < 5) {
      rows.push_back(table.back());
    }
  }
  for (const double lower : {6.0, 10.0}) {
    std::vector<FilledPiece> shorter = rows;
    shorter.push_back({300, 380, 200 + 24.0 * 5 + lower});
    const std::vector<PlacedPiece> placed = placesOf(shorter, sharedLines({{table, 1}, {table, 1}}), kBent);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      EXPECT_NEAR(placed[k].foot.value_or(0), table[k].foot, 1e-6);
    }
    // Less than a third of a line lower the paper could be bent there.
    EXPECT_EQ(placed[rows.size()].foot.has_value(), lower < 24.0 / 3);
  }
}

TEST(FilledPlaces, ALineMoreAboveMovesNoneOfTheRows) {
  std::vector<FilledPiece> table, more;
  for (int k = 0; k < 10; ++k) {
    table.push_back({300, 380, 200 + 24.0 * k});
  }
  for (int k = -1; k < 5; ++k) {
    more.push_back({300, 380, 200 + 24.0 * k});
  }
  const std::vector<PlacedPiece> placed = placesOf(more, sharedLines({{table, 1}, {table, 1}}), kBent);
  for (std::size_t k = 1; k < more.size(); ++k) {
    EXPECT_NEAR(placed[k].foot.value_or(0), more[k].foot, 1e-6);
  }
}

TEST(FilledPlaces, ANumberOfMoreDigitsDoesNotBeginWhereOthersDo) {
  std::vector<FilledPiece> copy, longer;
  for (const double foot : kFeet) {
    copy.push_back({655, 700, foot});
    longer.push_back({646, 700, foot});
  }
  for (const PlacedPiece& piece : placesOf(longer, sharedLines({{copy, 1}, {copy, 1}}), kBent)) {
    EXPECT_TRUE(piece.foot);
    EXPECT_FALSE(piece.left);
  }
}

TEST(FilledPlaces, WhatStandsElsewhereHasNone) {
  std::vector<FilledPiece> other = address(5);
  other.push_back({600, 700, 205});
  other.push_back({120, 240, 420});
  const std::vector<PlacedPiece> placed = placesOf(other, sharedByThree(), kBent);
  EXPECT_TRUE(placed[0].foot);
  EXPECT_FALSE(placed[kFeet.size()].foot || placed[kFeet.size()].left);
  EXPECT_FALSE(placed[kFeet.size() + 1].foot || placed[kFeet.size() + 1].left);
}

}  // namespace
}  // namespace platen::detect
