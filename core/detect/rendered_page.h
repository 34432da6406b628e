// Pages that a program drew, or that were cleaned until nothing but print is left: what is blank has one value to the
// unit. What a camera or a scanner saw has noise, unless all of it is white beyond what they can tell. What stands out
// on a drawn page is a panel, a picture or a table with a ground of its own, and no sheet on a desk (docs/fit.md, page
// mask).
#pragma once

#include "core/detect/page_mask.h"
#include "core/page_cues.h"

#include <opencv2/core.hpp>

namespace platen::detect {

// Whether what was found is printed on a page that goes on around it: blank parts on both sides are of one value, and
// those outside no darker than those inside, or bars above and below it or on both sides that are of a colour or have
// print on them.
// Inside there may be a photograph where there is print outside, and blank paper all around it: of a sheet that was cut
// out of its photo all print is inside.
// Black about a white page, as bitonal scans have it, is no paper, nor is what viewers of documents put around it. Not
// for light print. colors: u8, grey or RGB, the level's pixels; frame: the scene's.
bool isPanelOnRender(
    const cv::Mat& colors, double level_scale, const WorkFrame& frame, const MaskScene& scene, const PageMask& page);

// Whether there is nothing but light paper of one value along all of the photo's border: a page that a program drew,
// with its margins. A facing page that the photo cuts would reach the border. colors: u8, grey or RGB, as they are
// in the photo.
bool isBlankAlongBorder(const cv::Mat& colors);

}  // namespace platen::detect
