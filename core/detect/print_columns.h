// Print that lies one below the other on a nearly flat picture of a page: the words, numbers and short lines of a
// table's column or of an address. Whoever sets a page aligns them by their left ends, middles or right ends, so that
// each such column is a line that is upright on the page, also where nothing else is printed.
//
// Everything in px of the picture, whose page is about 1000 px wide.
#pragma once

#include "core/geometry.h"

#include <optional>
#include <span>
#include <vector>

namespace platen::detect {

// Left ends, middles or right ends of pieces, at their middle height, from top to bottom.
struct PrintColumn {
  Polyline line;
  std::optional<double> place;  // x that it should have, by print in line with it whose place is known
};

// Columns of three pieces or more, two of them or more from `pieces`. A piece may be in a column of each kind. What is
// not smooth down the page is none; the picture may still be bent by about a hundredth. `known`: print whose place is
// known, as that of a table's headings, and whose pieces are not among `pieces`: it is part of no `line`, and by itself
// no column.
std::vector<PrintColumn> printColumns(std::span<const Box> pieces, std::span<const Box> known = {});

}  // namespace platen::detect
