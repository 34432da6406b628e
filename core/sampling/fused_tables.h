// The tables of a lattice that is cut into blocks (fused_blocks.h), made on the host. A GPU gets copies of them.
#pragma once

#include "core/sampling/fused_page.h"
#include "core/sampling/spline_grid.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace platen::sampling {

struct FusedTables {
  // The lattice of latticePositions(rows) x latticePositions(cols). Throws std::invalid_argument for a net or a lattice
  // without cells or points, and for one of more than 2^31 points or 65535 segments (the most that a launch takes).
  FusedTables(NetShape shape, int rows, int cols);
  // Positions that ascend; `along_u`: the derivative at the same ones, where tangents are wanted.
  FusedTables(SplineAxis<float> u, SplineAxis<float> v, std::optional<SplineAxis<float>> along_u = {});

  // With pointers into this object.
  [[nodiscard]] FusedBlocks blocks() const;

  NetShape shape;
  SplineAxis<float> u, v;
  std::optional<SplineAxis<float>> along_u;
  std::vector<std::int32_t> columns_of_cell, segments_of_cell;
  std::vector<FusedSegment> segments;
};

}  // namespace platen::sampling
