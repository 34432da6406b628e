// The spline through autograd: gradients, agreement with the raw form, refusals, and a whole step with the sampler.
#include "core/sampling/spline_expand.h"

#include "core/sampling/bilinear.h"
#include "core/sampling/spline_grid.h"
#include "tests/support/gradcheck.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

using platen::test::checkGradient;
using platen::test::GradcheckOptions;
using platen::test::GradcheckResult;

std::vector<double> toVector(const at::Tensor& tensor) {
  const at::Tensor flat = tensor.to(at::kDouble).contiguous();
  return {flat.data_ptr<double>(), flat.data_ptr<double>() + flat.numel()};
}

at::Tensor toTensor(const std::vector<double>& numbers, at::IntArrayRef shape) {
  at::Tensor tensor = at::empty(shape, at::kDouble);
  std::copy(numbers.begin(), numbers.end(), tensor.data_ptr<double>());
  return tensor;
}

TEST(ExpandSpline, GradientsOfLatticeAndPoints) {
  at::manual_seed(91);
  const at::Tensor start = at::rand({6, 7, 2}, at::kDouble);
  const at::Tensor u = at::linspace(0, 1, 9, at::kDouble), v = at::linspace(-0.1, 1.1, 5, at::kDouble);
  const at::Tensor points = at::rand({4, 6, 2}, at::kDouble);
  const at::Tensor lattice_weights = at::randn({5, 9, 2}, at::kDouble),
                   point_weights = at::randn({4, 6, 2}, at::kDouble);
  const auto energy = [&](const at::Tensor& net) {
    return (expandSpline(net, u, v) * lattice_weights).sum() + (expandSplineAt(net, points) * point_weights).sum();
  };
  const at::Tensor net = start.clone().requires_grad_(true);
  energy(net).backward();
  const GradcheckResult result = checkGradient(
      [&](const std::vector<double>& controls) { return energy(toTensor(controls, start.sizes())).item<double>(); },
      toVector(start), toVector(net.grad()));
  EXPECT_TRUE(result.passed) << result.report;
}

TEST(ExpandSpline, EqualsTheRawForm) {
  at::manual_seed(92);
  const at::Tensor net = at::rand({2, 8, 9}, at::kFloat).permute({1, 2, 0});  // [8, 9, 2], not contiguous
  const at::Tensor u = at::linspace(0, 1, 12), v = at::linspace(0, 1, 10);
  const at::Tensor out = expandSpline(net, u, v);
  const auto positions_u = toVector(u), positions_v = toVector(v);
  SplineLattice<float> lattice({6, positions_u}, {5, positions_v});
  at::Tensor raw = at::empty({10, 12, 2});
  lattice.expand(net.contiguous().data_ptr<float>(), raw.data_ptr<float>());
  EXPECT_TRUE(at::equal(out, raw));
  const at::Tensor vv = v.unsqueeze(1).expand({10, 12}), uu = u.unsqueeze(0).expand({10, 12});
  EXPECT_TRUE(at::allclose(expandSplineAt(net, at::stack({uu, vv}, -1)), out, 1e-5, 1e-6));
}

TEST(ExpandSpline, RefusesAndSaysWhatItGot) {
  const at::Tensor u = at::linspace(0, 1, 5);
  const auto refusal = [&](const at::Tensor& net, const at::Tensor& at_u) -> std::string {
    try {
      expandSpline(net, at_u, u);
    } catch (const c10::Error& error) {
      return error.what_without_backtrace();
    }
    return "accepted";
  };
  EXPECT_NE(refusal(at::rand({3, 6, 2}), u).find("[3, 6, 2]"), std::string::npos);
  EXPECT_NE(refusal(at::rand({6, 6, 3}), u).find("[6, 6, 3]"), std::string::npos);
  EXPECT_NE(refusal(at::zeros({6, 6, 2}, at::kLong), u).find("Long"), std::string::npos);
  EXPECT_NE(refusal(at::rand({6, 6, 2}), at::rand({4, 4})).find("[4, 4]"), std::string::npos);
  EXPECT_NE(refusal(at::rand({6, 6, 2}), at::rand({4}).requires_grad_(true)).find("requires_grad"), std::string::npos);
  EXPECT_EQ(refusal(at::rand({6, 6, 2}), u), "accepted");
}

TEST(ExpandSpline, AWholeStepHasTheRightGradient) {
  at::manual_seed(93);
  // Smooth image; a lattice whose positions stay well off pixel centres, so that no probe crosses a kink.
  const at::Tensor image = at::randint(0, 256, {30, 40}, at::kByte);
  const at::Tensor u = at::linspace(0.06, 0.94, 4, at::kDouble), v = at::linspace(0.1, 0.9, 3, at::kDouble);
  at::Tensor start = at::empty({5, 6, 2}, at::kDouble);
  for (int a = 0; a < 5; ++a) {
    for (int b = 0; b < 6; ++b) {
      start[a][b][0] = 20 + 11.3 * (b - 2.5);
      start[a][b][1] = 15 + 9.7 * (a - 2.0);
    }
  }
  const at::Tensor positions = expandSpline(start, u, v) - 0.5;
  ASSERT_GT((positions - positions.round()).abs().min().item<double>(), 1e-3) << "the test's lattice sits on a kink";
  const auto energy = [&](const at::Tensor& net) {
    return sampleBilinear(image, expandSpline(net, u, v)).square().sum() / (255 * 255);
  };
  const at::Tensor net = start.clone().requires_grad_(true);
  energy(net).backward();
  GradcheckOptions options;
  options.step = 1e-4;
  options.tolerance = 1e-7;
  options.bias_tolerance = 1e-8;
  const GradcheckResult result = checkGradient(
      [&](const std::vector<double>& controls) { return energy(toTensor(controls, start.sizes())).item<double>(); },
      toVector(start), toVector(net.grad()), options);
  EXPECT_TRUE(result.passed) << result.report;
}

}  // namespace
}  // namespace platen::sampling::test
