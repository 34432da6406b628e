// Where on the flat page a place of the photo is: the inverse of a warp grid, for the viewer's linked cursor and pins,
// for what was found on the photo and for how far the photo reaches beyond the page. Newton's method, its steps halved
// until they come nearer (Dennis and Schnabel, Numerical Methods for Unconstrained Optimization, 1983, section 6.3).
// Threads: const calls from any number of threads.
#pragma once

#include "core/geometry.h"
#include "core/warp_grid.h"

#include <optional>

namespace platen {

// page_uv whose source_px is the given point, from the nearest sample of the grid; none where the point is not on the
// page (by more than `margin`, in page_uv) or is not reached.
std::optional<Vec2> pageFromSource(const WarpGrid& grid, Vec2 source_px, double margin = 0);
// The same for many points; `net` is splineNet(grid).
std::optional<Vec2> pageFromSource(const WarpGrid& grid, const SplineNet& net, Vec2 source_px, double margin);

// page_uv whose source_px is the given point to 1e-4, from `start`, at most `farthest` (page_uv) beyond the page; none
// where it is not reached, or where the map folds on the way there: its determinant falls below a hundredth of that in
// the page's middle.
std::optional<Vec2> pageFromSourceNear(const SplineNet& net, Vec2 source_px, Vec2 start, double farthest);

}  // namespace platen
