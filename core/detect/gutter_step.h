// Where light falls from one side, only one page of an open book lies in the shade: brightness does not fade to a
// valley between them but falls to the gutter and jumps there. Whatever looks for the darkest line ends at the foot of
// that jump, on the page in the shade; the pages meet where the brightness has jumped half way.
#pragma once

#include "core/detect/gutter.h"

#include <optional>

#include <opencv2/core.hpp>

namespace platen::detect {

// How far right of `gutter` (work_px, within 1.3 h) the jump lies, looked for in the rows from y0 to y1 of the grey
// work image; nothing where most of them show a valley with two slopes, a dark line, or nothing at all.
std::optional<double> stepBeside(const cv::Mat& grey, double h, const GutterCurve& gutter, double y0, double y1);

}  // namespace platen::detect
