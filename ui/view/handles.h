// Handles: what of a page can be taken hold of on the photo, and which one is under the cursor. Values; no painting.
#pragma once

#include "ui/view/photo_overlay.h"
#include "ui/view/view_transform.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace platen::ui {

enum class HandleKind : std::uint8_t { corner, side, inner, pin, stroke };

struct Handle {
  HandleKind kind = HandleKind::inner;
  int pin = -1;  // index of the pin, or of the line that was drawn; -1 for the others
  Vec2 page_uv;
  Vec2 source_px;
  Vec2 middle_px{};  // source_px; of a line that was drawn: its middle, by which it is known
  // The same handle, wherever it has moved to; a point that was pinned is the point it was. Not by its index, which is
  // another one's once one before it is removed.
  [[nodiscard]] bool isSame(const Handle& other) const {
    return (kind == HandleKind::stroke) == (other.kind == HandleKind::stroke) && page_uv == other.page_uv &&
           middle_px == other.middle_px;
  }
};

// How many cells a lattice over the page has on the screen: 4 along its shorter side and 6 along its longer one,
// doubled while the cells are at least so many widget_px wide and high.
struct LatticeCells {
  int columns = 4, rows = 6;
};
LatticeCells latticeCells(const SplineNet& net, const ViewTransform& view, double least_pitch, int most);

// Corners clockwise from the top left, points of the sides, of the inside row by row, pins, lines that were drawn (each
// at its middle, or beside it where another handle is there; they can be chosen, not moved): the order of the Return
// key. A point that is pinned is a pin and nothing else. They stand on a lattice of 5 x 7 points or a multiple of it
// whose cells are 70 widget_px and more. Nothing but pins and lines without a grid.
std::vector<Handle> handlesOf(const PageOverlay& page, const SplineNet& net, const ViewTransform& view);

// The one within reach of the cursor; pins before corners before sides before the inside before lines, then the
// nearest.
std::optional<Handle> handleAt(const std::vector<Handle>& handles, const ViewTransform& view, Vec2 widget_px);

// Does the page's outline, as its grid has it, hold the point?
bool holds(const WarpGrid& grid, Vec2 source_px);

}  // namespace platen::ui
