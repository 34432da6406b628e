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

optim::FocalPrior focalPrior(const PhotoInfo& info) {
  constexpr double kFilm_mm = 36;
  constexpr double kCropped = 1.8;        // the frame's longer side over the photo's: from 1.1 to 3 ...
  constexpr double kCroppedSigma = 0.25;  // ... within two of these
  if (!info.focal_length_35mm) {
    return {};
  }
  const double whole = *info.focal_length_35mm / kFilm_mm;
  return isWholeFrame(info.size) ? optim::FocalPrior(whole) : optim::FocalPrior(kCropped * whole, kCroppedSigma);
}

}  // namespace platen::pipeline
