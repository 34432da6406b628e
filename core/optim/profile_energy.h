// Text lines that run level make the page's row sums peaky: the profile energy of FIT section 8, sampled from the ink
// image. Off by default (GridWeights::profile): on traced pages it gains nothing and costs most.
//
//   x = I(B) - (I(B) blurred over v, sigma 2.2 h),  y = K x,  E = 1 - sum y^2 / sum x^2
// I the ink blurred by .28 h, K a Gaussian along u. Both sums are differentiated: with the denominator held it would
// learn to magnify.
#pragma once

#include "core/optim/energy.h"
#include "core/optim/page_lattice.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::optim {

class ProfileEnergy : public Energy {
 public:
  // `ink` is PageCues::ink. `row_sigma` and `column_sigma`: of K along u and of the background along v, in lattice
  // points. Throws std::invalid_argument for an image that is not one 8-bit channel.
  ProfileEnergy(double weight,
                const EvidenceImage& ink,
                double char_height,
                double row_sigma,
                double column_sigma,
                PageLattice lattice);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

 private:
  EvidenceImage ink_;  // blurred
  PageLattice lattice_;
  std::vector<float> along_u_, along_v_;  // half kernels, from the centre
  std::vector<float> at_, value_, d_dx_, d_dy_, d_positions_, x_, y_, scratch_;
};

}  // namespace platen::optim
