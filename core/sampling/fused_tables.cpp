// Which columns and segments lie in which cell: lattice positions ascend, so each cell has a range of them.
#include "core/sampling/fused_tables.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace platen::sampling {

FusedTables::FusedTables(NetShape shape_in, int rows, int cols)
    : FusedTables(SplineAxis<float>(shape_in.cols, latticePositions(cols)),
                  SplineAxis<float>(shape_in.rows, latticePositions(rows))) {}

FusedTables::FusedTables(SplineAxis<float> u_in, SplineAxis<float> v_in, std::optional<SplineAxis<float>> along_u_in)
    : shape{v_in.cells, u_in.cells}, u(std::move(u_in)), v(std::move(v_in)), along_u(std::move(along_u_in)) {
  const auto rows = static_cast<int>(v.count());
  const auto cols = static_cast<int>(u.count());
  const auto refuse = [&](const char* what) {
    throw std::invalid_argument(std::string("FusedTables: ") + what + "; got a net of " + std::to_string(shape.rows) +
                                " x " + std::to_string(shape.cols) + " cells, a lattice of " + std::to_string(rows) +
                                " x " + std::to_string(cols));
  };
  if (shape.rows < 1 || shape.cols < 1) {
    refuse("a spline net needs at least one cell a side");
  }
  if (std::int64_t{rows} * cols >= (std::int64_t{1} << 31) || shape.size() >= (std::size_t{1} << 28)) {
    refuse("the lattice or the net is too large");
  }
  if (along_u && along_u->first != u.first) {
    refuse("the tangents are not at the surface's positions");
  }
  if (!std::is_sorted(u.first.begin(), u.first.end()) || !std::is_sorted(v.first.begin(), v.first.end())) {
    refuse("positions must ascend");
  }
  for (int cell = 0; cell <= shape.cols; ++cell) {
    const auto first = std::lower_bound(u.first.begin(), u.first.end(), cell);
    columns_of_cell.push_back(static_cast<std::int32_t>(first - u.first.begin()));
  }
  for (std::int32_t row = 0; row < rows;) {
    const std::int32_t first = v.first[static_cast<std::size_t>(row)];
    std::int32_t end = row;
    while (end < rows && end < row + kSegmentRows && v.first[static_cast<std::size_t>(end)] == first) {
      ++end;
    }
    segments.push_back({row, end, first});
    row = end;
  }
  if (segments.size() > 65535) {
    refuse("the lattice has too many rows");
  }
  for (int cell = 0; cell <= shape.rows; ++cell) {
    const auto first = std::find_if(segments.begin(), segments.end(), [&](const auto& s) { return s.first >= cell; });
    segments_of_cell.push_back(static_cast<std::int32_t>(first - segments.begin()));
  }
}

FusedBlocks FusedTables::blocks() const {
  const auto cols = static_cast<std::int32_t>(u.count());
  return {static_cast<std::int32_t>(v.count()),
          cols,
          shape.controlRows(),
          shape.controlCols(),
          static_cast<std::int32_t>(segments.size()),
          (cols + kBlockThreads - 1) / kBlockThreads,
          u.first.data(),
          u.weights.data(),
          along_u ? along_u->weights.data() : nullptr,
          v.weights.data(),
          columns_of_cell.data(),
          segments.data(),
          segments_of_cell.data()};
}

}  // namespace platen::sampling
