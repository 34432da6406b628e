// Adam's rate over the steps of one level: from the first one down to a tenth of it, along half a cosine.
#pragma once

#include <cmath>
#include <numbers>

namespace platen::optim {

inline double cosineRate(double first, int step, int steps) {
  const double t = steps > 1 ? static_cast<double>(step) / (steps - 1) : 1.0;
  return first * (0.1 + 0.45 * (1 + std::cos(std::numbers::pi * t)));
}

}  // namespace platen::optim
