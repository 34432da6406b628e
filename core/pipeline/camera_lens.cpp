#include "core/pipeline/camera_lens.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace platen::pipeline {

bool isWholeFrame(Size size) {
  constexpr std::array<double, 3> kFrames{4.0 / 3, 3.0 / 2, 16.0 / 9};
  constexpr int kCameraStep = 8;        // pixels: sensors are read out in blocks
  constexpr double kCameraErr = 0.007;  // of the proportions, so that the blocks fit
  constexpr double kRounding_px = 1;    // of a frame scaled down
  const double longer = std::max(size.width, size.height), shorter = std::min(size.width, size.height);
  const bool in_blocks = size.width % kCameraStep == 0 && size.height % kCameraStep == 0;
  return shorter > 0 && std::any_of(kFrames.begin(), kFrames.end(), [&](double frame) {
           const double off = std::abs(shorter - longer / frame);
           return off <= kRounding_px || (in_blocks && off <= kCameraErr * shorter);
         });
}

double focalLength(const PhotoInfo& info) {
  constexpr double kFilm_mm = 36;
  return info.focal_length_35mm && isWholeFrame(info.size) ? *info.focal_length_35mm / kFilm_mm : 0;
}

}  // namespace platen::pipeline
