// The spline of a sheet's tangent angle: uniform cubic, K values over [-1, 1], constant beyond. In the header, for the
// sheets' tables ask for it at every node, most of them for the weights alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace platen::optim {

// Value, and weights of the four controls, of a uniform cubic B-spline with K - 3 spans over [-1, 1] at x (clamped).
struct ProfileWeights {
  std::size_t first = 0;
  std::array<double, 4> weight{1, 0, 0, 0};
  std::array<double, 4> slope{};  // d weight / dx; zero outside
  std::size_t count = 1;
};

// k = 1 (a constant) or at least 4.
inline ProfileWeights profileWeights(double x, std::size_t k) {
  ProfileWeights at;
  if (k == 1) {
    return at;
  }
  const auto spans = static_cast<double>(k - 3);
  const bool inside = x > -1 && x < 1;
  const double position = std::clamp((x + 1) / 2, 0.0, 1.0) * spans;
  at.first = std::min(static_cast<std::size_t>(position), k - 4);
  const double t = position - static_cast<double>(at.first);
  const double r = 1 - t;
  at.weight = {r * r * r / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * r * r * r - 6 * r * r + 4) / 6, t * t * t / 6};
  if (inside) {
    at.slope = {-r * r / 2, (3 * t * t - 4 * t) / 2, (4 * r - 3 * r * r) / 2, t * t / 2};
    for (double& slope : at.slope) {
      slope *= spans / 2;
    }
  }
  at.count = 4;
  return at;
}

// Of the controls `values`, with at.weight: the spline's value; with at.slope: its derivative.
inline double weightedSum(const ProfileWeights& at,
                          const std::vector<double>& values,
                          const std::array<double, 4>& weights) {
  double sum = 0;
  for (std::size_t a = 0; a < at.count; ++a) {
    sum += weights[a] * values[at.first + a];
  }
  return sum;
}

}  // namespace platen::optim
