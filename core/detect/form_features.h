// What of a form's print can be compared between the clean reference and a photo in any light: thin ink, broad ink, and
// the steepness of both along x and y. Not brightness: creases, shadows and colours of the light change that.
//
// Arrays are in the canvas frame (form_cues.h), index = canvas_px * scale - 0.5.
#pragma once

#include "core/form_cues.h"

#include <array>
#include <cstddef>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// Grey divided by the level of blank paper around each pixel, f32, 1 on paper; `reach` is the size of what still counts
// as ink, in array pixels.
cv::Mat evenLight(const cv::Mat& grey, int reach);

// f32, four channels: ink, broad ink alone, |d ink / dy|, |d ink / dx|, each about 0..1. `grey`: u8.
cv::Mat printFeatures(const cv::Mat& grey);

// The reference's half of one level: what it looks like at the points of comparison.
struct FormLook {
  double sigma_px = 0;
  std::vector<FormPoint> points;
  std::array<float, 4> per_unit{};  // feature units (1 deviation over the form) in one unit of printFeatures
  std::array<float, 4> most{};      // largest value of printFeatures
};
// `features`: printFeatures of the reference on the canvas; `points` in canvas_px.
FormLook lookAt(const cv::Mat& features, double sigma_px, const std::vector<Vec2>& points);

// The level of a photo, whose printFeatures on the canvas are `features`.
FormLevel compareLevel(const FormLook& form, const cv::Mat& features);

// Where on the form there is something to compare: about `count` points, denser on print, drawn evenly from a density
// that keeps large black areas from taking all. `form`: printFeatures of the reference on the canvas. Same input, same
// points.
std::vector<Vec2> pointsOnPrint(const cv::Mat& form, std::size_t count);

}  // namespace platen::detect
