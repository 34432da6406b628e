// An even lattice over a part of the canvas (form_cues.h), for energies that ask nets there: the middles of as many
// equal cells as come nearest to the step that is asked for, four or more along each side.
#pragma once

#include "core/geometry.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace platen::optim {

struct CanvasLattice {
  std::vector<double> u, v;  // of the columns and rows, net_uv of the canvas
  Vec2 extent;               // the canvas', canvas_px

  CanvasLattice(const Box& area_canvas_px, Vec2 canvas_extent, double step)
      : u(middles(area_canvas_px.x0, area_canvas_px.x1, canvas_extent.x, step)),
        v(middles(area_canvas_px.y0, area_canvas_px.y1, canvas_extent.y, step)),
        extent(canvas_extent) {}

  [[nodiscard]] std::size_t size() const { return u.size() * v.size(); }
  // canvas_px, row by row.
  [[nodiscard]] std::vector<Vec2> points() const {
    std::vector<Vec2> at;
    at.reserve(size());
    for (const double y : v) {
      for (const double x : u) {
        at.push_back({x * extent.x, y * extent.y});
      }
    }
    return at;
  }

 private:
  static std::vector<double> middles(double from, double to, double extent, double step) {
    const int n = std::max(4, static_cast<int>(std::lround((to - from) / step)));
    std::vector<double> at;
    at.reserve(static_cast<std::size_t>(n));
    for (int k = 0; k < n; ++k) {
      at.push_back((from + (to - from) * (k + 0.5) / n) / extent);
    }
    return at;
  }
};

}  // namespace platen::optim
