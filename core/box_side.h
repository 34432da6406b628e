// The sides of an upright box by SideKind, in any frame whose y runs down: sheet_uv, page_uv, canvas_px.
#pragma once

#include "core/geometry.h"
#include "core/page_cues.h"

namespace platen {

// Top and bottom.
constexpr bool isLevel(SideKind side) {
  return side == SideKind::top || side == SideKind::bottom;
}

// Which way along its axis the outside lies: 1 for bottom and right, else -1.
constexpr int outwards(SideKind side) {
  return side == SideKind::bottom || side == SideKind::right ? 1 : -1;
}

// y of a level side, else x.
constexpr double& edgeOf(Box& box, SideKind side) {
  switch (side) {
    case SideKind::top:
      return box.y0;
    case SideKind::bottom:
      return box.y1;
    case SideKind::left:
      return box.x0;
    default:
      return box.x1;
  }
}
constexpr double edgeOf(const Box& box, SideKind side) {
  Box copy = box;
  return edgeOf(copy, side);
}

// A side as a line: where it lies across its direction, and from where to where it runs along it.
struct SideSpan {
  double across = 0, from = 0, to = 0;
};
constexpr SideSpan spanOf(const Box& box, SideKind side) {
  return isLevel(side) ? SideSpan{edgeOf(box, side), box.x0, box.x1} : SideSpan{edgeOf(box, side), box.y0, box.y1};
}

// The point of a side of this kind, `along` its direction and `across` it.
constexpr Vec2 sidePoint(SideKind side, double along, double across) {
  return isLevel(side) ? Vec2{along, across} : Vec2{across, along};
}

}  // namespace platen
