// An evidence image as the sampler takes it.
#pragma once

#include "core/image.h"
#include "core/sampling/bilinear_kernels.h"

#include <cstdint>

namespace platen::optim {

// u8, all of its channels; valid as long as the image.
inline sampling::ImageView viewOf(const Image& image) {
  return {image.row(0),     image.width(),          image.height(), static_cast<std::int64_t>(image.strideBytes()),
          image.channels(), sampling::PixelKind::u8};
}

}  // namespace platen::optim
