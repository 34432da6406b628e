// Adam (Kingma and Ba, ICLR 2015) over some thousand numbers, where torch's costs more in calls than in sums.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace platen::optim {

class Adam {
 public:
  // beta1, beta2: how much of the means of the gradient and of its square is kept at each step.
  Adam(std::size_t size, double beta1, double beta2) : beta1_(beta1), beta2_(beta2), mean_(size), square_(size) {}

  // Moves `values` against `gradient`, each by about `rate`. Both of the size given; std::invalid_argument otherwise.
  void step(double rate, std::span<const double> gradient, std::span<double> values);

 private:
  double beta1_, beta2_;
  double beta1_power_ = 1, beta2_power_ = 1;
  std::vector<double> mean_, square_;
};

}  // namespace platen::optim
