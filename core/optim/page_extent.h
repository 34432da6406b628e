// How large the flat page is, at the photo's own density of pixels, and of which proportions: those that the sheet's
// metric gives, or those of the standard paper that it is taken for (FIT section 7, "Known paper").
#pragma once

#include "core/geometry.h"
#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"
#include "core/paper.h"
#include "core/warp_grid.h"

#include <string>

namespace platen::optim {

struct PageExtent {
  Vec2 px;                        // out_px at the source's own sampling density: width, height
  std::string paper;              // the standard sheet whose proportions it has ("A4"), or empty
  bool paper_is_assumed = false;  // the likeliest one was taken (FIT section 7, "Likely paper")
};

// A loose sheet of paper, all four of whose sides were seen in the photo; no page of a book.
bool showsFourSides(const PageCues& cues);

// `sheet`: the page's sheet, whose paper, where it has one, is taken. `source_from_page`: the map of its rectangle.
// `paper`: where it is not automatic, none is looked for.
PageExtent pageExtent(const PageCues& cues,
                      const SheetFit& sheet,
                      const WarpGrid& source_from_page,
                      PaperKind paper = PaperKind::automatic);

// An extent of the same area in the proportions of a sheet that someone says it is, lying or standing as the extent
// does. Precondition: paper.kind is sheet.
PageExtent extentOfPaper(Vec2 extent_px, const PaperChoice& paper);

// A sentence on a scan, all of which is the page, that does not look as that paper: why it is not taken for it.
// Precondition: as above.
std::string otherThan(Vec2 extent_px, const PaperChoice& paper);

// The proportions of a sheet's rectangle as they were seen, and how sure they are.
MeasuredShape measuredShape(const SheetFit& sheet);

// By how much that changes the proportions, 1 and more. Precondition: as above.
double stretchTo(const MeasuredShape& seen, const PaperChoice& paper);

// A sentence where that is by what is seen, and by more than they may be wrong, or by a tenth. Else empty.
std::string stretchedBy(const MeasuredShape& seen, const PaperChoice& paper);

}  // namespace platen::optim
