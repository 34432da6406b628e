// The lines that print stands on, on a nearly flat picture of a page: of single words and short lines, too, which are
// no lines of text to detection (text_lines.h), and of sheets that are crumpled, as far as their print shows it.
//
// Everything in px of the picture, whose page is about 1000 px wide.
#pragma once

#include "core/detect/print_pieces.h"

#include <span>
#include <vector>

namespace platen::detect {

// Baselines: from left to right, a place for each character or so; no descenders.
std::vector<Polyline> printRows(std::span<const PrintPiece> pieces);

}  // namespace platen::detect
