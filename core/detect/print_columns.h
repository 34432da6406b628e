// Print that lies one below the other on a nearly flat picture of a page: the words, numbers and short lines of a
// table's column or of an address. Whoever sets a page aligns them by their left ends, middles or right ends, so that
// each such column is a line that is upright on the page, also where nothing else is printed.
//
// Everything in px of the picture, whose page is about 1000 px wide.
#pragma once

#include "core/geometry.h"

#include <span>
#include <vector>

namespace platen::detect {

// Columns of three pieces or more, from top to bottom each: their left ends, middles or right ends, at their middle
// height. A piece may be in a column of each kind. What is not smooth down the page is none; the picture may still be
// bent by about a hundredth.
std::vector<Polyline> printColumns(std::span<const Box> pieces);

}  // namespace platen::detect
