// Straight pieces in the image that may be printed rules, table lines or the edges of figures (line segment detector,
// von Gioi et al. 2010, as OpenCV has it).
#pragma once

#include "core/page_cues.h"

#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// grey, paper, text: u8, one array pixel per work pixel; letters are painted over with paper first, which is what makes
// the detector fast on a page of text. inside: u8 mask at mask_k pixels per work pixel, empty for everywhere. At most
// 400 pieces, the longest first, each longer than 5 h with its middle inside the eroded mask.
std::vector<RuleSegment> findRules(
    const cv::Mat& grey, const cv::Mat& paper, const cv::Mat& text, double h, const cv::Mat& inside, double mask_k);

}  // namespace platen::detect
