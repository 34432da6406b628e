// The level of blank paper around every pixel, the ink above it, and what of it is black (docs/fit.md, preprocessing).
// All arrays in the frame of the grey array that came in.
#pragma once

#include <opencv2/core.hpp>

namespace platen::detect {

struct PaperInk {
  cv::Mat paper;  // u8, grey level of the blank sheet
  cv::Mat ink;    // u8, 255 (paper - grey) / max(paper, 20), clipped at 0
};

PaperInk measureInk(const cv::Mat& grey);

// u8, 255 where ink stands out of its surroundings (local mean and deviation with sigma in array pixels), else 0.
cv::Mat binarize(const cv::Mat& ink, double sigma);

}  // namespace platen::detect
