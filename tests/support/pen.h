// Draws print on a flat page: stroke letters and lines, on a canvas three times as fine as the page that is then
// averaged down, so that edges are as soft as print seen by a camera.
#pragma once

#include "core/geometry.h"
#include "core/image.h"

#include <string>
#include <string_view>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::test {

class Pen {
 public:
  static constexpr double kInk = 30;  // grey level of print

  // A white page.
  Pen(Vec2 page_mm, double px_per_mm);

  enum class Face { plain, bold, script };
  // Of letters whose x is `x_mm` high.
  [[nodiscard]] double width(std::string_view word, double x_mm, Face face = Face::plain) const;
  void write(std::string_view word, Vec2 start_mm, double x_mm, Face face = Face::plain, double ink = kInk) const;
  void line(Vec2 a_mm, Vec2 b_mm, double width_mm) const;

  [[nodiscard]] int px(double millimetres) const { return cvRound(millimetres * scale_); }  // of the canvas
  [[nodiscard]] cv::Mat& canvas() { return canvas_; }                                       // CV_8UC1

  // u8 grey, 255 white, at px_per_mm.
  [[nodiscard]] Image paper() const;

 private:
  cv::Mat canvas_;
  cv::Size size_;
  double scale_;  // canvas pixels per mm
};

// At its spaces.
std::vector<std::string> wordsOf(std::string_view sentence);

}  // namespace platen::test
