// A lattice of page points under a moving net: expands the net's spline there (sampling/fused_step.h) on top of the
// sheet, and takes gradients on the points back to the controls. What the energies that are sampled from images share.
//
// sweep() is for energies that need each sample once: one pass, a band of rows at a time. expand() is for those that
// look along columns or at all samples before they know a gradient.
//
// The lattice has cols x rows points at the cell centres of page_uv: ((j + .5) / cols, (i + .5) / rows). Positions are
// work_px, tangents work_px per page width (d/du of page_uv), steps work_px per page height (d/dv); f32, x and y beside
// each other.
#pragma once

#include "core/optim/base_map.h"
#include "core/optim/offset_net.h"
#include "core/sampling/fused_step.h"
#include "core/sampling/fused_tables.h"

#include <span>
#include <vector>

namespace platen::optim {

class PageLattice {
 public:
  // Offsets on top of `base`; without one the net is the map itself, over page_uv (WarpGrid's own spline).
  // `both_ways`: steps() too.
  PageLattice(NetShape shape, int cols, int rows, const BaseMap* base, bool both_ways = false);

  [[nodiscard]] int cols() const { return cols_; }
  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(cols_) * static_cast<std::size_t>(rows_); }

  // The sum of term(band) over an evidence image, whose scale is in px per work pixel; gradients are kept for
  // pullBack(factor). along_u of a band are tangents, along_v steps.
  template <class Term>
  double sweep(std::span<const double> controls,
               const sampling::FusedImage<float>& image,
               Term&& term,
               bool gradient_wanted) {
    takeControls(controls);
    return step_.sweep(image, net_.data(), term, gradient_wanted);
  }
  // Adds `factor` times the gradient of the last sweep.
  void pullBack(float factor, std::span<double> gradient);

  // The same for a device (fit_device.h): how points and tangents mix the controls, and the base under them (empty:
  // none).
  [[nodiscard]] sampling::FusedTables tables() const;
  [[nodiscard]] std::span<const float> base() const { return step_.base(sampling::FusedStep<float>::Part::surface); }
  [[nodiscard]] std::span<const float> baseAlongU() const {
    return step_.base(sampling::FusedStep<float>::Part::alongU);
  }

  // Made with steps().
  [[nodiscard]] bool bothWays() const { return step_.has(sampling::FusedStep<float>::Part::alongV); }

  // Fills positions(), tangents() and, where asked for, steps().
  void expand(std::span<const double> controls);
  [[nodiscard]] const std::vector<float>& positions() const { return positions_; }
  [[nodiscard]] const std::vector<float>& tangents() const { return tangents_; }

  [[nodiscard]] const std::vector<float>& steps() const { return steps_; }

  // Adds to `gradient` what gradients on positions, tangents and steps (2 * size() each; the last two may be empty)
  // mean for the controls.
  void pullBack(std::span<const float> d_positions,
                std::span<const float> d_tangents,
                std::span<double> gradient,
                std::span<const float> d_steps = {});

 private:
  void takeControls(std::span<const double> controls);
  void addTo(std::span<double> gradient) const;

  int cols_, rows_;
  sampling::FusedStep<float> step_;                  // offsets on the base, their d/du and d/dv
  std::vector<float> positions_, tangents_, steps_;  // of expand()
  std::vector<float> net_, d_net_;                   // scratch
};

}  // namespace platen::optim
