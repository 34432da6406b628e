// WarpGrid: the backward map of a page, (u, v) on the flat page -> (x, y) in source_px, as samples on a regular
// lattice.
//
// Between its samples the map is the C2 interpolating bicubic spline with not-a-knot-free "natural" ends (second
// derivative zero at the border; de Boor, A Practical Guide to Splines, ch. IV), so the grid is a value: the sidecar,
// the viewer, the renderer and the fit all read the same surface from the same numbers. Outside [0,1]^2 it continues
// linearly.
//
// Threads: a const grid may be read from any number of threads.
#pragma once

#include "core/geometry.h"

#include <vector>

namespace platen {

struct WarpGrid {
  int rows = 0;  // R >= 2 samples along v
  int cols = 0;  // C >= 2 samples along u
  // Row-major: points[i * cols + j] is the source_px position of u = j / (C - 1), v = i / (R - 1).
  std::vector<Vec2> points;

  [[nodiscard]] const Vec2& at(int i, int j) const {
    return points[static_cast<std::size_t>(i) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(j)];
  }
  [[nodiscard]] Vec2& at(int i, int j) {
    return points[static_cast<std::size_t>(i) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(j)];
  }
  [[nodiscard]] bool empty() const { return points.empty(); }
  friend bool operator==(const WarpGrid& a, const WarpGrid& b) = default;
};

// The spline's B-spline coefficients: a (rows + 2) x (cols + 2) net, row-major, one control beyond each border.
// Evaluation at (u, v): cell i = floor(v ), t its fraction, the four uniform cubic B-spline weights on rows i..i+3
// (likewise columns).
struct SplineNet {
  int rows = 0;  // controls along v: WarpGrid::rows + 2
  int cols = 0;
  std::vector<Vec2> controls;
};
SplineNet splineNet(const WarpGrid& grid);

// source_px position of one page_uv point, and the same with derivatives d/du, d/dv.
Vec2 sourceFromPage(const SplineNet& net, Vec2 page_uv);
struct WarpJet {
  Vec2 point, du, dv;  // source_px, source_px per unit of u, of v
};
WarpJet warpJet(const SplineNet& net, Vec2 page_uv);

// The grid whose page is the given part of this one: box in page_uv (may reach outside [0,1]), resampled to rows x
// cols.
WarpGrid subGrid(const WarpGrid& grid, const Box& page_uv, int rows, int cols);
// The grid of the page turned clockwise by quarter_turns * 90 degrees: what was its left side becomes its top for one
// turn.
WarpGrid turned(const WarpGrid& grid, int quarter_turns);
// The identity page: the whole photo, unwarped.
WarpGrid identityGrid(Size source_px);

// Smallest Jacobian determinant over a lattice of the given number of points a side, relative to the median: <= 0 means
// that the page folds over itself somewhere.
double minRelativeDeterminant(const SplineNet& net, int lattice = 64);

}  // namespace platen
