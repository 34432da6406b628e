// What a page mask looks like: its contour and where that has contrast, the quadrilateral that fits it, its four sides.
#pragma once

#include "core/detect/page_mask.h"

#include <array>

namespace platen::detect {

// Keeps the largest component of mask (u8, 255 inside). An empty PageMask where nothing page-like is left.
PageMask describeMask(const MaskScene& scene, const cv::Mat& mask, double text_angle);

// The same where the four sides have been followed already, from corner to corner: they and their validity are taken,
// and the contour's contrast is theirs.
PageMask describeMask(const MaskScene& scene,
                      const cv::Mat& mask,
                      double text_angle,
                      const std::array<RoughSide, 4>& sides);

}  // namespace platen::detect
