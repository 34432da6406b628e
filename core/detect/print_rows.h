// The lines that print stands on, on a nearly flat picture of a page: of single words and short lines, too, which are
// no lines of text to detection (text_lines.h), and of sheets that are crumpled, as far as their print shows it.
//
// Everything in px of the picture, whose page is about 1000 px wide.
#pragma once

#include "core/detect/print_pieces.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace platen::detect {

// A baseline, from left to right, and the index of the piece that stands on it.
struct PrintRow {
  Polyline line;
  std::size_t piece = 0;
};

// Baselines of print whose characters stand on one line, which those of a hand seldom do: from left to right, a place
// for each character or so; no descenders.
std::vector<PrintRow> printRows(std::span<const PrintPiece> pieces);

// The slope dy / dx that most of the rows have, by their length: its median. Nothing for fewer than three.
std::optional<double> commonSlope(std::span<const Polyline> rows);

}  // namespace platen::detect
