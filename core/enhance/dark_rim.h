// The desk beyond a page's edge, where the flat page shows a strip of it along a side: black on white it is a bar.
#pragma once

#include "core/enhance/clean_page.h"

#include <opencv2/core/mat.hpp>

namespace platen::enhance {

// 255 (CV_8U) in such strips, and a pixel or two of paper beside them. `evened`: a small picture of the evened page, as
// large as lightedSize() (CV_8U, paper at 255).
//
// A strip is dark without a gap from the very border on, longer than words are and no deeper than kDeepest, with paper
// behind it, and thin or of a depth that changes. So these stay: a frame with paper around it, a figure or a bar that
// runs over the edge (deep, or as deep everywhere), text that the border cuts (gaps between its letters), rules that
// end at the border (short). Where a rule runs into a strip, the strip's own depth counts.
// What it can't tell: a rule, a frame's side or a bar of less than kThin that lies on the very border for all its
// length, which is taken. So it looks along those `sides` alone that lie beyond all print.
cv::Mat darkRim(const cv::Mat& evened, const DeskSides& sides = {});

}  // namespace platen::enhance
