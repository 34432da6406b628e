// One sample of an image as a CUDA thread takes it: the four pixels through the read-only cache, then the maths of
// bilinear_taps.h. A host compiler takes the same functions, so the kernels' arithmetic and indices are tested without
// a GPU (fused_blocks.h, tests/sampling). The CPU's own loops are in bilinear_loops.h.
#pragma once

#include "core/sampling/bilinear_taps.h"

#include <cstdint>

namespace platen::sampling {

// One number that no thread writes while the kernel runs.
template <class T>
PLATEN_TAPS_INLINE T readOnly(const T* from) {
#if defined(__CUDA_ARCH__)
  return __ldg(from);
#else
  return *from;
#endif
}

// An ImageView with what every sample needs of it worked out once, on the host.
struct SampledImage {
  const void* pixels;
  std::int64_t row_stride, row_step;  // in elements; row_step: to the row below, 0 where there is none
  std::int32_t column_step;           // likewise to the pixel on the right
  taps::Axis<float> columns, rows;
};

inline SampledImage sampledImageOf(const ImageView& view) {
  return {view.pixels,
          view.row_stride,
          view.height > 1 ? view.row_stride : 0,
          view.width > 1 ? view.channels : 0,
          taps::axisOf<float>(view.width),
          taps::axisOf<float>(view.height)};
}

template <class Pixel, int kChannels, Border kBorder>
PLATEN_TAPS_INLINE void sampleAt(const SampledImage& image, float x, float y, taps::Sample<float> (&out)[kChannels]) {
  const auto cell_x = taps::cellOf<kBorder, float, std::int32_t>(x, image.columns);
  const auto cell_y = taps::cellOf<kBorder, float, std::int32_t>(y, image.rows);
  const bool finite = taps::finiteMask(x, y);
  const Pixel* top = static_cast<const Pixel*>(image.pixels) + cell_y.base * image.row_stride +
                     static_cast<std::int64_t>(cell_x.base) * kChannels;
  const Pixel* bottom = top + image.row_step;
  for (int c = 0; c < kChannels; ++c) {
    out[c] = taps::sampleOf<kBorder>(cell_x, cell_y, finite, static_cast<float>(readOnly(top + c)),
                                     static_cast<float>(readOnly(top + image.column_step + c)),
                                     static_cast<float>(readOnly(bottom + c)),
                                     static_cast<float>(readOnly(bottom + image.column_step + c)));
  }
}

}  // namespace platen::sampling
