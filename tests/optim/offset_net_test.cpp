// The offset net: reproduces polynomials, refines exactly, and its weights' slopes are derivatives.
#include "core/optim/offset_net.h"

#include <random>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

OffsetNet randomNet(NetShape shape) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(-3, 3);
  OffsetNet net = OffsetNet::zero(shape);
  for (double& c : net.controls) {
    c = uniform(generator);
  }
  return net;
}

TEST(OffsetNet, refinementKeepsTheSurface) {
  const OffsetNet net = randomNet({4, 5});
  const OffsetNet fine = refined(net);
  EXPECT_EQ(fine.shape, (NetShape{8, 10}));
  for (int i = 0; i <= 23; ++i) {
    for (int j = 0; j <= 17; ++j) {
      const Vec2 uv{j / 17.0, i / 23.0};
      EXPECT_LT(norm(offsetAt(net, uv) - offsetAt(fine, uv)), 1e-12);
    }
  }
}

TEST(OffsetNet, affineControlsGiveAnAffineSurfaceBeyondTheBorderToo) {
  OffsetNet net = OffsetNet::zero({6, 3});
  for (int i = 0; i < net.shape.rows(); ++i) {
    for (int j = 0; j < net.shape.cols(); ++j) {
      const double u = (j - 1.0) / net.shape.spans_u;
      const double v = (i - 1.0) / net.shape.spans_v;
      const auto k = 2 * static_cast<std::size_t>(i * net.shape.cols() + j);
      net.controls[k] = 2 * u - v + 1;
      net.controls[k + 1] = 0.5 * u + 3 * v;
    }
  }
  for (const Vec2 uv : {Vec2{0, 0}, Vec2{1, 1}, Vec2{0.37, 0.81}, Vec2{-0.02, 1.02}}) {
    const Vec2 offset = offsetAt(net, uv);
    EXPECT_NEAR(offset.x, 2 * uv.x - uv.y + 1, 1e-12);
    EXPECT_NEAR(offset.y, 0.5 * uv.x + 3 * uv.y, 1e-12);
  }
}

TEST(OffsetNet, farAndNotFiniteCoordinatesStayInTheNet) {
  for (const double t : {-1e300, 1e300, std::nan("")}) {
    const SplineWeights at = splineWeights(t, 5);
    EXPECT_GE(at.first, 0);
    EXPECT_LE(at.first, 4);
  }
}

TEST(OffsetNet, slopesAreDerivativesOfTheWeights) {
  for (const double t : {0.03, 0.45, 0.77}) {
    const SplineWeights up = splineWeights(t + 1e-6, 5);
    const SplineWeights down = splineWeights(t - 1e-6, 5);
    const SplineWeights at = splineWeights(t, 5);
    ASSERT_EQ(up.first, down.first);
    for (int k = 0; k < 4; ++k) {
      EXPECT_NEAR((up.value[k] - down.value[k]) / 2e-6, at.slope[k], 1e-7);
    }
  }
}

}  // namespace
}  // namespace platen::optim
