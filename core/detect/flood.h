// Watershed by priority flood (Meyer 1991): labelled markers grow over the gradient image, lowest gradient first.
// OpenCV's own cv::watershed floods by colour differences between neighbours and leaves border lines; this one floods
// the gradient and labels every pixel.
#pragma once

#include <opencv2/core.hpp>

namespace platen::detect {

// gradient: u8; labels: u8 of the same size, 0 where unknown, filled in place.
void floodFromMarkers(const cv::Mat& gradient, cv::Mat& labels);

}  // namespace platen::detect
