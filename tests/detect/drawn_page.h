// Photos drawn by the test, so that every edge and every line is known: a light sheet on a dark table, with rows of
// letter-like marks along curves. All geometry in source_px of the photo (first pixel's centre at 0.5).
#pragma once

#include "core/geometry.h"
#include "core/page_cues.h"
#include "core/pyramid.h"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::test {

struct DrawnLine {
  double x0 = 0, x1 = 0;                 // from where to where
  std::function<double(double)> middle;  // y of the middle of the x-height band at x
};

class DrawnPhoto {
 public:
  DrawnPhoto(Size size, int background_grey);
  // A quadrilateral sheet, clockwise from top left.
  void sheet(const std::array<Vec2, 4>& corners, int grey);
  // A closed outline of any shape.
  void polygon(const std::vector<Vec2>& outline, int grey);
  // Words of letters whose x-height is `x_height`; some letters have ascenders (ratio `ascenders`), fewer descenders.
  void text(const DrawnLine& line, double x_height, int ink_grey, double ascenders = 0.3);
  void noise(double sigma, std::uint64_t seed);
  // Multiplies all pixels of column x by shade(x) (x at pixel centres).
  void shadeColumns(const std::function<double(double)>& shade);
  [[nodiscard]] cv::Mat pixels() const;  // u8, 1 channel
  [[nodiscard]] Pyramid pyramid(bool color = false) const;

 private:
  cv::Mat fine_;  // u8, kFine subpixels per pixel and axis
  std::function<double(double)> shade_;
  double noise_ = 0;
  std::uint64_t noise_seed_ = 0;
  std::uint64_t random_ = 12345;
};

// One level at scale 1 of a u8 array (1 or 3 channels).
Pyramid pyramidOf(const cv::Mat& pixels);

// Within the page's outline or on it.
bool isInOutline(const PageCues& page, Vec2 work_px);

// Distance of a point to a polyline, and to the line through a and b.
double distanceTo(const Polyline& line, Vec2 p);
double distanceToLine(Vec2 a, Vec2 b, Vec2 p);

}  // namespace platen::test
