// Where on the flat page a place of the photo is: the inverse of a warp grid, for the linked cursor and for new pins.
#pragma once

#include "core/geometry.h"
#include "core/warp_grid.h"

#include <optional>

namespace platen::ui {

// page_uv whose source_px is the given point, by Newton steps from the nearest sample of the grid; none where the point
// is not on the page (by more than `margin`, in page_uv) or the steps do not settle.
std::optional<Vec2> pageFromSource(const WarpGrid& grid, Vec2 source_px, double margin = 0);

}  // namespace platen::ui
