// Morphological closing of a mask by a large ellipse, as cv::morphologyEx would have it (MORPH_CLOSE with a square
// MORPH_ELLIPSE, nothing beyond the border), in a time that grows with the ellipse's height instead of its area.
#pragma once

#include <opencv2/core.hpp>

namespace platen::detect {

// `mask`: u8, 0 or 255. `size`: of the ellipse, odd, less than 500. std::invalid_argument otherwise.
cv::Mat closedByEllipse(const cv::Mat& mask, int size);

}  // namespace platen::detect
