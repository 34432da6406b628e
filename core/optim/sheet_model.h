// The low-parameter page: a pinhole camera that looks at a sheet bent, without stretching, along straight parallel
// rulings (an isometric generalised cylinder; FIT section 6). 4 + K parameters: roll, pitch, log focal, ruling angle, K
// tangent angles.
//
// Frames
//   work_px   geometry.h
//   q         normalised image coordinates, (work_px - centre) / norm
//   sheet_uv  metric coordinates on the flat sheet: unit = half the text (or evidence) width, origin at the sheet point
//   seen at
//             `origin_q`; u right, v down. page_uv is sheet_uv inside the page's rectangle, mapped to [0,1] x [0,1].
// On the sheet, (s, t) is (u, v) turned by the ruling angle phi: s = u cos phi + v sin phi, t = -u sin phi + v cos phi;
// rulings run along t. The profile's tangent angle theta(s) is a uniform cubic B-spline of the K values over [-reach,
// reach], constant outside; X(s), Z(s) are the integrals of cos and sin of theta, so |d(X, Z)/ds| = 1: isometry holds
// by construction. Camera point = R (X(s), t, Z(s)) + T, R = Rz(roll + phi) Rx(pitch), T = (q0x / f, q0y / f, 1) f /
// half_width_q; q = f (Cx, Cy) / Cz.
//
// Threads: const methods from any thread.
#pragma once

#include "core/geometry.h"
#include "core/optim/sheet_parameters.h"

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace platen::optim {

class FoldedSheet;

class SheetModel {
 public:
  // With `derivatives`, sheetDerivatives() may be called. Throws std::invalid_argument for K = 0, 2 or 3.
  SheetModel(const SheetFrame& frame, const SheetParameters& parameters, bool derivatives = false);

  [[nodiscard]] const SheetFrame& frame() const { return frame_; }
  [[nodiscard]] const SheetParameters& parameters() const { return parameters_; }
  // Half the length over which the profile bends, in sheet units; |s| beyond it is straight.
  [[nodiscard]] double reach() const { return reach_; }

  // Forward. Points behind the camera give non-finite coordinates.
  [[nodiscard]] Vec2 workFromSheet(Vec2 sheet_uv) const;
  // Forward with d/du and d/dv, work_px per sheet unit.
  struct Jet {
    Vec2 point, du, dv;
  };
  [[nodiscard]] Jet workJet(Vec2 sheet_uv) const;
  // The same, and how the point moves with the 4 + K parameters in the order of their vector, the sheet point held:
  // `moved` has as many entries, work_px. Not for folded sheets, nor where the model was made without derivatives.
  Jet workDerivatives(Vec2 sheet_uv, Vec2* moved) const;

  // Inverse: the sheet point seen at work_px and the local scale, q units per sheet unit (f / depth). `visible` is
  // false where the ray misses the tabulated sheet.
  struct Seen {
    Vec2 sheet_uv;
    double scale_q = 0;
    bool visible = false;
  };
  [[nodiscard]] Seen sheetFromWork(Vec2 work_px) const;
  // Where in the profile's table the sheet is hit, for many image points at once (the search takes longer than all the
  // rest): `cells` has as many entries, to be handed to the two functions below with the same points. What they hold is
  // tried first: cells of a sheet much like this one are often right (-1: none are known).
  void findCells(std::span<const Vec2> work_px, std::span<int> cells) const;
  [[nodiscard]] Seen sheetFromWork(Vec2 work_px, int cell) const;

  // The inverse and its derivatives with respect to the 4 + K parameters in the order of their vector, the image point
  // held: du, dv, dscale have 4 + K entries each; one of du and dv may be null. Nothing is written where the point is
  // not visible. Not for folded sheets, whose derivatives are FoldedSheet's.
  Seen sheetDerivatives(Vec2 work_px, double* du, double* dv, double* dscale) const;
  Seen sheetDerivatives(Vec2 work_px, int cell, double* du, double* dv, double* dscale) const;

 private:
  struct Hit;
  [[nodiscard]] int cellOfPoint(Vec2 work_px) const;
  [[nodiscard]] Hit intersect(Vec2 work_px, int cell) const;
  [[nodiscard]] std::size_t cellOf(double s, double& fraction) const;

  SheetFrame frame_;
  SheetParameters parameters_;
  double cos_phi_ = 1, sin_phi_ = 0, focal_ = 1, reach_ = 1;
  double rotation_[9] = {};
  double translation_[3] = {};
  double origin_[3] = {};            // the camera's centre in sheet space, -R^T T
  double s_first_ = 0, s_step_ = 1;  // the profile's table
  std::vector<double> x_, z_;        // X(s), Z(s)
  // dZ/dX; infinite where the profile turns back.
  double least_slope_ = -std::numeric_limits<double>::infinity();
  double most_slope_ = std::numeric_limits<double>::infinity();
  // d(X, Z)/d(theta_k) and, in the last column, d(X, Z)/d(phi) through `reach`: entry [i * (K + 1) + k].
  std::vector<Vec2> profile_derivative_;
  std::shared_ptr<const FoldedSheet> folded_;  // null: the cylinder
};

}  // namespace platen::optim
