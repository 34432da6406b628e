// The light on a page, from its paper.
#pragma once

#include "core/image.h"

#include <opencv2/core/mat.hpp>

namespace platen::enhance {

// What paper would measure at every place, as a small float image (CV_32F, 1 or 3 channels, 0..255, long side at most
// 384), every pixel the page's box of the same relative position. Colours in the page's channel order.
cv::Mat paperLight(const Image& page);

}  // namespace platen::enhance
