// The parameters of a sheet with another number of profile values.
#include "core/optim/sheet_parameters.h"

#include "core/optim/profile_spline.h"

#include <cstddef>
#include <vector>

namespace platen::optim {

SheetParameters SheetParameters::withBendSize(int k, const SheetFrame& /*frame*/) const {
  const auto size = static_cast<std::size_t>(k);
  if (k == static_cast<int>(bend.size())) {
    return *this;
  }
  SheetParameters result = *this;
  if (bend.size() == 1 || k == 1) {
    double mean = 0;
    for (const double value : bend) {
      mean += value / static_cast<double>(bend.size());
    }
    result.bend.assign(size, mean);
    return result;
  }
  // Least squares at 8 samples a span, normal equations with a trace of damping; both sizes are a handful.
  std::vector<double> normal(size * size, 0.0);
  std::vector<double> right(size, 0.0);
  const int samples = 8 * (k + static_cast<int>(bend.size()));
  for (int i = 0; i <= samples; ++i) {
    const double x = 2.0 * i / samples - 1;
    const ProfileWeights old_at = profileWeights(x, bend.size());
    const ProfileWeights new_at = profileWeights(x, size);
    const double value = weightedSum(old_at, bend, old_at.weight);
    for (std::size_t a = 0; a < new_at.count; ++a) {
      right[new_at.first + a] += new_at.weight[a] * value;
      for (std::size_t b = 0; b < new_at.count; ++b) {
        normal[(new_at.first + a) * size + new_at.first + b] += new_at.weight[a] * new_at.weight[b];
      }
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    normal[i * size + i] += 1e-9;
  }
  for (std::size_t i = 0; i < size; ++i) {  // Gauss: symmetric positive definite, no pivoting needed
    for (std::size_t j = i + 1; j < size; ++j) {
      const double factor = normal[j * size + i] / normal[i * size + i];
      for (std::size_t c = i; c < size; ++c) {
        normal[j * size + c] -= factor * normal[i * size + c];
      }
      right[j] -= factor * right[i];
    }
  }
  result.bend.assign(size, 0.0);
  for (std::size_t i = size; i-- > 0;) {
    double sum = right[i];
    for (std::size_t c = i + 1; c < size; ++c) {
      sum -= normal[i * size + c] * result.bend[c];
    }
    result.bend[i] = sum / normal[i * size + i];
  }
  return result;
}

}  // namespace platen::optim
