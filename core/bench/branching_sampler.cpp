#include "core/bench/branching_sampler.h"

#include "core/sampling/half_float.h"

#include <algorithm>
#include <cmath>

namespace platen::bench {

namespace {

using sampling::Border;
using sampling::ImageView;
using sampling::PixelKind;

// The pixel at (i, j) as the border rule has it.
float tapAt(const ImageView& image, Border border, std::int64_t i, std::int64_t j, int channel) {
  if (border == Border::zeros && (i < 0 || j < 0 || i >= image.width || j >= image.height)) {
    return 0;
  }
  i = std::clamp<std::int64_t>(i, 0, image.width - 1);
  j = std::clamp<std::int64_t>(j, 0, image.height - 1);
  const std::int64_t k = j * image.row_stride + i * image.channels + channel;
  switch (image.kind) {
    case PixelKind::u8:
      return static_cast<float>(static_cast<const std::uint8_t*>(image.pixels)[k]);
    case PixelKind::f16:
      return sampling::floatOf(static_cast<const sampling::Half*>(image.pixels)[k]);
    case PixelKind::f32:
      return static_cast<const float*>(image.pixels)[k];
    case PixelKind::f64:
      break;
  }
  return 0;
}

// A coordinate folded into the image, and the sign of its derivative; 0 where the border rule holds it.
float folded(float position_px, std::int64_t size_px, Border border, float& sign) {
  const auto size = static_cast<float>(size_px);
  sign = 1;
  if (border == Border::zeros) {
    return position_px;
  }
  if (border == Border::reflection) {
    const float tile = std::floor(std::abs(position_px) / size);
    const bool odd = std::fmod(tile, 2.0F) != 0;
    sign = odd != (position_px < 0) ? -1.0F : 1.0F;
    const float inside = std::abs(position_px) - tile * size;
    position_px = odd ? size - inside : inside;
  }
  if (position_px < 0.5F || position_px >= size - 0.5F) {
    sign = 0;
  }
  return std::clamp(position_px, 0.5F, size - 0.5F);
}

}  // namespace

void sampleBranching(const ImageView& image,
                     Border border,
                     const float* positions,
                     std::int64_t n,
                     float* values,
                     float* d_dx,
                     float* d_dy) {
  for (std::int64_t k = 0; k < n; ++k) {
    float sign_x = 1, sign_y = 1;
    const float x = folded(positions[2 * k], image.width, border, sign_x) - 0.5F;
    const float y = folded(positions[2 * k + 1], image.height, border, sign_y) - 0.5F;
    const auto i = static_cast<std::int64_t>(std::floor(x)), j = static_cast<std::int64_t>(std::floor(y));
    const float a = x - static_cast<float>(i), b = y - static_cast<float>(j);
    for (int c = 0; c < image.channels; ++c) {
      const float v00 = tapAt(image, border, i, j, c), v10 = tapAt(image, border, i + 1, j, c);
      const float v01 = tapAt(image, border, i, j + 1, c), v11 = tapAt(image, border, i + 1, j + 1, c);
      const float top = v00 + a * (v10 - v00), bottom = v01 + a * (v11 - v01);
      values[k * image.channels + c] = top + b * (bottom - top);
      if (d_dx != nullptr) {
        d_dx[k * image.channels + c] = sign_x * ((v10 - v00) + b * ((v11 - v01) - (v10 - v00)));
        d_dy[k * image.channels + c] = sign_y * (bottom - top);
      }
    }
  }
}

}  // namespace platen::bench
