#include "core/form_cues.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>

namespace platen {

Homography inverse(const Homography& h) {
  const auto& m = h.m;
  Homography r;
  r.m = {m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
         m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
         m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
  const double determinant = m[0] * r.m[0] + m[1] * r.m[3] + m[2] * r.m[6];
  if (!(std::abs(determinant) > std::numeric_limits<double>::min())) {
    throw std::invalid_argument("inverse: the homography is singular");
  }
  for (double& value : r.m) {
    value /= determinant;
  }
  return r;
}

Homography product(const Homography& a, const Homography& b) {
  Homography r;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      r.m[3 * i + j] = a.m[3 * i] * b.m[j] + a.m[3 * i + 1] * b.m[3 + j] + a.m[3 * i + 2] * b.m[6 + j];
    }
  }
  return r;
}

}  // namespace platen
