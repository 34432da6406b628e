// The two inner loops of the spline lattice, over contiguous rows that mix the same four; compiled for each instruction
// set and chosen once per process. Internal to core/sampling.
#pragma once

#include <cstddef>

namespace platen::sampling {

template <class Scalar>
struct SplineRowKernels {
  // out[r * width + k] = sum over a of w[4 r + a] * in[a * width + k], r < rows, k < width
  void (*mix)(const Scalar* w, int rows, const Scalar* in, std::size_t width, Scalar* out);
  // out[a * width + k] += w[4 r + a] * in[r * width + k], r = 0, 1, ...
  void (*spread)(const Scalar* w, int rows, const Scalar* in, std::size_t width, Scalar* out);
};

template <class Scalar>
const SplineRowKernels<Scalar>& splineRowKernels();

// Internal linkage on purpose: each instruction set has its own copies.
namespace {

template <class Scalar, int kRows>
inline void mixSome(const Scalar* __restrict w,
                    const Scalar* __restrict in,
                    std::size_t width,
                    Scalar* __restrict out) {
  for (std::size_t k = 0; k < width; ++k) {
    const Scalar in0 = in[k], in1 = in[width + k], in2 = in[2 * width + k], in3 = in[3 * width + k];
    for (int r = 0; r < kRows; ++r) {
      out[static_cast<std::size_t>(r) * width + k] =
          w[4 * r] * in0 + w[4 * r + 1] * in1 + w[4 * r + 2] * in2 + w[4 * r + 3] * in3;
    }
  }
}

template <class Scalar, int kRows>
inline void spreadSome(const Scalar* __restrict w,
                       const Scalar* __restrict in,
                       std::size_t width,
                       Scalar* __restrict out) {
  for (std::size_t k = 0; k < width; ++k) {
    Scalar sum0 = out[k], sum1 = out[width + k], sum2 = out[2 * width + k], sum3 = out[3 * width + k];
    for (int r = 0; r < kRows; ++r) {
      const Scalar g = in[static_cast<std::size_t>(r) * width + k];
      sum0 += w[4 * r] * g;
      sum1 += w[4 * r + 1] * g;
      sum2 += w[4 * r + 2] * g;
      sum3 += w[4 * r + 3] * g;
    }
    out[k] = sum0;
    out[width + k] = sum1;
    out[2 * width + k] = sum2;
    out[3 * width + k] = sum3;
  }
}

template <class Scalar>
[[maybe_unused]] void mixRows(const Scalar* w, int rows, const Scalar* in, std::size_t width, Scalar* out) {
  // Rows that are done together: what they share is loaded, and stored, once.
  constexpr int kTogether = 4;
  for (; rows >= kTogether; rows -= kTogether, w += 4 * kTogether, out += kTogether * width) {
    mixSome<Scalar, kTogether>(w, in, width, out);
  }
  for (; rows > 0; --rows, w += 4, out += width) {
    mixSome<Scalar, 1>(w, in, width, out);
  }
}

template <class Scalar>
[[maybe_unused]] void spreadRows(const Scalar* w, int rows, const Scalar* in, std::size_t width, Scalar* out) {
  constexpr int kTogether = 4;
  for (; rows >= kTogether; rows -= kTogether, w += 4 * kTogether, in += kTogether * width) {
    spreadSome<Scalar, kTogether>(w, in, width, out);
  }
  for (; rows > 0; --rows, w += 4, in += width) {
    spreadSome<Scalar, 1>(w, in, width, out);
  }
}

}  // namespace

#ifdef PLATEN_SAMPLING_X86
extern const SplineRowKernels<float> kSplineRowsAvx2;
extern const SplineRowKernels<double> kSplineRowsAvx2F64;
extern const SplineRowKernels<float> kSplineRowsAvx512;
extern const SplineRowKernels<double> kSplineRowsAvx512F64;
#endif

}  // namespace platen::sampling
