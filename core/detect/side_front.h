// Where a sheet may go on beyond one of its sides: the sides beside it, followed on beyond the corners that they have
// with it (docs/fit.md, page mask: bars of colour). Places are mask indices (page_mask.h).
#pragma once

#include "core/detect/edge_field.h"
#include "core/detect/edge_walk.h"
#include "core/detect/page_mask.h"
#include "core/geometry.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace platen::detect {

// A side, its corners, and which way the sides beside it lead off the sheet there.
struct SideFront {
  std::vector<Vec2> side;          // left to right or top to bottom
  std::array<Vec2, 2> corners;     // at its first and at its last place, as all below
  std::array<Vec2, 2> directions;  // of the sides beside it, unit, off the sheet
};

// And how these go on beyond the corners.
struct FollowedFront : SideFront {
  std::array<WalkedEdge, 2> beside;  // from the corners on
};

// Nothing where a side is missing, or where one of them bends at a corner.
std::optional<SideFront> frontOf(const PageMask& sheet, SideKind kind);

// Nothing also where a side beside it goes on for `shortest` mask pixels or less.
std::optional<FollowedFront> followedFrontOf(const EdgeField& field,
                                             const PageMask& sheet,
                                             SideKind kind,
                                             std::size_t shortest);

}  // namespace platen::detect
