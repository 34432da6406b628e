// Which way does text run? A bank of 24 stripe filters, 7.5 degrees apart: along the text, the contrast between lines
// and the gaps between them survives; across it, it averages out (docs/fit.md, text direction).
#pragma once

#include <array>

#include <opencv2/core.hpp>

namespace platen::detect {

struct DirectionBank {
  static constexpr int kAngles = 24;    // k * 7.5 degrees from +x towards +y
  std::array<cv::Mat, kAngles> energy;  // f32, one cell per 4 pixels at h = 5
  double cells = 0;                     // cells per work pixel (the frame of `text`)
  std::array<double, kAngles> mass{};   // weight of the cells whose strongest angle this is
  // How much the strongest direction stands out of all of them, over the cells with most energy: 0 noise, 1 ideal
  // lines.
  double contrast = 0;
  [[nodiscard]] double massNearHorizontal() const { return massNear(0); }
  // Share within 48 degrees of an angle, radians, 0..1; 1 when there is no mass at all.
  [[nodiscard]] double massNear(double angle) const;
  [[nodiscard]] bool empty() const { return energy[0].empty(); }
};

// text: u8 mask at one array pixel per work pixel, h: character height in it.
DirectionBank measureDirections(const cv::Mat& text, double h);

struct AngleField {
  cv::Mat angle;     // f32 radians per cell, within 50 degrees of the global angle
  cv::Mat weight;    // f32 0..1
  double cells = 0;  // cells per work pixel
};

// The field around the global angle theta (radians).
AngleField localAngles(const DirectionBank& bank, double theta);

}  // namespace platen::detect
