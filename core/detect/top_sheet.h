// A sheet that lies on other printed ones: a flood takes them for one page, and their print for its own
// (docs/fit.md, page mask).
#pragma once

#include "core/detect/page_mask.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::detect {

// Looked for where some print runs aslant to most, or where the flood found something that is hardly a sheet: four
// lines of most edge around the photo's middle, or a path of most edge about it. It is one if the print on it, if any,
// runs along it, and if either the print beside it does not and ends there, or (a path alone) it looks alike all along
// its rim and what lies beyond does not.
struct TopSheet {
  PageMask page;               // empty: none found
  bool is_surrounded = false;  // by print on more sides than one: not by that of a facing page alone
};

// flooded: the mask that was found otherwise.
TopSheet findTopSheet(const MaskScene& scene, const PageMask& flooded, const std::vector<TextSegment>& segments);

// The lines of text that lie on the sheet: neither those of others, nor those that were traced over its edge to them.
std::vector<TextSegment> linesOn(const PageMask& sheet, std::vector<TextSegment> segments, double k);

}  // namespace platen::detect
