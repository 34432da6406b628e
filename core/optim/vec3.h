// Vectors of space: sums of products, nothing more.
#pragma once

#include <array>
#include <cstddef>

namespace platen::optim {

using Vec3 = std::array<double, 3>;

inline double dot3(const Vec3& a, const Vec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vec3 cross3(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double det3(const Vec3& a, const Vec3& b, const Vec3& c) {
  return dot3(a, cross3(b, c));
}
// Of a row-major 3 x 3 matrix.
inline Vec3 columnOf(const std::array<double, 9>& m, std::size_t c) {
  return {m[c], m[3 + c], m[6 + c]};
}

}  // namespace platen::optim
