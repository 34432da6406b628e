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
#include "core/optim/fit_device.h"
#include "core/optim/page_lattice.h"
#include "core/page_cues.h"

#include <memory>
#include <vector>

namespace platen::optim {

class DirectionEnergy : public Energy {
 public:
  // `image` is PageCues::direction (3 channels); it is held by handle. `reach` is R, in degrees. `device`: where it is
  // computed; null: on the CPU. Throws std::invalid_argument for an image of another kind.
  DirectionEnergy(double weight, EvidenceImage image, double reach, PageLattice lattice, FitDevice* device = nullptr);
  // 0, without gradient, where nothing printed is seen: coverage() tells.
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

  // Sum of w of the last call, over the lattice's size: how much of the page was seen to be printed, 0..1.
  [[nodiscard]] double coverage() const { return coverage_; }

 private:
  sampling::FusedSums sweep(std::span<const double> controls, bool wants_gradient);

  EvidenceImage image_;
  sampling::AnglesTerm term_;
  PageLattice lattice_;
  std::unique_ptr<DeviceStep> there_;  // null: on the CPU
  double coverage_ = 0;
  std::vector<float> weights_, costs_;  // scratch, of a band
};

}  // namespace platen::optim
