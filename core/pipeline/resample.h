// What colour is the photo at this point? Tap tables and the row kernels of the export: one call resamples a run of
// positions that lie well inside the photo, another one handles the border. Not for the fit: no derivatives here.
//
// Filters, on the distance t of a tap: bilinear 1 - |t|; bicubic by R. Keys, Cubic Convolution Interpolation for
// Digital Image Processing (IEEE ASSP 29, 1981), with a = -1/2, the only value that reproduces quadratics (third order;
// the sharper -3/4 rings at text edges); Lanczos-3 sinc(t) sinc(t/3), normalised.
//
// u8: weights of 14 bits, sums of tap pairs kept with 6 fractional bits, so that every step fits 16 x 16 -> 32 bit
// multiply-adds and each instruction set gives the same bytes. u16: float, in a fixed order and without contraction.
#pragma once

#include "core/image.h"
#include "core/options.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace platen::pipeline {

inline constexpr int kWeightBits = 14;
inline constexpr int kPairShift = 8;  // a pair's sum drops to 8 + 14 - 8 = 14 bits and keeps 6 below the point

// Weights for each phase (fraction of a pixel). `taps` is even; tap k sits at floor(x) - (taps / 2 - 1) + k.
struct TapTable {
  int taps = 2;
  int phase_bits = 10;
  std::vector<std::int16_t> fixed;  // [phase][tap], each phase sums to 1 << kWeightBits
  std::vector<float> real;          // the same, unrounded, for u16

  [[nodiscard]] int before() const { return taps / 2 - 1; }
};

// Phases of 1/1024 px for u8 (a table that stays in L1), 1/4096 px for u16.
TapTable tapTable(Filter filter, PixelType type);

struct SourceView {
  const std::byte* pixels = nullptr;
  std::ptrdiff_t stride = 0;  // bytes
  int width = 0, height = 0;
};

// Whether a position (as below, at `phase_bits`) lies more than half a pixel outside the photo.
inline bool isBeyond(const SourceView& source, int phase_bits, std::int32_t x, std::int32_t y) {
  const std::int32_t pixel = 1 << phase_bits;
  return x < -pixel || x > source.width * pixel || y < -pixel || y > source.height * pixel;
}

// Positions are array coordinates (source pixels minus 0.5, so pixel centres are whole) in units of 1 / 2^phase_bits.
// `out` receives n pixels. The plain form demands that all taps of every position lie inside, and kReadAhead pixels to
// their right: kernels load whole vectors.
using ResampleRow = void (*)(
    const SourceView& source, const TapTable& taps, const std::int32_t* x, const std::int32_t* y, int n, void* out);
inline constexpr int kReadAhead = 3;

// The fastest kernel of this machine for the combination; `portable` asks for the plain C++ one (tests compare them).
ResampleRow resampleInside(PixelType type, int channels, int taps, bool portable = false);
// Any position: taps are clamped to the photo; more than half a pixel outside of it is white.
ResampleRow resampleAnywhere(PixelType type, int channels, int taps);

struct PositionRange {
  std::int32_t least = 0, most = 0;
};

// One row of positions from a strip's expanded columns: coordinate = sum over a of weight[a] * columns[a][k], then
// scaled by 2^phase_bits, rounded to nearest even, plus `origin`. Not finite or absurdly far: clamped. Returns the
// range of the n >= 1 positions; `columns` and `out` have kVectorPadding values more, which may be read and written.
using PositionRow = PositionRange (*)(
    const float* const columns[4], const float weight[4], float scale, std::int32_t origin, int n, std::int32_t* out);
inline constexpr int kVectorPadding = 16;
PositionRow positionRow(bool portable = false);

}  // namespace platen::pipeline
