// The pages of an open book bend down to its gutter, so that the upper and the lower edge of what is seen of both are
// kinked where it ends (docs/fit.md, spreads).
#pragma once

#include "core/detect/gutter.h"
#include "core/detect/page_mask.h"

#include <functional>
#include <optional>

#include <opencv2/core.hpp>

namespace platen::detect {

// Across a page, from one edge's kink to the other's, or from the only one that is in view.
struct NotchedLine {
  Vec2 top, bottom;  // work_px, at the photo's upper and lower border
  // By how much the sharper edge is kinked towards the page's middle, and both together: a kink away from the middle is
  // negative, as that of an edge that the camera sees from beyond. Degrees.
  double sharper = 0, both = 0;
  bool has_two_ends = false;  // both edges are kinked
};

// The rows that a page takes, less a little at either end.
Rows rowsWithin(const PageMask& page, double mask_scale);

// The sharpest that is `allowed`. mask_scale: mask pixels per work pixel; light: lightWithoutText(), which says where a
// line runs whose other end the photo cuts off.
std::optional<NotchedLine> findNotchedLine(const PageMask& page,
                                           double mask_scale,
                                           double h,
                                           const cv::Mat& light,
                                           const std::function<bool(const NotchedLine&)>& allowed);

}  // namespace platen::detect
