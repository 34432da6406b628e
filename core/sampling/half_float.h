// 16-bit floats (IEEE binary16) as images hold them, and their exact conversion in plain C++; the vector loops have
// instructions for it. No arithmetic on subnormals, so that a processor set to flush them gives the same.
#pragma once

#include <cstdint>
#include <type_traits>

namespace platen::sampling {

struct Half {
  std::uint16_t bits;
};

[[gnu::always_inline]] inline float floatOf(Half half) {
  const std::uint32_t magnitude = half.bits & 0x7fffU;
  const std::uint32_t mantissa = half.bits & 0x03ffU;
  // The exponent's bias grows from 15 to 127; infinity and NaN have all of its bits.
  const std::uint32_t exponent = magnitude >= 0x7c00U ? 0x7f800000U : (magnitude & 0x7c00U) * 0x2000U + 0x38000000U;
  const float normal = __builtin_bit_cast(float, exponent | mantissa * 0x2000U);
  const float value = magnitude < 0x0400U ? static_cast<float>(mantissa) * 0x1p-24F : normal;
  return (half.bits & 0x8000U) != 0 ? -value : value;
}

// A pixel of any kind as a number.
template <class Real, class Pixel>
[[gnu::always_inline]] inline Real numberOf(Pixel pixel) {
  if constexpr (std::is_same_v<Pixel, Half>) {
    return static_cast<Real>(floatOf(pixel));
  } else {
    return static_cast<Real>(pixel);
  }
}

}  // namespace platen::sampling
