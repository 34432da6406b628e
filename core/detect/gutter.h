// The gutter of an open book as a curve: the bottom of the valley of light between two pages, traced row by row and
// smoothed (docs/fit.md, spreads). Where the light shows no valley, the straight line that the text told of. Nearly
// upright: x is a function of y.
#pragma once

#include "core/geometry.h"

#include <opencv2/core.hpp>

namespace platen::detect {

// Rows of the photo, work_px.
struct Rows {
  double from = 0, to = 0;
  [[nodiscard]] double height() const { return to - from; }
};

class GutterCurve {
 public:
  GutterCurve() = default;
  // At least two points, top to bottom, y strictly increasing; straight on beyond its ends. work_px
  explicit GutterCurve(Polyline points);
  [[nodiscard]] const Polyline& points() const { return points_; }
  [[nodiscard]] double x(double y) const;
  // Distance from the curve's local tangent, > 0 right of it. work_px
  [[nodiscard]] double rightOf(Vec2 work_px) const;

 private:
  Polyline points_;
};

// The part of a photo that is the facing page's, as seen from one page of a spread.
struct FacingSide {
  GutterCurve gutter;
  bool is_right = true;  // the facing page lies right of the gutter
  // Where it begins at this height. work_px
  [[nodiscard]] double edgeAt(double y) const { return gutter.x(y); }
};

// Zero from the gutter on to the facing page's end, in an array of so many pixels per work pixel.
void clearFacing(cv::Mat& image, double scale, const FacingSide& facing);

// Light without print: the grey work image at kLightScale, closed along columns, so that lines of text vanish and an
// upright valley stays. u8.
inline constexpr double kLightScale = 0.5;  // array pixels per work pixel
cv::Mat lightWithoutText(const cv::Mat& grey, double h);

struct TracedGutter {
  GutterCurve curve;
  double depth = 0;  // how much darker it is than 4 h beside it: median over the rows that were asked for, 0..1
  double share = 0;  // of those rows that show the valley
};
// Within 4 h of the straight line from top to bottom (at the photo's upper and lower border), looking at the rows
// from y0 to y1 (work_px).
TracedGutter traceGutter(const cv::Mat& light, double h, Vec2 top, Vec2 bottom, double y0, double y1);

}  // namespace platen::detect
