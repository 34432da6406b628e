// What is seen of one page, gathered: lines of text, sides, rules, and the images that the fit samples.
#pragma once

#include "core/detect/page_mask.h"
#include "core/detect/reading.h"
#include "core/page_cues.h"

#include <cstdint>
#include <stop_token>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

enum class Leaf : std::uint8_t { loose, ofBook };

// `page`: the mask, which is left aside where it is not to be believed. smooth_grey: the reading's, lightly blurred.
// A stop returns what there is so far.
PageCues gather(const Reading& reading,
                const MaskScene& scene,
                const cv::Mat& smooth_grey,
                PageMask page,
                Leaf leaf,
                const std::stop_token& stop);

// The outline as the mask has it; nothing of an empty one. k: mask pixels per work pixel.
void describeOutline(PageCues& cues, const PageMask& page, double k);

// The direction of text, where there is any; else that of the page, if it is known and within what text may have.
double textAngle(const std::vector<TextSegment>& segments, const PageMask& page, double theta);

}  // namespace platen::detect
