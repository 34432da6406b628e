// A sheet over the page's rectangle as the interpolating spline (warp_grid.h) of a few samples, and how its controls
// move with the sheet's parameters and the rectangle: what lies between the sampled energies, which know controls, and
// the handful of numbers that part D descends on.
//
// Controls are linear in the samples, so a gradient goes back through the transposed filter to the samples, and from
// there by the derivatives of the sheet's forward map.
#pragma once

#include "core/geometry.h"
#include "core/optim/sheet_model.h"

#include <optional>
#include <span>
#include <vector>

namespace platen::optim {

class SheetSpline {
 public:
  // Samples of the sheet along v and u, at least 2 each.
  SheetSpline(int rows, int cols);

  // Takes a sheet and its rectangle, sheet_uv, and tells the spline's controls: x and y of each, row by row, work_px.
  // Empty where a sample lies behind the camera.
  const std::vector<double>& controlsOf(const SheetFrame& frame, const SheetParameters& sheet, const Box& rect);

  // Of the last sheet: gradient[k] += sum of d_controls times the controls' derivatives by parameter k, those of the
  // sheet in the order of their vector, then x0, y0, x1, y1 of the rectangle.
  void pullBack(std::span<const double> d_controls, std::span<double> gradient) const;

 private:
  [[nodiscard]] Vec2 pageAt(int i, int j) const;
  [[nodiscard]] Vec2 sheetAt(Vec2 page_uv) const;

  int rows_ = 0, cols_ = 0;
  std::vector<double> filter_v_, filter_u_;  // controls from samples along one axis: [(n + 2) * n]
  std::optional<SheetModel> sheet_;
  Box rect_;
  std::vector<double> controls_;
};

}  // namespace platen::optim
