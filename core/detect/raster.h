// Pixels for OpenCV, and the one place where detection's frames meet OpenCV's index convention.
//
// OpenCV's arrays have their first pixel's centre at index 0; work_px has it at 0.5. An array made at k array pixels
// per work pixel holds the point p (work_px) at index p*k - 0.5. Everything that travels between the files of this
// folder is in work_px unless its name says otherwise.
#pragma once

#include "core/geometry.h"
#include "core/image.h"
#include "core/pyramid.h"

#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

inline Vec2 indexFromWork(Vec2 work_px, double k) {
  return {work_px.x * k - 0.5, work_px.y * k - 0.5};
}
inline Vec2 workFromIndex(Vec2 index, double k) {
  return {(index.x + 0.5) / k, (index.y + 0.5) / k};
}

// A view that shares the image's memory; u8 images only. Valid as long as the image.
cv::Mat matView(const Image& image);
// One channel, u8; shares memory where the image is grey already.
cv::Mat greyOf(const Image& image);
// A packed copy of a u8 array as an Image.
Image imageFrom(const cv::Mat& array);

// The frame nearest to the wanted scale for which the turned array's border is the frame's border: a quarter turn
// measures from the far side of the photo, so that side must lie at a whole pixel.
WorkFrame frameNear(Size source_size, double scale, int quarter_turns);
// The pixels of `level_pixels` (at level_scale) in `frame`, times `reduction` (array pixels per work pixel, <= 1 for
// small copies).
cv::Mat pixelsInFrame(const cv::Mat& level_pixels, double level_scale, const WorkFrame& frame, double reduction = 1);

// The part of a u8 array around all that is not 0, as far as filters reach together; the whole array where that is
// nothing. Beyond it they leave 0, and within it they do to the bit what they do on the whole array: it begins where
// they begin a register, and ends where they end one or where the array does.
cv::Rect partAround(const cv::Mat& array, double reach);

// A u8 mask without what lies within so many of its pixels (one at least) of its border; empty for an empty one.
cv::Mat withoutRim(const cv::Mat& mask, double rim_px);

// Value of a one-channel f32 or u8 array at a continuous index, clamped to the border.
float sampleF32(const cv::Mat& array, double ix, double iy);
float sampleU8(const cv::Mat& array, double ix, double iy);

// Element of rank q*(n-1), 0 <= q <= 1; 0 for no values. Reorders them.
double quantile(std::vector<double>& values, double q);
// The same of a one-channel f32 array, on every `step`th row and column.
double quantileOf(const cv::Mat& f32, double q, int step = 1);

}  // namespace platen::detect
