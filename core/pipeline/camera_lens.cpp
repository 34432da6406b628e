#include "core/pipeline/camera_lens.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace platen::pipeline {

bool isWholeFrame(Size size) {
  // Sensors, and what phones cut from them at their full width.
  constexpr std::array<double, 6> kFrames{4.0 / 3, 3.0 / 2, 16.0 / 9, 18.0 / 9, 19.5 / 9, 20.0 / 9};
  constexpr int kCameraStep = 8;         // pixels: sensors are read out in blocks
  constexpr double kCameraErr = 0.007;   // of the proportions, so that the blocks fit
  constexpr double kScaledErr = 0.0045;  // of frames in blocks that were scaled down since: 4080 x 3072, 4288 x 2848
  constexpr double kRounding_px = 1;
  const double longer = std::max(size.width, size.height), shorter = std::min(size.width, size.height);
  const bool in_blocks = size.width % kCameraStep == 0 && size.height % kCameraStep == 0;
  return shorter > 0 && std::any_of(kFrames.begin(), kFrames.end(), [&](double frame) {
           const double off = std::abs(shorter - longer / frame);
           return off <= std::max(kRounding_px, (in_blocks ? kCameraErr : kScaledErr) * shorter);
         });
}

double focalPrior(const PhotoInfo& info) {
  return info.focal_length_35mm && isWholeFrame(info.size) ? *info.focal_length_35mm / kFilm_mm : 0;
}

}  // namespace platen::pipeline
