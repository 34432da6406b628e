// Pieces of one printed line joined: a rule on bent paper is found in straight pieces, and a table's lines are cut at
// every crossing. Together they tell how the paper bends, where each alone only tells a direction.
#pragma once

#include "core/page_cues.h"

#include <vector>

namespace platen::detect {

// A straight edge in the image, directed so that edges of one polarity point the same way (the dark side on one hand).
struct EdgePiece {
  Vec2 a, b;  // work_px
};

// Chains of pieces that go on in each other's direction: gaps of up to 2.5 h, turns of up to 10 degrees. Every one of
// the 1500 longest pieces is in one chain; single ones stay as they are. The longest piece starts, the nearest
// continuation is taken.
std::vector<PrintedRule> chainPieces(std::vector<EdgePiece> pieces, double h);

}  // namespace platen::detect
