// Rows of print keep their distance on the flat page: E_period (docs/fit.md, part D), sampled from the static row
// period image at the moving lattice, no tracing needed. It is the evidence for what is stretched along the page.
//
// With x_u, x_v the map's derivatives by page_uv, rows one unit of v apart are q = |x_u x x_v| / |x_u| apart in the
// photo, across their own direction. With a the image's angle at B (PageCues::row_period) and b = 2 pi log2 q,
//   r = a - b - c, wrapped to (-pi, pi];  z = (r / sigma)^2;  E = sum w z / (1 + z / R^2) / sum w.
// c, the page's own leading, is eliminated: the weighted robust mean of a - b, from its circular mean. By the envelope
// theorem it is constant in the gradient, as w is: the page must not learn to look where nothing is printed.
#pragma once

#include "core/optim/energy.h"
#include "core/optim/page_lattice.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::optim {

class RowPeriodEnergy : public Energy {
 public:
  // `image` is PageCues::row_period (3 channels), held by handle; `lattice` has steps(). `reach` is R, in sigmas.
  // Throws std::invalid_argument for an image of another kind or a lattice without steps.
  RowPeriodEnergy(double weight, EvidenceImage image, double reach, PageLattice lattice);
  // 0, without gradient, where no rows are seen: coverage() tells.
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

  // Sum of w of the last call over the lattice's size, 0..1.
  [[nodiscard]] double coverage() const { return coverage_; }

 private:
  EvidenceImage image_;
  double reach_;
  PageLattice lattice_;
  double coverage_ = 0;
  std::vector<float> at_, values_, d_dx_, d_dy_, d_positions_, d_tangents_, d_steps_;  // scratch
  std::vector<double> weights_, angles_;
};

}  // namespace platen::optim
