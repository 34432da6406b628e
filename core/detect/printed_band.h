// Bars of colour that are printed to the edge of the paper: a letterhead, the head of a brochure, the strip at the side
// of a slide. A flood from the paper stops at them, and the page comes out without. But the sheet's sides go on
// straight beside such a bar, to an edge that runs as the bar does (docs/fit.md, page mask).
#pragma once

#include "core/detect/page_mask.h"

namespace platen::detect {

// The sheet with the bars along its sides, as it is where there are none. Not for leaves of a book: beside them lie
// others, and its boards.
PageMask withPrintedBands(const MaskScene& scene, PageMask sheet, double text_angle);

}  // namespace platen::detect
