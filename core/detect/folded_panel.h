// Sheets that were folded and lie open on a desk of about their own colour: the crease is a clearer edge than the
// sheet's own, and the page comes out as one of its panels. But beyond the crease the sheet's two sides go on, at an
// angle, to an edge that closes them, and what lies between is the same paper (docs/fit.md, page mask).
#pragma once

#include "core/detect/page_mask.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::detect {

// The sheet with the panels beyond its creases, as it is where there are none. segments: traced text of the photo; its
// lines tell a sheet's fold from a book's gutter. Not for leaves of a book.
PageMask withFoldedPanels(const MaskScene& scene,
                          PageMask sheet,
                          const std::vector<TextSegment>& segments,
                          double text_angle);

}  // namespace platen::detect
