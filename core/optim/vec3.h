// Vectors of space: sums of products, nothing more.
#pragma once

#include <array>

namespace platen::optim {

using Vec3 = std::array<double, 3>;

inline double dot3(const Vec3& a, const Vec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vec3 cross3(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace platen::optim
