// The border between Image and cv::Mat, inside core/enhance only.
#pragma once

#include "core/image.h"

#include <opencv2/core/mat.hpp>

namespace platen::enhance {

// A header on the image's own pixels, which must outlive it.
inline cv::Mat view(const Image& image) {
  const int depth = image.type() == PixelType::u8 ? CV_8U : CV_16U;
  // OpenCV has no read-only header; callers do not write to views of const images.
  return {image.height(), image.width(), CV_MAKETYPE(depth, image.channels()), const_cast<std::byte*>(image.row(0)),
          static_cast<std::size_t>(image.strideBytes())};
}

}  // namespace platen::enhance
