// Lines in the image that may be printed rules, table lines or the edges of figures: straight pieces (line segment
// detector, von Gioi et al. 2010, as OpenCV has it), joined where they go on in each other's direction (rule_chain.h).
#pragma once

#include "core/page_cues.h"

#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// grey, paper, text: u8, one array pixel per work pixel; letters are painted over with paper first, which is what makes
// the detector fast on a page of text. inside: u8 mask at mask_k pixels per work pixel, empty for everywhere. At most
// 400 lines, the longest first, each longer than 5 h, of pieces with their middle inside the eroded mask. joined:
// pieces that go on in each other's direction are one line.
std::vector<PrintedRule> findRules(const cv::Mat& grey,
                                   const cv::Mat& paper,
                                   const cv::Mat& text,
                                   double h,
                                   const cv::Mat& inside,
                                   double mask_k,
                                   bool joined);

}  // namespace platen::detect
