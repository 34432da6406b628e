// Two forms that round alike: with four floats in a register (GCC's and Clang's vectors, which any processor has or
// mimics), two columns or two controls are done at a time; doubles one after the other.
#include "core/sampling/spline_columns.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace platen::sampling {

namespace {

using Four = float __attribute__((vector_size(16)));

Four fourOf(const float* from) {
  Four four;
  __builtin_memcpy(&four, from, sizeof four);
  return four;
}

// (x, y) of two points side by side.
Four pairsOf(const float* first, const float* second) {
  using Two = float __attribute__((vector_size(8)));
  Two left, right;
  __builtin_memcpy(&left, first, sizeof left);
  __builtin_memcpy(&right, second, sizeof right);
  return __builtin_shufflevector(left, right, 0, 1, 2, 3);
}

}  // namespace

template <class Scalar>
void mixControls(const SplineAxis<Scalar>& axis, const Scalar* controls, int rows, Scalar* out) {
  const std::ptrdiff_t controls_width = 2 * (static_cast<std::ptrdiff_t>(axis.cells) + 3);
  const auto width = static_cast<std::ptrdiff_t>(2 * axis.count());
  std::size_t j = 0;
  if constexpr (std::is_same_v<Scalar, float>) {
    for (; j + 2 <= axis.count(); j += 2, out += 4) {
      const Four w = fourOf(&axis.weights[4 * j]), v = fourOf(&axis.weights[4 * j + 4]);
      const Four w0 = __builtin_shufflevector(w, v, 0, 0, 4, 4), w1 = __builtin_shufflevector(w, v, 1, 1, 5, 5);
      const Four w2 = __builtin_shufflevector(w, v, 2, 2, 6, 6), w3 = __builtin_shufflevector(w, v, 3, 3, 7, 7);
      for (int row = 0; row < rows; ++row) {
        const float* c = controls + row * controls_width + 2 * static_cast<std::ptrdiff_t>(axis.first[j]);
        const float* d = controls + row * controls_width + 2 * static_cast<std::ptrdiff_t>(axis.first[j + 1]);
        const Four mixed =
            w0 * pairsOf(c, d) + w1 * pairsOf(c + 2, d + 2) + w2 * pairsOf(c + 4, d + 4) + w3 * pairsOf(c + 6, d + 6);
        __builtin_memcpy(out + row * width, &mixed, sizeof mixed);
      }
    }
  }
  for (; j < axis.count(); ++j, out += 2) {
    const Scalar* w = &axis.weights[4 * j];
    for (int row = 0; row < rows; ++row) {
      const Scalar* c = controls + row * controls_width + 2 * static_cast<std::ptrdiff_t>(axis.first[j]);
      Scalar* to = out + row * width;
      to[0] = w[0] * c[0] + w[1] * c[2] + w[2] * c[4] + w[3] * c[6];
      to[1] = w[0] * c[1] + w[1] * c[3] + w[2] * c[5] + w[3] * c[7];
    }
  }
}

namespace {

void spreadFloats(const SplineAxis<float>& axis, const float* g, float* grad_controls) {
  // The sums of the controls that the next cell has, too, stay in registers: what was just written is slow to read.
  std::size_t j = 0;
  while (j < axis.count()) {
    float* c = grad_controls + 2 * static_cast<std::ptrdiff_t>(axis.first[j]);
    Four low = fourOf(c), high = fourOf(c + 4);
    for (std::int32_t first = axis.first[j];; ++first, c += 2) {
      Four low_sum{}, high_sum{};
      for (; j < axis.count() && axis.first[j] == first; ++j, g += 2) {
        const Four w = fourOf(&axis.weights[4 * j]);
        const Four both = pairsOf(g, g);
        low_sum += __builtin_shufflevector(w, w, 0, 0, 1, 1) * both;
        high_sum += __builtin_shufflevector(w, w, 2, 2, 3, 3) * both;
      }
      low += low_sum;
      high += high_sum;
      if (j == axis.count() || axis.first[j] != first + 1) {
        break;
      }
      __builtin_memcpy(c, &low, sizeof low / 2);
      low = __builtin_shufflevector(low, high, 2, 3, 4, 5);
      high = __builtin_shufflevector(high, pairsOf(c + 8, c + 8), 2, 3, 4, 5);
    }
    __builtin_memcpy(c, &low, sizeof low);
    __builtin_memcpy(c + 4, &high, sizeof high);
  }
}

}  // namespace

template <class Scalar>
void spreadToControls(const SplineAxis<Scalar>& axis, const Scalar* grad_row, Scalar* grad_controls) {
  if constexpr (std::is_same_v<Scalar, float>) {
    spreadFloats(axis, grad_row, grad_controls);
    return;
  }
  const Scalar* g = grad_row;
  // Neighbouring columns lie in the same cell: summed in registers, written once a cell.
  for (std::size_t j = 0; j < axis.count();) {
    const std::int32_t first = axis.first[j];
    Scalar sum[8] = {};
    for (; j < axis.count() && axis.first[j] == first; ++j, g += 2) {
      const Scalar* w = &axis.weights[4 * j];
      for (std::size_t b = 0; b < 4; ++b) {
        sum[2 * b] += w[b] * g[0];
        sum[2 * b + 1] += w[b] * g[1];
      }
    }
    Scalar* c = grad_controls + 2 * static_cast<std::ptrdiff_t>(first);
    for (int k = 0; k < 8; ++k) {
      c[k] += sum[k];
    }
  }
}

template void mixControls(const SplineAxis<float>&, const float*, int, float*);
template void mixControls(const SplineAxis<double>&, const double*, int, double*);
template void spreadToControls(const SplineAxis<float>&, const float*, float*);
template void spreadToControls(const SplineAxis<double>&, const double*, double*);

}  // namespace platen::sampling
