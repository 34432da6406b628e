// A sheet, or any map, sampled as a WarpGrid in source_px, dense enough that the grid's own spline shows what the map
// shows.
#pragma once

#include "core/geometry.h"
#include "core/optim/sheet_model.h"
#include "core/warp_grid.h"

namespace platen::optim {

// The sheet over a rectangle, rows x cols samples, in source_px.
WarpGrid sampleSheet(const SheetModel& sheet, const Box& rect_sheet_uv, const WorkFrame& frame, int rows, int cols);

// The same with as many samples as it takes (33 x 25, doubled up to 257) for the spline to stay within `tolerance`
// source_px of the sheet. The rectangle must be in front of the camera.
WarpGrid bakeToSource(const SheetModel& sheet,
                      const Box& rect_sheet_uv,
                      const WorkFrame& frame,
                      double tolerance = 0.1);

// A grid in work_px as a grid in source_px.
WarpGrid sourceGrid(const WarpGrid& work_from_page, const WorkFrame& frame);

}  // namespace platen::optim
