// A grid bent so that one place of the page lies where a cursor is: what is shown of a dragged point until the fit has
// followed. A smooth bump on the page, exact at the point itself; nothing is decided by it.
#pragma once

#include "core/warp_grid.h"

namespace platen::ui {

// Radius of the bump (standard deviation), in page_uv.
inline constexpr double kBendRadius = 0.18;

WarpGrid bentGrid(const WarpGrid& source_from_page, Vec2 page_uv, Vec2 source_px);

}  // namespace platen::ui
