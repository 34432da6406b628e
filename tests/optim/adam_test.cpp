#include "core/optim/adam.h"

#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/optim/adam.h>

namespace platen::optim {
namespace {

constexpr std::size_t kSize = 37;

// Of a function without a common scale.
double slopeAt(std::size_t k, double x) {
  return (x - static_cast<double>(k)) * std::pow(10.0, static_cast<double>(k % 5) - 2);
}

TEST(Adam, StepsAsTorchsDoes) {
  at::Tensor theirs = at::zeros({static_cast<std::int64_t>(kSize)}, at::kDouble);
  theirs.requires_grad_(true);
  torch::optim::Adam torchs({theirs}, torch::optim::AdamOptions(1).betas({0.9, 0.98}));
  auto& options = static_cast<torch::optim::AdamOptions&>(torchs.param_groups().front().options());
  std::vector<double> own(kSize, 0.0);
  Adam adam(kSize, 0.9, 0.98);
  for (int step = 0; step < 60; ++step) {
    const double rate = 0.5 / (1 + 0.1 * step);
    at::Tensor slopes = at::empty({static_cast<std::int64_t>(kSize)}, at::kDouble);
    std::vector<double> own_slopes(kSize);
    for (std::size_t k = 0; k < kSize; ++k) {
      slopes.data_ptr<double>()[k] = slopeAt(k, theirs.data_ptr<double>()[k]);
      own_slopes[k] = slopeAt(k, own[k]);
    }
    theirs.mutable_grad() = slopes;
    options.lr(rate);
    torchs.step();
    adam.step(rate, own_slopes, own);
    for (std::size_t k = 0; k < kSize; ++k) {
      ASSERT_NEAR(own[k], theirs.data_ptr<double>()[k], 1e-12) << step;
    }
  }
  EXPECT_GT(own[20], 1);
}

TEST(Adam, RefusesOtherSizes) {
  Adam adam(3, 0.9, 0.98);
  std::vector<double> three(3);
  std::vector<double> four(4);
  EXPECT_THROW(adam.step(1, four, three), std::invalid_argument);
  EXPECT_THROW(adam.step(1, three, four), std::invalid_argument);
}

}  // namespace
}  // namespace platen::optim
