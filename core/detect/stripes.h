// The stripe image: text smeared along its own direction until every line is one ridge (docs/fit.md, stripe image).
// Made on the trace grid, half a trace pixel per work pixel: smeared text holds nothing finer.
#pragma once

#include "core/detect/direction_bank.h"

#include <opencv2/core.hpp>

namespace platen::detect {

constexpr double kTraceGrid = 0.5;  // trace pixels per work pixel

struct Stripes {
  cv::Mat text;   // f32, the ink of text, lightly smoothed
  cv::Mat ridge;  // f32, T: smeared text less its surroundings, > 0 on lines
  cv::Mat mask;   // u8, 255 where a line may be traced
  cv::Mat angle;  // f32 radians, the field at every trace pixel
};

// text: u8 mask, 1 pixel per work pixel; h in work_px.
Stripes smearText(const cv::Mat& text, const AngleField& field, double h);

}  // namespace platen::detect
