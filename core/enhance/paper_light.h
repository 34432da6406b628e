// The light on a page, from its paper.
#pragma once

#include "core/geometry.h"

#include <opencv2/core/mat.hpp>

namespace platen::enhance {

// The small page that the light is found from, by AreaShrink: its size, at most 1152 pixels long.
Size lightedSize(Size page);

// What paper would measure at every place, as a small float image (CV_32F, 1 or 3 channels, 0..255, long side at most
// 384), every pixel the page's box of the same relative position. Colours in the page's channel order. `small`: the
// page at lightedSize(), 1, 3 or 4 channels of 8 or 16 bits.
cv::Mat paperLight(const cv::Mat& small);
// The size of the light of such a page.
Size lightSize(Size page);

}  // namespace platen::enhance
