// The page's sides to a fraction of a pixel: from the mask's rough boundary to the steepest edge of the image along its
// normals, then a smooth curve.
#pragma once

#include "core/detect/page_mask.h"
#include "core/page_cues.h"

#include <optional>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// grey: u8, one array pixel per work pixel, lightly smoothed (sigma 1.2). k: mask pixels per work pixel. may_be_folded:
// light may step the other way from some place of a side on; beside the leaf of a book that would be an edge of others.
std::vector<PageSide> refineSides(const std::vector<RoughSide>& rough,
                                  const cv::Mat& smooth_grey,
                                  double k,
                                  bool may_be_folded);

}  // namespace platen::detect
