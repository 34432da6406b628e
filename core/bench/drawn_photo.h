// A photo of a page that is drawn here, so that the bench needs no files: an A4 sheet of words, leaning on a dark
// table.
#pragma once

#include "core/geometry.h"

#include <array>

#include <opencv2/core.hpp>

namespace platen::bench {

// The sheet as one sees it flat, grey.
cv::Mat drawnPage();

// Where its corners lie on a photo of this size, source_px: top left, then clockwise.
std::array<cv::Point2f, 4> drawnCorners(Size photo);

inline constexpr int kDrawnQuality = 80;  // of its JPEG

// The photo, 4:3 upright; megapixels: 1e6; channels: 1 or 3 (RGB).
cv::Mat drawnPhoto(const cv::Mat& page, int megapixels, int channels = 1);

}  // namespace platen::bench
