// A sheet that lies on other printed ones: a flood takes them for one page, and their print for its own
// (docs/fit.md, page mask).
#pragma once

#include "core/detect/page_mask.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::detect {

// Looked for where some print runs aslant to most: four lines of most edge around the photo's middle, or a path of most
// edge about it, within which the print, if any, runs along the sheet, and around which it does not, and ends there.
struct TopSheet {
  PageMask page;               // empty: none found
  bool is_surrounded = false;  // by print on more sides than one: not by that of a facing page alone
};

TopSheet findTopSheet(const MaskScene& scene, const std::vector<TextSegment>& segments);

}  // namespace platen::detect
