// Words and short lines of print on a nearly flat picture of a page.
//
// Everything in px of the picture, whose page is about 1000 px wide.
#pragma once

#include "core/geometry.h"

#include <cstddef>
#include <span>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// Pixels to a px that print is looked for at: the form's own words as those on a photo of it.
inline constexpr double kPrintScale = 1.5;

// Characters, or feet: fewer in a piece may be anything.
inline constexpr std::size_t kWord = 4;

// Characters that stand closer to each other than words of two columns do.
struct PrintPiece {
  Box box;
  double height = 0;            // of its characters, the median
  Polyline feet;                // where its ink ends below, one or more for each character, from left to right
  std::vector<Box> characters;  // those that have feet, from left to right
};

// No rules, no filled areas, nothing higher than a headline. `grey`: u8, dark print on lighter paper, `scale` of its
// pixels to a px.
std::vector<PrintPiece> printPieces(const cv::Mat& grey, double scale);
// The boxes of light print on dark bars, as a table's headings often are.
std::vector<Box> printOnBars(const cv::Mat& grey, double scale);
// Whether any of them lies on `box`, if only in part.
bool overlapsAny(const Box& box, std::span<const Box> others);

}  // namespace platen::detect
