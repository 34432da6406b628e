#include "tests/support/gradcheck.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <stdexcept>

namespace platen::test {

GradcheckResult checkGradient(const std::function<double(const std::vector<double>&)>& function,
                              const std::vector<double>& inputs,
                              const std::vector<double>& gradient,
                              const GradcheckOptions& options) {
  if (inputs.empty() || gradient.size() != inputs.size()) {
    throw std::invalid_argument("checkGradient: as many gradient elements as inputs, at least one");
  }
  std::vector<double> expected(inputs.size());
  std::vector<double> moved = inputs;
  double square = 0;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    moved[k] = inputs[k] + options.step;
    const double after = function(moved);
    const double right = moved[k];
    moved[k] = inputs[k] - options.step;
    const double before = function(moved);
    expected[k] = (after - before) / (right - moved[k]);
    moved[k] = inputs[k];
    square += expected[k] * expected[k];
  }
  const auto count = static_cast<double>(inputs.size());
  const double scale = std::max(std::sqrt(square / count), std::numeric_limits<double>::min());
  GradcheckResult result;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const double error = (gradient[k] - expected[k]) / scale;
    const double size = std::isfinite(error) ? std::abs(error) : std::numeric_limits<double>::infinity();
    if (size > result.worst) {
      result.worst = size;
      result.worst_index = k;
    }
    result.bias += (expected[k] > 0 ? error : expected[k] < 0 ? -error : 0) / count;
    result.offset += error / count;
  }
  result.passed = result.worst <= options.tolerance && std::abs(result.bias) <= options.bias_tolerance &&
                  std::abs(result.offset) <= options.bias_tolerance;
  std::ostringstream text;
  text << "worst relative error " << result.worst << " at input " << result.worst_index << " (claimed "
       << gradient[result.worst_index] << ", measured " << expected[result.worst_index] << "), bias " << result.bias
       << ", offset " << result.offset;
  result.report = text.str();
  return result;
}

std::vector<double> probePositions(
    std::size_t n, std::int64_t width, std::int64_t height, double beyond, double margin, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto uniform = [&engine] { return static_cast<double>(engine() >> 11) * 0x1p-53; };
  const auto coordinate = [&](std::int64_t size) {
    for (;;) {
      const double x = -beyond + uniform() * (static_cast<double>(size) + 2 * beyond);
      const double index = x - 0.5;
      if (std::abs(index - std::round(index)) >= margin) {
        return x;
      }
    }
  };
  std::vector<double> positions(2 * n);
  for (std::size_t k = 0; k < n; ++k) {
    positions[2 * k] = coordinate(width);
    positions[2 * k + 1] = coordinate(height);
  }
  return positions;
}

}  // namespace platen::test
