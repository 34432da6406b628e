// The two inner loops of the spline lattice, over one contiguous row; compiled for each instruction set and chosen once
// per process. Internal to core/sampling.
#pragma once

#include <cstddef>

namespace platen::sampling {

template <class Scalar>
struct SplineRowKernels {
  // out[k] = sum over a of w[a] * in[a * width + k], k < width
  void (*mix)(const Scalar* w, const Scalar* in, std::size_t width, Scalar* out);
  // out[a * width + k] += w[a] * in[k]
  void (*spread)(const Scalar* w, const Scalar* in, std::size_t width, Scalar* out);
};

template <class Scalar>
const SplineRowKernels<Scalar>& splineRowKernels();

// Internal linkage on purpose: each instruction set has its own copies.
namespace {

template <class Scalar>
[[maybe_unused]] void mixRows(const Scalar* __restrict w,
                              const Scalar* __restrict in,
                              std::size_t width,
                              Scalar* __restrict out) {
  const Scalar w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];
  for (std::size_t k = 0; k < width; ++k) {
    out[k] = w0 * in[k] + w1 * in[width + k] + w2 * in[2 * width + k] + w3 * in[3 * width + k];
  }
}

template <class Scalar>
[[maybe_unused]] void spreadRow(const Scalar* __restrict w,
                                const Scalar* __restrict in,
                                std::size_t width,
                                Scalar* __restrict out) {
  Scalar* __restrict out1 = out + width;
  Scalar* __restrict out2 = out + 2 * width;
  Scalar* __restrict out3 = out + 3 * width;
  const Scalar w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];
  for (std::size_t k = 0; k < width; ++k) {
    const Scalar g = in[k];
    out[k] += w0 * g;
    out1[k] += w1 * g;
    out2[k] += w2 * g;
    out3[k] += w3 * g;
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
