// Launchers of the bilinear sampler over raw pointers and sizes: no torch, so a .cu that includes it compiles in
// seconds and the fit's fused loops can use it. One visit of the image gives the value and both derivatives; there is
// never an image gradient.
#pragma once

#include <cstdint>

namespace platen::sampling {

enum class PixelKind : std::uint8_t { u8, f32 };
enum class Border : std::uint8_t { replicate, zeros };

// A static image, interleaved channels. Pixel (i, j) covers [i, i+1) x [j, j+1); centres at + .5.
struct ImageView {
  const void* pixels = nullptr;
  std::int64_t width = 0, height = 0;
  std::int64_t row_stride = 0;  // in elements, not bytes
  int channels = 1;             // 1, 3 or 4
  PixelKind kind = PixelKind::u8;
};

// For k in [0, n): position = positions[2k], positions[2k+1] in image pixels.
// values[k * channels + c]; d_dx, d_dy likewise, or both null: derivative not wanted. NaN and infinite positions: value
// 0 and derivative 0.
void sampleBilinearCpu(const ImageView& image,
                       Border border,
                       const float* positions,
                       std::int64_t n,
                       float* values,
                       float* d_dx,
                       float* d_dy);

}  // namespace platen::sampling
