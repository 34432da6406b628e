// The dark line where an open book's pages meet, piece by piece along a side that was put on it: a spine is seldom as
// straight as the side of a rectangle, and what lies behind it is the facing page.
#pragma once

#include "core/geometry.h"
#include "core/optim/sheet_model.h"
#include "core/page_cues.h"

namespace platen::optim {

// Where the left or right side lies that was put at `edge` (sheet_uv) of the rectangle `page`, right for most of its
// length: `edge`, or as far inwards as the line bulges into the page, at most half a character height. `edge` where no
// line is seen along half of the side.
double insideFoldLine(const PageCues& cues, const SheetModel& sheet, SideKind kind, double edge, const Box& page);

}  // namespace platen::optim
