// Is there enough behind a fit to bend a page by it? Pictures, maps, plates, scenes and scans of a few words have lines
// that are none of text, and may lie any way; a sheet that is fitted to them is a guess, and no page may come out worse
// than it went in (docs/fit.md, section 12).
#pragma once

#include "core/page_cues.h"
#include "core/warp_grid.h"

namespace platen::optim {

// Of a fit of less confidence, what passes for lines of text may be none.
inline constexpr double kHopelessConfidence = 0.1;

struct FitEvidence {
  int edges = 0;          // of the page that were found
  double cost = 0;        // SheetFit::cost: what the sheet leaves unexplained
  double confidence = 0;  // FitResult::confidence
};

// False: nothing shows that the page is flatter than the photo as it is. Without a single edge, lines of text with
// little confidence need rules that get straighter, and the photo's rows of ink may not be much sharper than the page's
// (row_sharpness.h). Always true of pages of which three edges were found, and of those that the look of their rows
// alone has carried. `source_from_page`, `extent_px`: of the page, as FitResult has them.
bool isWorthIt(const PageCues& cues, const WarpGrid& source_from_page, Vec2 extent_px, const FitEvidence& evidence);

}  // namespace platen::optim
