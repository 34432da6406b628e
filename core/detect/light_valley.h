// The gutter seen in the light alone, for books with a blank page, a picture or hardly any text on one side: the
// deepest straight valley of light that runs all along the page, with its slopes wider than any printed line's.
#pragma once

#include "core/detect/gutter.h"

#include <functional>
#include <vector>

namespace platen::detect {

struct LightValley {
  Vec2 top, bottom;  // work_px, at the photo's upper and lower border
  double depth = 0;  // 0..1, in nearly all rows
};

// The deepest first, at most `most`, each some h from those before it. light: lightWithoutText(); theta: the text's
// direction, which the gutter crosses; y0, y1: rows to look at (work_px). `allowed` is asked of candidates that would
// be among them.
std::vector<LightValley> findLightValleys(const cv::Mat& light,
                                          double h,
                                          double theta,
                                          double y0,
                                          double y1,
                                          std::size_t most,
                                          const std::function<bool(Vec2 top, Vec2 bottom)>& allowed);

// A picture or a plate that runs across the gutter: over at least 6 h of its length there is no paper on either side,
// both sides are alike, and it begins or ends at once (a shadow does not). y0, y1: rows to look at (work_px).
bool pictureCrosses(const cv::Mat& light, double h, const GutterCurve& gutter, double y0, double y1);

}  // namespace platen::detect
