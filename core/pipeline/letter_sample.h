// A few lines of a page, for who wants to know something of its letters and is asked by the letter.
// Threads: free functions without state.
#pragma once

#include "core/geometry.h"
#include "core/page_cues.h"
#include "core/warp_grid.h"

#include <optional>
#include <vector>

namespace platen::pipeline {

// A traced line of text on the flat page, out_px: from x0 to x1, on the mean at y.
struct LineOnPage {
  double x0 = 0, x1 = 0, y = 0;
};

// The traced lines that lie on the page, on one of `extent_px` (width and height).
std::vector<LineOnPage> linesOnPage(const PageCues& cues, const WarpGrid& source_from_page, Vec2 extent_px);

// A part of the page, out_px, that holds so many letters and few more: twice as wide as high, about the middle of the
// line that has as many above as below it. None where all lines together hold fewer. `letter_px`: the height of a
// character (PageCues::char_height), out_px.
std::optional<Box> windowOfLetters(const std::vector<LineOnPage>& lines, double letter_px, int letters);

}  // namespace platen::pipeline
