#include "core/optim/levenberg_marquardt.h"

#include <cmath>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

// Rosenbrock as least squares: r = (10 (y - x^2), 1 - x), minimum 0 at (1, 1).
bool rosenbrock(const std::vector<double>& p, bool derivatives, NormalEquations& out) {
  const double r[2] = {10 * (p[1] - p[0] * p[0]), 1 - p[0]};
  out.cost = r[0] * r[0] + r[1] * r[1];
  if (derivatives) {
    const double j[2][2] = {{-20 * p[0], 10}, {-1, 0}};
    for (std::size_t a = 0; a < 2; ++a) {
      out.gradient[a] = j[0][a] * r[0] + j[1][a] * r[1];
      for (std::size_t b = 0; b < 2; ++b) {
        out.hessian[a * 2 + b] = j[0][a] * j[0][b] + j[1][a] * j[1][b];
      }
    }
  }
  return true;
}

TEST(LevenbergMarquardt, FindsTheMinimumOfACurvedValley) {
  LeastSquaresOptions options;
  options.max_steps = 200;
  options.tolerance = 1e-14;
  const LeastSquaresFit descent = minimise({-1.2, 1}, rosenbrock, options, {});
  EXPECT_TRUE(descent.converged);
  EXPECT_NEAR(descent.parameters[0], 1, 1e-5);
  EXPECT_NEAR(descent.parameters[1], 1, 1e-5);
}

TEST(LevenbergMarquardt, CostNeverRisesAndEveryHelpfulStepIsTold) {
  LeastSquaresOptions options;
  options.max_steps = 10;
  double last = 1e300;
  int told = 0;
  options.onStep = [&](const std::vector<double>&, double cost) {
    EXPECT_LT(cost, last);
    last = cost;
    ++told;
  };
  const LeastSquaresFit descent = minimise({-1.2, 1}, rosenbrock, options, {});
  EXPECT_GT(told, 3);
  EXPECT_LE(descent.steps, 10);
  EXPECT_EQ(descent.cost, last);
}

TEST(LevenbergMarquardt, AStopLeavesTheStart) {
  std::stop_source source;
  source.request_stop();
  const LeastSquaresFit descent = minimise({-1.2, 1}, rosenbrock, {}, source.get_token());
  EXPECT_TRUE(descent.stopped);
  EXPECT_EQ(descent.parameters, (std::vector<double>{-1.2, 1}));
}

TEST(LevenbergMarquardt, StaysInsideBounds) {
  const auto bounded = [](const std::vector<double>& p, bool derivatives, NormalEquations& out) {
    return p[0] < 0.5 && rosenbrock(p, derivatives, out);
  };
  LeastSquaresOptions options;
  options.max_steps = 100;
  const LeastSquaresFit descent = minimise({-1.2, 1}, bounded, options, {});
  EXPECT_LT(descent.parameters[0], 0.5);
  EXPECT_LT(descent.cost, 1.0);
}

// (x + y - 3)^2 + (x - y)^2 / 4 is smallest at (1.5, 1.5). With x at most 1 it is smallest at (1, 1.8), which is not
// where the step without bounds, cut off, would end.
TEST(LevenbergMarquardt, AParameterAtItsBoundDoesNotHoldUpTheOthers) {
  const Linearise valley = [](const std::vector<double>& p, bool derivatives, NormalEquations& out) {
    const double r[2] = {p[0] + p[1] - 3, (p[0] - p[1]) / 2};
    out.cost = r[0] * r[0] + r[1] * r[1];
    if (derivatives) {
      out.gradient = {r[0] + r[1] / 2, r[0] - r[1] / 2};
      out.hessian = {1.25, 0.75, 0.75, 1.25};
    }
    return true;
  };
  LeastSquaresOptions options;
  options.max_steps = 20;
  options.lower = {-5, -5};
  options.upper = {1, 5};
  // The free one from places where adding its step rounds, too.
  for (const double x : {-4.0, -2.15, -0.3, 0.0, 1.0}) {
    for (const double y : {0.0, 0.83, -1.7, 3.3}) {
      const LeastSquaresFit descent = minimise({x, y}, valley, options, {});
      EXPECT_NEAR(descent.parameters[0], 1, 1e-9) << x << ", " << y;
      EXPECT_NEAR(descent.parameters[1], 1.8, 1e-3) << x << ", " << y;
    }
  }
}

TEST(LevenbergMarquardt, AStartOutOfBoundsHasNoCostToBoastOf) {
  const auto nowhere = [](const std::vector<double>&, bool, NormalEquations&) { return false; };
  EXPECT_EQ(minimise({-1.2, 1}, nowhere, {}, {}).cost, std::numeric_limits<double>::infinity());
}

TEST(Cholesky, SolvesAndRefuses) {
  std::vector<double> b{1, 2, 3};
  ASSERT_TRUE(solveCholesky({4, 1, 0, 1, 3, 1, 0, 1, 2}, b));
  EXPECT_NEAR(4 * b[0] + b[1], 1, 1e-12);
  EXPECT_NEAR(b[0] + 3 * b[1] + b[2], 2, 1e-12);
  EXPECT_NEAR(b[1] + 2 * b[2], 3, 1e-12);
  std::vector<double> c{1, 1};
  EXPECT_FALSE(solveCholesky({1, 2, 2, 1}, c));
}

}  // namespace
}  // namespace platen::optim
