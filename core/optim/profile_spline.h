// The spline of a sheet's tangent angle: uniform cubic, K values over [-1, 1], constant beyond.
#pragma once

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
ProfileWeights profileWeights(double x, std::size_t k);

// Of the controls `values`, with at.weight: the spline's value; with at.slope: its derivative.
double weightedSum(const ProfileWeights& at, const std::vector<double>& values, const std::array<double, 4>& weights);

}  // namespace platen::optim
