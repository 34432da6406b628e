// The photo looked at along one side of the flattened page: what lies between the printed lines and a believed edge.
// Where a book lies open, the strongest edge is that of the stack of pages below, or of the cover; the sheet's own edge
// is the innermost of several lines that run along the side. A single printed line is none: paper goes on behind it.
#pragma once

#include "core/geometry.h"
#include "core/optim/sheet_model.h"
#include "core/page_cues.h"

#include <array>
#include <cstddef>
#include <vector>

namespace platen::optim {

// Columns parallel to one side, at an eighth of a character height, from the page's inside outwards.
struct EdgeProfile {
  double from = 0, step = 0;                  // sheet units; step is negative for left and top
  std::vector<double> brighter, darker;       // share of the side's length with a step up or down, outwards, 0..1
  std::vector<std::array<double, 3>> colour;  // median along the side, 0..255
  bool is_negative = false;                   // colours are those of the photo's negative
  std::vector<double> texture;                // share of the side's length that shows ink as well as paper
  [[nodiscard]] std::size_t size() const { return colour.size(); }
  [[nodiscard]] double at(std::size_t column) const { return from + step * static_cast<double>(column); }
  // The first column at or behind a coordinate, or size().
  [[nodiscard]] std::size_t columnOf(double coordinate) const;
  // Mean of the channels, 0..255.
  [[nodiscard]] double light(std::size_t column) const {
    return (colour[column][0] + colour[column][1] + colour[column][2]) / 3;
  }
  [[nodiscard]] double share(std::size_t column) const {
    return brighter[column] > darker[column] ? brighter[column] : darker[column];
  }
};

// From coordinate `from` to `to` of the side's axis, along `span` of the other; ends early where the photo ends. Empty
// without PageCues::photo.
EdgeProfile profileOf(
    const PageCues& cues, const SheetModel& sheet, SideKind kind, double from, double to, const Box& span);

// The column of the sheet's own edge, if column `believed` is the edge of pages or of a cover below, else `believed`.
// `other_surfaces`: a lasting change of colour behind a straight edge counts too. Looked for from column `first` on.
std::size_t ownEdge(const EdgeProfile& profile, std::size_t believed, bool other_surfaces, std::size_t first = 0);

// The column of the spine, if column `believed` lies where the paper is already bending down to it, else `believed`.
std::size_t spineBehind(const EdgeProfile& profile, std::size_t believed);

}  // namespace platen::optim
