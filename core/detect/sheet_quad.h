// A sheet by its straight edges alone: for paper on paper, where no flood tells the page from what it lies on, but a
// faint shadow or a crack of light runs along all four sides (docs/fit.md, page mask).
#pragma once

#include "core/detect/page_mask.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::detect {

// The four lines around the text that have the most edge along them, followed where the paper is not quite straight.
// Sides are valid where an edge stands out from its surroundings, however faint. Empty where no four lines have one.
PageMask findSheetQuad(const MaskScene& scene, const std::vector<TextSegment>& segments, double text_angle);

// A sheet that lies on other printed ones, which a flood takes for one page: four lines of most edge around the photo's
// middle within which the print, if any, runs along the sheet, and around which it does not: print of other sheets
// (docs/fit.md, page mask). Empty where there is none.
PageMask findTopSheet(const MaskScene& scene, const std::vector<TextSegment>& segments);

}  // namespace platen::detect
