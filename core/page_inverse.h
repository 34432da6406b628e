// Where on the flat page a place of the photo is: the inverse of a warp grid, for the viewer's linked cursor and pins
// and for what was found on the photo. Threads: const calls from any number of threads.
#pragma once

#include "core/geometry.h"
#include "core/warp_grid.h"

#include <optional>

namespace platen {

// page_uv whose source_px is the given point, by Newton steps from the nearest sample of the grid; none where the point
// is not on the page (by more than `margin`, in page_uv) or the steps do not settle.
std::optional<Vec2> pageFromSource(const WarpGrid& grid, Vec2 source_px, double margin = 0);
// The same for many points; `net` is splineNet(grid).
std::optional<Vec2> pageFromSource(const WarpGrid& grid, const SplineNet& net, Vec2 source_px, double margin);

}  // namespace platen
