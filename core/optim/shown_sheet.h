// What a running fit shows of a sheet: for the hooks alone, never part of a result.
#pragma once

#include "core/geometry.h"
#include "core/optim/sheet_model.h"
#include "core/page_cues.h"
#include "core/warp_grid.h"

namespace platen::optim {

// The sheet over the page's rectangle in source_px; empty where the sheet as it stands puts a part of the page behind
// the camera or far off the photo, which no one needs to see.
WarpGrid shownSheet(const SheetModel& sheet, const Box& rect_sheet_uv, const WorkFrame& frame);

// A rectangle's height over its width; 0 where it has none.
double aspectOf(const Box& rect_sheet_uv);

}  // namespace platen::optim
