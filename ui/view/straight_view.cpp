#include "ui/view/straight_view.h"

#include <algorithm>
#include <cmath>

namespace platen::ui {
namespace {

constexpr int kSide = 33;             // samples: the spline through them is the projective map to 1e-3 px
constexpr double kLeastDepth = 0.05;  // relative; nearer to the horizon the corners say nothing

}  // namespace

WarpGrid straightView(const WarpGrid& source_from_page) {
  const int rows = source_from_page.rows;
  const int cols = source_from_page.cols;
  const Vec2 p00 = source_from_page.at(0, 0);
  const Vec2 p10 = source_from_page.at(0, cols - 1);
  const Vec2 p11 = source_from_page.at(rows - 1, cols - 1);
  const Vec2 p01 = source_from_page.at(rows - 1, 0);
  const Vec2 d1 = p10 - p11;
  const Vec2 d2 = p01 - p11;
  const Vec2 sum = p00 - p10 + p11 - p01;
  const double determinant = cross(d1, d2);
  double g = 0;
  double h = 0;
  bool projective = std::abs(determinant) > 1e-9;
  if (projective) {
    g = cross(sum, d2) / determinant;
    h = cross(d1, sum) / determinant;
    projective = std::min({1 + g, 1 + h, 1 + g + h}) > kLeastDepth;
  }
  const Vec2 a = p10 - p00 + g * p10;
  const Vec2 b = p01 - p00 + h * p01;
  WarpGrid grid{kSide, kSide, {}};
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      const double u = static_cast<double>(j) / (kSide - 1);
      const double v = static_cast<double>(i) / (kSide - 1);
      grid.points.push_back(projective ? (a * u + b * v + p00) / (1 + g * u + h * v)
                                       : p00 + (p10 - p00) * u + (p01 - p00) * v + sum * (u * v));
    }
  }
  return grid;
}

}  // namespace platen::ui
