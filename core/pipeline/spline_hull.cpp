#include "core/pipeline/spline_hull.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace platen::pipeline {
namespace {

// Row k: the weights of a cell's four controls in Bezier point k over [s, t] of the cell.
using BezierFromSpline = std::array<std::array<double, 4>, 4>;

// The polar form of a cell's uniform cubic B-spline at (a, b, c), as weights of its controls: de Boor's triangle over
// the knots -2..3 with a value of its own at each level.
std::array<double, 4> polarForm(double a, double b, double c) {
  std::array<std::array<double, 4>, 4> w{};
  for (std::size_t i = 0; i < 4; ++i) {
    w[i][i] = 1;
  }
  const std::array<double, 3> at{a, b, c};
  for (int level = 1; level <= 3; ++level) {
    const double x = at[static_cast<std::size_t>(level - 1)];
    const double span = 4 - level;  // knots between the two that are blended
    for (int i = 0; i + level < 4; ++i) {
      const double low = i + level - 3;  // the knot at which the left one alone counts
      const double right = (x - low) / span;
      for (std::size_t k = 0; k < 4; ++k) {
        w[static_cast<std::size_t>(i)][k] =
            (1 - right) * w[static_cast<std::size_t>(i)][k] + right * w[static_cast<std::size_t>(i) + 1][k];
      }
    }
  }
  return w[0];
}

BezierFromSpline bezierFromSpline(double s, double t) {
  return {polarForm(s, s, s), polarForm(s, s, t), polarForm(s, t, t), polarForm(t, t, t)};
}

struct Cells {
  double from, to;  // in cells
  int first, last;  // inclusive
};

Cells cellsOf(double from, double to, int cells) {
  Cells c{};
  c.from = std::clamp(from, 0.0, 1.0) * cells;
  c.to = std::clamp(to, 0.0, 1.0) * cells;
  c.first = std::min(static_cast<int>(c.from), cells - 1);
  c.last = std::clamp(static_cast<int>(std::ceil(c.to)) - 1, c.first, cells - 1);
  return c;
}

}  // namespace

Box splineHull(const SplineNet& net, const Box& page_uv) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  Box hull{kInfinite, kInfinite, -kInfinite, -kInfinite};
  const Cells across = cellsOf(page_uv.x0, page_uv.x1, net.cols - 3);
  const Cells down = cellsOf(page_uv.y0, page_uv.y1, net.rows - 3);
  for (int i = down.first; i <= down.last; ++i) {
    const BezierFromSpline rows = bezierFromSpline(std::max(0.0, down.from - i), std::min(1.0, down.to - i));
    for (int j = across.first; j <= across.last; ++j) {
      const BezierFromSpline columns = bezierFromSpline(std::max(0.0, across.from - j), std::min(1.0, across.to - j));
      const Vec2* cell = net.controls.data() + static_cast<std::size_t>(i) * static_cast<std::size_t>(net.cols) + j;
      for (const auto& row_weights : rows) {
        std::array<Vec2, 4> line{};
        for (std::size_t b = 0; b < 4; ++b) {
          for (std::size_t a = 0; a < 4; ++a) {
            line[b] = line[b] + row_weights[a] * cell[a * static_cast<std::size_t>(net.cols) + b];
          }
        }
        for (const auto& weights : columns) {
          const Vec2 p = weights[0] * line[0] + weights[1] * line[1] + weights[2] * line[2] + weights[3] * line[3];
          hull = {std::min(hull.x0, p.x), std::min(hull.y0, p.y), std::max(hull.x1, p.x), std::max(hull.y1, p.y)};
        }
      }
    }
  }
  return hull;
}

}  // namespace platen::pipeline
