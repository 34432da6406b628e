// Margins: where many lines of text begin, or end, on one straight line of the page. Found on the flat sheet by RANSAC
// with a fixed seed (Fischler & Bolles 1981); false ones (ragged right, bullets) are told from true ones by their
// slope: the slopes of all true margins agree (FIT section 6.4).
#pragma once

#include "core/optim/curves.h"
#include "core/optim/sheet_model.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::optim {

// The points of each curve run down the page.
// `usable`: per segment of the cues, may its ends take part. `max_slope`: largest |du/dv| of a margin on `sheet`.
// `has_side`: a left or right side was believed, so true margins have slope 0 on `sheet`; or, where `max_slope` is
// wide, slopes that change evenly across the page: then the sheet is tilted wrong.
std::vector<Curve> findMargins(
    const PageCues& cues, const SheetModel& sheet, const std::vector<bool>& usable, double max_slope, bool has_side);

// The same where the paper may be folded: a margin kinks at a crease, so its straight pieces need not be upright on a
// `sheet` without that crease, nor agree with each other. Among them are false ones.
std::vector<Curve> findMarginPieces(const PageCues& cues,
                                    const SheetModel& sheet,
                                    const std::vector<bool>& usable,
                                    double max_slope);

}  // namespace platen::optim
