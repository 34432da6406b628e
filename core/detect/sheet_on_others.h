// A sheet on a desk and other papers, whatever is printed on it and on them: of all that a flood makes one page. It is
// told by its rim (sheet_rim.h), where a path of most edge goes around it, and by how pale what is read beside it is
// (docs/fit.md, page mask).
#pragma once

#include "core/detect/page_mask.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::detect {

// The mask inside of that path; it has a quadrilateral. Empty where there is none that is more of a sheet than `page`,
// the mask that was found otherwise; and where that is empty, or may be a sheet itself and does not
// end at lines of a pattern, as tiles have (sheet_rim.h): of one that does any sheet is more. Where all print runs one
// way and is a page's (800 h), or `page` has little contrast, so that it may fill the photo, the sheet must be seen all
// round. segments: traced text of the whole photo.
PageMask findSheetOnOthers(const MaskScene& scene, const PageMask& page, const std::vector<TextSegment>& segments);

// The lines of text that lie on a sheet: neither those of others, nor those that were traced over its edge to them.
std::vector<TextSegment> linesOn(const PageMask& sheet, std::vector<TextSegment> segments, double k);

}  // namespace platen::detect
