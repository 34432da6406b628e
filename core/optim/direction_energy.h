// Rows of the page should run along the text's own direction in the photo: E_dir (FIT part D), sampled from the static
// direction image at the moving lattice, no tracing needed.
//
// With t = dB/du and (C, S, w) the image's value at B (w cos 2a, w sin 2a, w; a the local direction):
//   z = (1 - (C cos 2 tau + S sin 2 tau) / |(C, S)|) / (2 sin^2 1deg) = (sin(a - tau) / sin 1deg)^2,
//   E = sum w z / (1 + z / R^2) / sum w.
// |(C, S)| stands for part D's w in z, because in 8 bits w's own rounding would weigh as much as two degrees. w is held
// constant in the gradient: the page must not learn to look where nothing is printed.
#pragma once

#include "core/optim/energy.h"
#include "core/optim/page_lattice.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::optim {

class DirectionEnergy : public Energy {
 public:
  // `image` is PageCues::direction (3 channels); it is held by handle. `reach` is R, in degrees. Throws
  // std::invalid_argument for an image of another kind.
  DirectionEnergy(double weight, EvidenceImage image, double reach, PageLattice lattice);
  // 0, without gradient, where nothing printed is seen: coverage() tells.
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

  // Sum of w of the last call, over the lattice's size: how much of the page was seen to be printed, 0..1.
  [[nodiscard]] double coverage() const { return coverage_; }

 private:
  EvidenceImage image_;
  double reach_;
  PageLattice lattice_;
  double coverage_ = 0;
  std::vector<float> weights_, costs_;  // scratch, of a band
};

}  // namespace platen::optim
