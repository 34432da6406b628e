// Launchers of the bilinear sampler over raw pointers and sizes: no torch, so a .cu that includes it compiles in
// seconds and the fit's fused loops can use it. One visit of the image gives the value and both derivatives; there is
// never an image gradient. The maths, the border rule and the NaN rule: bilinear_taps.h.
//
// Each call looks up one kernel, compiled for exactly this pixel type, channel count, border rule and "derivative
// wanted or not", in a table for the best instruction set of the CPU; nothing is decided per sample. One call uses one
// thread; any number of threads may call at the same time. The result of a sample depends on that sample alone, not on
// its neighbours, on n or on alignment.
#pragma once

#include "core/cpu_level.h"

#include <cstdint>

namespace platen::sampling {

enum class PixelKind : std::uint8_t { u8, f16, f32, f64 };
// How the image goes on: with its outermost pixels, with zeros, or mirrored at its edges (x = 0 and x = width).
enum class Border : std::uint8_t { replicate, zeros, reflection };
// linear: row by row. apronTiles: in tiles of one cache line each (apron_tiles.h); u8 and one channel alone.
enum class Layout : std::uint8_t { linear, apronTiles };

constexpr std::int64_t kMaxSide = std::int64_t{1} << 30;  // largest width or height
// The same with f32 positions: beyond it neighbouring pixels have no positions of their own, and the last pixel has
// none.
constexpr std::int64_t kMaxSideF32 = std::int64_t{1} << 24;

// A static image, interleaved channels. Pixel (i, j) covers [i, i+1) x [j, j+1); centres at + .5.
// Only elements [0, (height - 1) * row_stride + width * channels) are ever read; of tiles, only the tiles.
struct ImageView {
  const void* pixels = nullptr;
  std::int64_t width = 0, height = 0;  // 1 .. kMaxSide
  std::int64_t row_stride =
      0;             // in elements, not bytes; >= width * channels; of tiles: from one row of them to the next
  int channels = 1;  // 1, 3 or 4
  PixelKind kind = PixelKind::u8;
  Layout layout = Layout::linear;
};

// For k in [0, n): position = positions[2k], positions[2k+1] in image pixels (x, y).
// values[k * channels + c]; d_dx, d_dy likewise, or both null: derivative not wanted. u8 pixels give values in 0..255.
// NaN and infinite positions: value 0 and derivative 0. The outputs may not overlap the inputs.
// Throws std::invalid_argument for an empty or impossible view, for one derivative without the other, and for f64
// pixels or a side longer than kMaxSideF32 with f32 positions.
void sampleBilinearCpu(const ImageView& image,
                       Border border,
                       const float* positions,
                       std::int64_t n,
                       float* values,
                       float* d_dx,
                       float* d_dy);

// The same in double precision, for gradient checks; portable code only, so it is slower.
void sampleBilinearCpu(const ImageView& image,
                       Border border,
                       const double* positions,
                       std::int64_t n,
                       double* values,
                       double* d_dx,
                       double* d_dy);

// The same on a given instruction set, for tests and benchmarks. Throws std::invalid_argument where this CPU or this
// build lacks it.
void sampleBilinearCpu(CpuLevel level,
                       const ImageView& image,
                       Border border,
                       const float* positions,
                       std::int64_t n,
                       float* values,
                       float* d_dx,
                       float* d_dy);

// Chain rule back to the positions: grad_positions[2k] = sum over c of grad_values[k * channels + c] * d_dx[same],
// grad_positions[2k+1] likewise with d_dy. Overwrites; any channels >= 1.
void backwardToPositionsCpu(const float* grad_values,
                            const float* d_dx,
                            const float* d_dy,
                            std::int64_t n,
                            int channels,
                            float* grad_positions);
void backwardToPositionsCpu(const double* grad_values,
                            const double* d_dx,
                            const double* d_dy,
                            std::int64_t n,
                            int channels,
                            double* grad_positions);

}  // namespace platen::sampling
