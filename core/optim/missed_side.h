// A side of the sheet that detection did not find (part of it lies outside the photo, or the outline went astray),
// looked for on the flattened page: from the print outwards, the innermost straight line along which the photo's colour
// changes for good. Only what is seen counts, so a side may be in view for a small part of its length.
#pragma once

#include "core/geometry.h"
#include "core/optim/sheet_model.h"
#include "core/page_cues.h"

#include <optional>

namespace platen::optim {

struct SideSearch {
  SideKind kind = SideKind::top;
  double from = 0, to = 0;  // of the side's axis, outwards; sheet units
  Box span;                 // where along the side is looked, on the other axis
  double most_unseen = 0;   // how far the side may lie behind where half of its length leaves the photo, sheet units
};

// The side's points lie inside the photo, left to right or top to bottom; valid_fraction is the share of the side's
// length that is in view and shows the edge. Between `from` and the side there is blank paper: the innermost of several
// edges, and none behind a figure or the edges of pages below. None without PageCues::photo.
std::optional<PageSide> findMissedSide(const PageCues& cues, const SheetModel& sheet, const SideSearch& search);

}  // namespace platen::optim
