// The fused step beside the same step composed of operators (the spline's matrices or expandSpline, then grid_sampler
// or sampleBilinear, then autograd): value and gradient; then what it is besides: one pass, one node, no allocation.
#include "core/sampling/bilinear.h"
#include "core/sampling/fused_value.h"
#include "core/sampling/spline_expand.h"
#include "tests/support/allocation_meter.h"
#include "tests/support/gradcheck.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/optim/adam.h>

namespace platen::sampling::test {
namespace {

constexpr NetShape kShape{4, 5};
constexpr std::int64_t kHeight = 60, kWidth = 80;

at::Tensor imageOf(std::int64_t channels) {
  at::manual_seed(71);
  return at::randint(0, 256, {kHeight, kWidth, channels}, at::kByte);
}

ImageView viewOf(const at::Tensor& image) {
  return {image.data_ptr(), image.size(1), image.size(0), image.stride(0), static_cast<int>(image.size(2)),
          PixelKind::u8};
}

// A bent page that leaves the image at one corner, in units of `unit` image px.
at::Tensor netOf(at::ScalarType type, double unit = 1) {
  at::manual_seed(72);
  const at::Tensor rows = at::linspace(-0.2, 1.1, kShape.controlRows(), at::kDouble) * kHeight;
  const at::Tensor cols = at::linspace(-0.1, 1.2, kShape.controlCols(), at::kDouble) * kWidth;
  const auto grid = at::meshgrid({rows, cols}, "ij");
  const at::Tensor net = at::stack({grid[1], grid[0]}, -1) + at::randn({1, 1, 2}, at::kDouble) +
                         at::randn({kShape.controlRows(), kShape.controlCols(), 2}, at::kDouble) * 3;
  return (net / unit).to(type).contiguous();
}

template <class Scalar>
FusedStep<Scalar> stepOf(int rows, int cols, bool tangents = false) {
  const auto axis = [](int cells, int n, int order = 0) {
    return SplineAxis<Scalar>(cells, latticePositions(n), order);
  };
  using Lattice = SplineLattice<Scalar>;
  std::optional<Lattice> along_u, along_v;
  if (tangents) {
    along_u.emplace(axis(kShape.cols, cols, 1), axis(kShape.rows, rows));
    along_v.emplace(axis(kShape.cols, cols), axis(kShape.rows, rows, 1));
  }
  return FusedStep<Scalar>(Lattice(axis(kShape.cols, cols), axis(kShape.rows, rows)), std::move(along_u),
                           std::move(along_v));
}

// The sum of (value / 255)^2 over all channels.
template <class Scalar, int kChannels>
auto squares() {
  return eachSample<Scalar, kChannels>([](const FusedSample<Scalar, kChannels>& sample) {
    FusedCost<Scalar, kChannels> cost;
    for (std::size_t c = 0; c < kChannels; ++c) {
      const Scalar value = sample.value[c] / 255;
      cost.cost += value * value;
      cost.d_value[c] = 2 * value / 255;
    }
    return cost;
  });
}

using Parameter = std::tuple<at::ScalarType, int, Border, std::pair<int, int>>;
class FusedOracle : public ::testing::TestWithParam<Parameter> {
 protected:
  template <class Scalar, int kChannels>
  at::Tensor fused(const at::Tensor& net, const at::Tensor& image, double scale) {
    const auto [rows, cols] = std::get<3>(GetParam());
    FusedStep<Scalar> step = stepOf<Scalar>(rows, cols);
    const FusedImage<Scalar> fused_image{viewOf(image), std::get<2>(GetParam()), static_cast<Scalar>(scale)};
    return fusedValue(net, step, fused_image, squares<Scalar, kChannels>());
  }
  template <int kChannels>
  at::Tensor ours(const at::Tensor& net, const at::Tensor& image, double scale) {
    return net.scalar_type() == at::kFloat ? fused<float, kChannels>(net, image, scale)
                                           : fused<double, kChannels>(net, image, scale);
  }
};

// The basis of the spline as a matrix, [n, cells + 3].
at::Tensor basisOf(int cells, int n, const at::TensorOptions& options) {
  const SplineAxis<double> axis(cells, latticePositions(n));
  at::Tensor basis = at::zeros({n, cells + 3}, at::kDouble);
  for (std::size_t k = 0; k < axis.count(); ++k) {
    for (std::size_t a = 0; a < 4; ++a) {
      basis[static_cast<std::int64_t>(k)][axis.first[k] + static_cast<std::int64_t>(a)] = axis.weights[4 * k + a];
    }
  }
  return basis.to(options);
}

// grid_sampler's codes: bilinear 0; zeros 0, border 1, reflection 2; align_corners = false: 2 x / W - 1 for x in our
// px.
at::Tensor gridSample(const at::Tensor& image, const at::Tensor& coords, Border border) {
  const at::Tensor grid =
      at::stack({coords.select(-1, 0) * (2.0 / kWidth) - 1, coords.select(-1, 1) * (2.0 / kHeight) - 1}, -1);
  return at::grid_sampler(image.to(coords.scalar_type()).permute({2, 0, 1}).unsqueeze(0), grid.unsqueeze(0), 0,
                          border == Border::zeros       ? 0
                          : border == Border::replicate ? 1
                                                        : 2,
                          false);
}

TEST_P(FusedOracle, SameValueAndGradientAsTheComposedStep) {
  const auto [type, channels, border, size] = GetParam();
  const auto [rows, cols] = size;
  const at::Tensor image = imageOf(channels);
  constexpr double kScale = 0.75;
  const at::Tensor net = netOf(type, kScale).requires_grad_(true),
                   torch_net = net.detach().clone().requires_grad_(true);
  const at::Tensor value = channels == 1   ? ours<1>(net, image, kScale)
                           : channels == 3 ? ours<3>(net, image, kScale)
                                           : ours<4>(net, image, kScale);
  value.backward();
  const at::Tensor basis_v = basisOf(kShape.rows, rows, net.options().requires_grad(false));
  const at::Tensor basis_u = basisOf(kShape.cols, cols, net.options().requires_grad(false));
  const at::Tensor coords =
      at::matmul(at::matmul(basis_v, torch_net.permute({2, 0, 1})), basis_u.t()).permute({1, 2, 0});
  const at::Tensor truth = (gridSample(image, coords * kScale, border) / 255).square().sum();
  truth.backward();
  const bool is_double = type == at::kDouble;
  EXPECT_EQ(value.scalar_type(), type);
  EXPECT_EQ(value.dim(), 0);
  EXPECT_NEAR(value.item<double>(), truth.item<double>(), (is_double ? 1e-9 : 1e-3) * truth.item<double>());
  const double size_of_gradient = torch_net.grad().abs().max().item<double>();
  EXPECT_GT(size_of_gradient, 0.01);
  EXPECT_LT((net.grad() - torch_net.grad()).abs().max().item<double>(), (is_double ? 1e-9 : 1e-2) * size_of_gradient);
}

TEST_P(FusedOracle, SameAsOurOwnOperatorsOneAfterTheOther) {
  const auto [type, channels, border, size] = GetParam();
  const auto [rows, cols] = size;
  const at::Tensor image = imageOf(channels);
  const at::Tensor net = netOf(type).requires_grad_(true), other = net.detach().clone().requires_grad_(true);
  const at::Tensor value = channels == 1   ? ours<1>(net, image, 1)
                           : channels == 3 ? ours<3>(net, image, 1)
                                           : ours<4>(net, image, 1);
  value.backward();
  const at::Tensor u = at::linspace(0, 1, cols, at::kDouble), v = at::linspace(0, 1, rows, at::kDouble);
  const at::Tensor truth = (sampleBilinear(image, expandSpline(other, u, v), border) / 255).square().sum();
  truth.backward();
  const double slack = type == at::kDouble ? 1e-12 : 1e-5;
  EXPECT_NEAR(value.item<double>(), truth.item<double>(), slack * truth.item<double>());
  EXPECT_LT((net.grad() - other.grad()).abs().max().item<double>(), slack * other.grad().abs().max().item<double>());
}

// Lattices of one short band, of many with a short last one, and with rows longer than a band.
INSTANTIATE_TEST_SUITE_P(All,
                         FusedOracle,
                         ::testing::Combine(::testing::Values(at::kFloat, at::kDouble),
                                            ::testing::Values(1, 3, 4),
                                            ::testing::Values(Border::replicate, Border::zeros, Border::reflection),
                                            ::testing::Values(std::pair{8, 9}, std::pair{53, 50}, std::pair{5, 300})));

// A term of everything that there is: values, places and both tangents.
template <class Scalar>
auto everything() {
  return eachSample<Scalar, 1, true>([](const FusedSample<Scalar, 1>& s) {
    const Scalar area = s.along_u[0] * s.along_v[1] - s.along_u[1] * s.along_v[0];
    const Scalar value = s.value[0] / 255;
    FusedCost<Scalar, 1> cost;
    cost.cost = value * area / 1000 + s.at[0] * s.at[1] / 100 + value * value;
    cost.d_value[0] = (area / 1000 + 2 * value) / 255;
    cost.d_at = {s.at[1] / 100, s.at[0] / 100};
    cost.d_along_u = {value / 1000 * s.along_v[1], -value / 1000 * s.along_v[0]};
    cost.d_along_v = {-value / 1000 * s.along_u[1], value / 1000 * s.along_u[0]};
    return cost;
  });
}

// Smooth, so that central differences are sharp.
at::Tensor smoothImage() {
  const at::Tensor x = at::arange(kWidth, at::kDouble).view({1, -1}),
                   y = at::arange(kHeight, at::kDouble).view({-1, 1});
  return (120 + 0.9 * x + 0.4 * y - 0.004 * x * y).unsqueeze(-1).contiguous();
}

ImageView viewOfDoubles(const at::Tensor& image) {
  return {image.data_ptr(), kWidth, kHeight, kWidth, 1, PixelKind::f64};
}

TEST(FusedStep, GradientsOfPlacesAndTangentsAreThoseOfTheCost) {
  const at::Tensor image = smoothImage();
  // Inside the image, and bilinear like it: no kinks, no borders.
  const at::Tensor net = netOf(at::kDouble, 2.0) + at::full({2}, 15.0, at::kDouble);
  FusedStep<double> step = stepOf<double>(9, 8, true);
  const FusedImage<double> fused_image{viewOfDoubles(image), Border::replicate, 0.7};
  const std::vector<double> start(net.data_ptr<double>(), net.data_ptr<double>() + net.numel());
  std::vector<double> gradient(start.size());
  step.run(fused_image, start.data(), everything<double>(), gradient.data());
  const auto function = [&](const std::vector<double>& controls) {
    return step.run(fused_image, controls.data(), everything<double>(), nullptr);
  };
  platen::test::GradcheckOptions options;
  options.step = 1e-4;
  const auto result = platen::test::checkGradient(function, start, gradient, options);
  EXPECT_TRUE(result.passed) << result.report;
  gradient[7] *= 1 + 1e-4;
  EXPECT_FALSE(platen::test::checkGradient(function, start, gradient, options).passed) << "a planted error";
}

TEST(FusedStep, SweepAndPullBackAreRunTimesAFactor) {
  const at::Tensor image = imageOf(1), net = netOf(at::kFloat);
  FusedStep<float> step = stepOf<float>(53, 50, true);
  const FusedImage<float> fused_image{viewOf(image), Border::replicate, 0.8F};
  const auto n = static_cast<std::size_t>(net.numel());
  std::vector<float> run(n, 0.5F), swept(n, 0.5F);
  const double value = step.run(fused_image, net.data_ptr<float>(), everything<float>(), run.data());
  EXPECT_EQ(step.sweep(fused_image, net.data_ptr<float>(), everything<float>()), value);
  step.pullBack(-2, swept.data());
  EXPECT_THROW(step.pullBack(-2, swept.data()), std::logic_error);  // once for each sweep
  for (std::size_t k = 0; k < n; ++k) {                             // both were added to what was there
    EXPECT_NEAR((swept[k] - 0.5F) / -2, run[k] - 0.5F, 1e-5F) << k;
  }
  EXPECT_EQ(step.sweep(fused_image, net.data_ptr<float>(), everything<float>(), false), value);
}

TEST(FusedStep, ABaseIsAddedPointByPoint) {
  const at::Tensor image = imageOf(1), net = netOf(at::kFloat);
  const at::Tensor part = (net * 0.25).contiguous(), rest = (net * 0.75).contiguous();
  FusedStep<float> whole = stepOf<float>(20, 30, true), based = stepOf<float>(20, 30, true);
  using Part = FusedStep<float>::Part;
  for (const Part which : {Part::surface, Part::alongU, Part::alongV}) {
    std::vector<float> base(2 * based.size());
    whole.expand(which, rest.data_ptr<float>(), base.data());
    based.setBase(which, base);
  }
  const FusedImage<float> fused_image{viewOf(image)};
  const auto n = static_cast<std::size_t>(net.numel());
  std::vector<float> gradient(n), truth(n);
  const double value = based.run(fused_image, part.data_ptr<float>(), everything<float>(), gradient.data());
  EXPECT_NEAR(value, whole.run(fused_image, net.data_ptr<float>(), everything<float>(), truth.data()), 1e-4 * value);
  const float largest = std::abs(*std::max_element(truth.begin(), truth.end()));
  for (std::size_t k = 0; k < n; ++k) {
    EXPECT_NEAR(gradient[k], truth[k], 1e-3F * largest);
  }
}

TEST(FusedStep, BandsComeInOrderAndCoverTheLatticeOnce) {
  const at::Tensor image = imageOf(3), net = netOf(at::kFloat);
  FusedStep<float> step = stepOf<float>(90, 50);
  std::size_t next = 0;
  std::vector<float> gradient(static_cast<std::size_t>(net.numel()));
  const auto term = [&](const FusedBand<float>& band) {
    EXPECT_EQ(band.first, next);
    EXPECT_EQ(band.count % 50, 0U);
    EXPECT_EQ(band.channels, 3);
    EXPECT_EQ(band.along_u, nullptr);
    EXPECT_EQ(band.d_along_v, nullptr);
    next += band.count;
    std::fill(band.d_at, band.d_at + 2 * band.count, 0.0F);
    return 1.0;
  };
  EXPECT_GT(step.run(FusedImage<float>{viewOf(image)}, net.data_ptr<float>(), term, gradient.data()), 5.0);
  EXPECT_EQ(next, step.size());
}

TEST(FusedStep, WithoutAGradientNoDerivativeIsMade) {
  const at::Tensor image = imageOf(1), net = netOf(at::kFloat);
  FusedStep<float> step = stepOf<float>(10, 10);
  std::vector<float> gradient(static_cast<std::size_t>(net.numel()));
  bool wanted = false;
  float steepest = 0;
  const auto term = [&](const FusedBand<float>& band) {
    wanted = band.gradient_wanted;
    steepest = *std::max_element(band.d_dx, band.d_dx + band.count);
    std::fill(band.d_at, band.d_at + 2 * band.count, 0.0F);
    return 0.0;
  };
  const FusedImage<float> fused_image{viewOf(image)};
  step.run(fused_image, net.data_ptr<float>(), term, gradient.data());
  EXPECT_TRUE(wanted);
  EXPECT_GT(steepest, 0);
  step.run(fused_image, net.data_ptr<float>(), term, nullptr);
  EXPECT_FALSE(wanted);
  EXPECT_EQ(steepest, 0);
}

TEST(FusedStep, AllocatesNothingOnceItHasRun) {
  const at::Tensor image = imageOf(1), net = netOf(at::kFloat);
  FusedStep<float> step = stepOf<float>(128, 192);
  std::vector<float> gradient(static_cast<std::size_t>(net.numel()));
  const FusedImage<float> fused_image{viewOf(image)};
  step.run(fused_image, net.data_ptr<float>(), squares<float, 1>(), gradient.data());
  const platen::test::AllocationMeter meter;
  step.run(fused_image, net.data_ptr<float>(), squares<float, 1>(), gradient.data());
  EXPECT_EQ(meter.largestHeapBlock(), 0);
  EXPECT_EQ(meter.tensorBytes(), 0);
}

TEST(FusedStep, WhatDoesNotFitIsRefused) {
  const auto lattice = [](int rows, int cols) {
    return SplineLattice<float>({kShape.cols, latticePositions(cols)}, {kShape.rows, latticePositions(rows)});
  };
  EXPECT_THROW(FusedStep<float>(lattice(8, 9), lattice(9, 8)), std::invalid_argument);
  FusedStep<float> step(lattice(8, 9));
  using Part = FusedStep<float>::Part;
  EXPECT_THROW(step.setBase(Part::surface, std::vector<float>(8 * 9)), std::invalid_argument);
  EXPECT_THROW(step.setBase(Part::alongU, std::vector<float>(2 * 8 * 9)), std::invalid_argument);
  std::vector<float> gradient(kShape.size());
  EXPECT_THROW(step.pullBack(1, gradient.data()), std::logic_error);
}

TEST(FusedValue, ComposesWithOtherTerms) {
  const at::Tensor image = imageOf(1);
  FusedStep<double> step = stepOf<double>(20, 20);
  const FusedImage<double> fused_image{viewOf(image)};
  const at::Tensor net = netOf(at::kDouble).requires_grad_(true);
  (fusedValue(net, step, fused_image, squares<double, 1>()) * 3 + net.square().sum()).backward();
  const at::Tensor both = net.grad().clone();
  net.mutable_grad() = at::Tensor();
  fusedValue(net, step, fused_image, squares<double, 1>()).backward();
  EXPECT_LT((both - 3 * net.grad() - 2 * net.detach()).abs().max().item<double>(), 1e-9);
}

TEST(FusedValue, TorchsOptimisersTakeIt) {
  const at::Tensor image = smoothImage();
  FusedStep<double> step = stepOf<double>(20, 20);
  const FusedImage<double> fused_image{viewOfDoubles(image)};
  const at::Tensor net = (netOf(at::kDouble, 2.0) + 15).requires_grad_(true);
  torch::optim::Adam adam({net}, torch::optim::AdamOptions(0.5));
  double first = 0, last = 0;
  for (int k = 0; k < 40; ++k) {
    adam.zero_grad();
    const at::Tensor energy = fusedValue(net, step, fused_image, squares<double, 1>());
    energy.backward();
    adam.step();
    last = energy.item<double>();
    first = k == 0 ? last : first;
  }
  EXPECT_LT(last, 0.9 * first);
}

TEST(FusedValue, NoGraphWhereNoneIsWanted) {
  const at::Tensor image = imageOf(1);
  FusedStep<float> step = stepOf<float>(20, 20);
  bool wanted = true;
  const auto term = [&](const FusedBand<float>& band) {
    wanted = band.gradient_wanted;
    std::fill(band.d_at, band.d_at + 2 * band.count, 0.0F);
    return 1.0;
  };
  const FusedImage<float> fused_image{viewOf(image)};
  const at::Tensor net = netOf(at::kFloat).requires_grad_(true);
  EXPECT_TRUE(fusedValue(net, step, fused_image, term).requires_grad());
  EXPECT_TRUE(wanted);
  EXPECT_FALSE(fusedValue(net.detach(), step, fused_image, term).requires_grad());
  EXPECT_FALSE(wanted);
  const at::NoGradGuard guard;
  EXPECT_FALSE(fusedValue(net, step, fused_image, term).requires_grad());
}

TEST(FusedValue, TakesNetsOfAnyStrideAndRefusesOthersByName) {
  const at::Tensor image = imageOf(1);
  FusedStep<float> step = stepOf<float>(20, 20);
  const FusedImage<float> fused_image{viewOf(image)};
  const auto value = [&](const at::Tensor& net) { return fusedValue(net, step, fused_image, squares<float, 1>()); };
  const at::Tensor net = netOf(at::kFloat);
  const at::Tensor planar = net.permute({2, 0, 1}).contiguous().requires_grad_(true);
  const at::Tensor plain = net.clone().requires_grad_(true);
  value(planar.permute({1, 2, 0})).backward();
  value(plain).backward();
  EXPECT_TRUE(at::equal(planar.grad().permute({1, 2, 0}), plain.grad()));
  EXPECT_THROW(value(net.to(at::kDouble)), c10::Error);
  EXPECT_THROW(value(net.narrow(0, 0, 5)), c10::Error);
  EXPECT_THROW(value(at::Tensor()), c10::Error);
  EXPECT_THROW(value(plain).backward({}, /*retain_graph=*/true, /*create_graph=*/true), c10::Error);
}

}  // namespace
}  // namespace platen::sampling::test
