// What edges show of a panel beyond a crease: the sheet's two sides go on from the crease's ends, at an angle, to an
// edge that closes them (folded_panel.h). Places are mask indices (page_mask.h).
#pragma once

#include "core/detect/edge_field.h"
#include "core/detect/side_front.h"
#include "core/geometry.h"

#include <array>
#include <optional>
#include <vector>

namespace platen::detect {

struct Panel {
  std::array<std::vector<Vec2>, 2> sides;  // from the crease's first and from its last end on
  double edge = 0;                         // 0..1, mean, of the edge that closes it
  [[nodiscard]] double edgeInAll() const {
    return edge * (norm(sides[0].back() - sides[0].front()) + norm(sides[1].back() - sides[1].front()));
  }
};

// The one with the most edge in all, if there is one. shortest: of its sides, mask pixels.
std::optional<Panel> panelBeyond(const EdgeField& field, const SideFront& front, double shortest);

}  // namespace platen::detect
