// The "before" of a flat page: the photo as if it had been taken from straight above a flat sheet.
#pragma once

#include "core/warp_grid.h"

namespace platen::ui {

// The projective map of the page's square onto the quadrilateral of the grid's corners (Heckbert, Fundamentals of
// Texture Mapping, 1989, section 2.2.3), as a grid; bilinear where the corners are no convex quadrilateral.
WarpGrid straightView(const WarpGrid& source_from_page);

}  // namespace platen::ui
