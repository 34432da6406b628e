// A lattice of page points under a moving net: expands the net's spline there (sampling/spline_grid.h) on top of the
// sheet, and takes gradients on the points back to the controls. What the energies that are sampled from images share.
//
// The lattice has cols x rows points at the cell centres of page_uv: ((j + .5) / cols, (i + .5) / rows). Positions are
// work_px, tangents work_px per page width (d/du of page_uv); f32, x and y beside each other.
#pragma once

#include "core/optim/base_map.h"
#include "core/optim/offset_net.h"
#include "core/sampling/spline_grid.h"

#include <span>
#include <vector>

namespace platen::optim {

class PageLattice {
 public:
  // Offsets on top of `base`; without one the net is the map itself, over page_uv (WarpGrid's own spline).
  PageLattice(NetShape shape, int cols, int rows, const BaseMap* base);

  [[nodiscard]] int cols() const { return cols_; }
  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(cols_) * static_cast<std::size_t>(rows_); }

  // Fills positions() and tangents().
  void expand(std::span<const double> controls);
  [[nodiscard]] const std::vector<float>& positions() const { return positions_; }
  [[nodiscard]] const std::vector<float>& tangents() const { return tangents_; }

  // Adds to `gradient` what gradients on positions and tangents (2 * size() each; `d_tangents` may be empty) mean for
  // the controls.
  void pullBack(std::span<const float> d_positions, std::span<const float> d_tangents, std::span<double> gradient);

 private:
  NetShape shape_;
  int cols_, rows_;
  sampling::SplineLattice<float> values_, slopes_;  // offsets, and their d/du
  std::vector<float> base_positions_, base_tangents_;
  std::vector<float> positions_, tangents_;
  std::vector<float> net_, d_net_;  // scratch
};

}  // namespace platen::optim
