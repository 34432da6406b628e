// Photos of open books of random shape, print, camera and desk.
#pragma once

#include "tests/support/page_photo.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace platen::test {

// What a leaf of a book carries. text: running text; chapter: text that begins a third down the page, under a title;
// figure, table: text with one; verse: short lines; plate: a photograph; music: staves; columns: a dictionary's two;
// the last page of a chapter, which has a few lines; empty: nothing at all.
inline constexpr std::array<std::string_view, 10> kLeafKinds{"text",  "chapter", "figure",  "table", "verse",
                                                             "plate", "music",   "columns", "last",  "empty"};
// both: the whole spread lies in the photo; tight: its rim is cut off; left, right: one page, and at most some two
// fifths of the facing one.
inline constexpr std::array<std::string_view, 4> kSpreadViews{"both", "tight", "left", "right"};

// The page_uv of a spread that its left and its right page take.
inline constexpr std::array<Box, 2> kSpreadPages{Box{0, 0, 0.5, 1}, Box{0.5, 0, 1, 1}};

struct RandomSpread {
  std::string_view view;
  std::array<std::string_view, 2> leaves;  // of kLeafKinds: left, right
  PhotoRecipe recipe;
};

// The same seed, the same book. Views follow each other; what the leaves carry is drawn.
RandomSpread randomSpread(std::uint64_t seed);

// Such a book that has two given pages open (u8 grey, upright): left, right. `leaves`: "print".
RandomSpread randomSpreadOf(std::array<Image, 2> pages, std::uint64_t seed);

// Such a book whose lines run from top to bottom, the first one at the right. Its letters are Latin ones that lie on
// their side: to read them does not tell that they are vertical.
RandomSpread verticalSpread(std::uint64_t seed);

}  // namespace platen::test
