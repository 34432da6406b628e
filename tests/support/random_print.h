// Print of the kinds that pages with little running text have.
#pragma once

#include "core/geometry.h"
#include "core/image.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace platen::test {

// letter: a head, an address, a few short paragraphs, a signature; list: short ragged lines; invoice: a ruled table and
// little else; picture: a photograph and its caption; music: staves; hand: cursive lines that do not quite run level;
// newspaper: narrow columns of small print and pictures; title: a few centred words; sparse: a page number and two or
// three lines; cover: pale print on dark paper.
inline constexpr std::array<std::string_view, 10> kPrintKinds{"letter", "list",      "invoice", "picture", "music",
                                                              "hand",   "newspaper", "title",   "sparse",  "cover"};

// u8 grey, 255 white. The same kind, size and seed give the same page.
Image randomPrint(std::string_view kind, Vec2 page_mm, double px_per_mm, std::uint64_t seed);

// The same print, light on dark paper: u8 grey, 30 where it was white, 210 where it was black.
Image onDarkPaper(const Image& print);

}  // namespace platen::test
