#include "core/optim/adam.h"

#include "core/wide_registers.h"

#include <cmath>
#include <stdexcept>

namespace platen::optim {
namespace {

struct Rates {
  double beta1, beta2;
  double step;          // rate over the weight of all gradients in the mean
  double inverse_root;  // one over the root of their weight in the mean square
};

PLATEN_WIDE_REGISTERS void move(const Rates& rates,
                                std::size_t count,
                                const double* __restrict gradient,
                                double* __restrict mean,
                                double* __restrict square,
                                double* __restrict values) {
  constexpr double kLeast = 1e-8;
  const Rates r = rates;
  for (std::size_t k = 0; k < count; ++k) {
    const double g = gradient[k];
    mean[k] = r.beta1 * mean[k] + (1 - r.beta1) * g;
    square[k] = r.beta2 * square[k] + (1 - r.beta2) * g * g;
    values[k] -= r.step * mean[k] / (std::sqrt(square[k]) * r.inverse_root + kLeast);
  }
}

}  // namespace

void Adam::step(double rate, std::span<const double> gradient, std::span<double> values) {
  if (gradient.size() != mean_.size() || values.size() != mean_.size()) {
    throw std::invalid_argument("Adam::step: another number of values");
  }
  beta1_power_ *= beta1_;
  beta2_power_ *= beta2_;
  move({beta1_, beta2_, rate / (1 - beta1_power_), 1 / std::sqrt(1 - beta2_power_)}, mean_.size(), gradient.data(),
       mean_.data(), square_.data(), values.data());
}

}  // namespace platen::optim
