// A page whose four corners someone set: then they know where it lies, and what was found elsewhere, or runs across it,
// is none of its evidence, however much of it there is.
#pragma once

#include "core/page_cues.h"

#include <optional>

namespace platen::optim {

// The cues of such a page: of lines of text, printed rules, sides and images what agrees with the outline, the outline
// itself as its sides, its mask and its quadrilateral. Nothing without pins at all four corners, or where these are no
// outline (crossed, or of no area).
std::optional<PageCues> withinHandOutline(const PageCues& cues);

// Whether that outline cuts through the print: a tenth of the text that lies level in it, by length, is of lines that
// go on beyond it. What lies wholly outside was left out on purpose.
bool cutsThroughPrint(const PageCues& cues);

// The cues of an outlined page without anything that is printed, for pages on which that leads astray: outline and pins
// speak alone.
PageCues outlineAlone(PageCues outlined);

}  // namespace platen::optim
