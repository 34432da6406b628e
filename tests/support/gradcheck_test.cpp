// The checker must reject what it is there to reject.
#include "tests/support/gradcheck.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace platen::test {
namespace {

// Bilinear in pairs of inputs, as a sampler is within its cells: central differences are exact but for rounding.
double function(const std::vector<double>& x) {
  double sum = 0;
  for (std::size_t k = 0; k + 1 < x.size(); k += 2) {
    const auto weight = static_cast<double>(k % 7) - 2.5;
    sum += weight * (1 + 2 * x[k] - 3 * x[k + 1] + 0.7 * x[k] * x[k + 1]);
  }
  return sum;
}

std::vector<double> gradientOf(const std::vector<double>& x) {
  std::vector<double> g(x.size());
  for (std::size_t k = 0; k + 1 < x.size(); k += 2) {
    const auto weight = static_cast<double>(k % 7) - 2.5;
    g[k] = weight * (2 + 0.7 * x[k + 1]);
    g[k + 1] = weight * (-3 + 0.7 * x[k]);
  }
  return g;
}

class Gradcheck : public ::testing::Test {
 protected:
  std::vector<double> inputs = probePositions(100, 20, 10, 0, 0.05, 7);
  std::vector<double> gradient = gradientOf(inputs);
};

TEST_F(Gradcheck, AcceptsTheTruth) {
  const GradcheckResult result = checkGradient(function, inputs, gradient);
  EXPECT_TRUE(result.passed) << result.report;
  EXPECT_LT(result.worst, 1e-10);
}

TEST_F(Gradcheck, RejectsOneWrongDerivative) {
  gradient[37] += 1e-6;
  const GradcheckResult result = checkGradient(function, inputs, gradient);
  EXPECT_FALSE(result.passed);
  EXPECT_EQ(result.worst_index, 37U);
  EXPECT_NE(result.report.find("input 37"), std::string::npos) << result.report;
}

TEST_F(Gradcheck, RejectsAWrongSign) {
  gradient[12] = -gradient[12];
  EXPECT_FALSE(checkGradient(function, inputs, gradient).passed);
}

TEST_F(Gradcheck, RejectsAFactorTooSmallForTheElementTolerance) {
  GradcheckOptions loose;
  loose.tolerance = 1e-3;
  loose.bias_tolerance = 1e-6;
  for (double& g : gradient) {
    g *= 1 - 1e-5;
  }
  const GradcheckResult result = checkGradient(function, inputs, gradient, loose);
  EXPECT_LT(result.worst, loose.tolerance);
  EXPECT_LT(result.bias, -loose.bias_tolerance);
  EXPECT_FALSE(result.passed);
}

TEST_F(Gradcheck, RejectsAnOffsetTooSmallForTheElementTolerance) {
  GradcheckOptions loose;
  loose.tolerance = 1e-3;
  loose.bias_tolerance = 1e-6;
  for (double& g : gradient) {
    g += 1e-4;
  }
  const GradcheckResult result = checkGradient(function, inputs, gradient, loose);
  EXPECT_LT(result.worst, loose.tolerance);
  EXPECT_GT(result.offset, loose.bias_tolerance);
  EXPECT_FALSE(result.passed);
}

TEST_F(Gradcheck, RejectsNaN) {
  gradient[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(checkGradient(function, inputs, gradient).passed);
}

TEST_F(Gradcheck, RefusesMismatchedSizes) {
  gradient.pop_back();
  EXPECT_THROW(checkGradient(function, inputs, gradient), std::invalid_argument);
}

TEST(ProbePositions, StayOffCentresAndCoverTheImageAndItsSurroundings) {
  const std::vector<double> positions = probePositions(2000, 6, 3, 2, 0.05, 1);
  double least = 1e9, most = -1e9;
  for (std::size_t k = 0; k < positions.size(); ++k) {
    const double index = positions[k] - 0.5;
    ASSERT_GE(std::abs(index - std::round(index)), 0.05);
    if (k % 2 == 0) {
      least = std::min(least, positions[k]);
      most = std::max(most, positions[k]);
    }
  }
  EXPECT_LT(least, -1.8);
  EXPECT_GT(most, 7.8);
  EXPECT_EQ(positions, probePositions(2000, 6, 3, 2, 0.05, 1));
  EXPECT_NE(positions, probePositions(2000, 6, 3, 2, 0.05, 2));
}

}  // namespace
}  // namespace platen::test
