// A page that runs out of the photo, whose light falls off on the way: the photo's border is no background there,
// though its paper looks unlike that under the text.
#pragma once

#include "core/detect/page_mask.h"

#include <opencv2/core.hpp>

namespace platen::detect {

// The page is flooded from its marker, and each piece of the photo's border by itself; what meets the page on plain
// paper, where no edge lies between, belongs to it. u8 of the scene's size, 255 on the page; empty where no piece of
// the border does. marker: u8 of that size, not 0 on pixels of the page.
cv::Mat pageToBorder(const MaskScene& scene, const cv::Mat& marker);

}  // namespace platen::detect
