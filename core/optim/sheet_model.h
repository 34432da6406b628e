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

#include <vector>

namespace platen::optim {

// What is fixed while parameters move.
struct SheetFrame {
  Vec2 centre;              // work_px
  double norm = 1;          // work_px per unit of q: the longer side of the work image
  Vec2 origin_q;            // where the sheet's origin is seen
  double half_width_q = 1;  // half the evidence's width in q: the unit of sheet_uv at the origin
  double aspect = 1;        // evidence height / width
};

struct SheetParameters {
  double roll = 0;                // radians
  double pitch = 0;               // radians
  double log_focal = 0;           // log of the focal length in units of `norm`
  double ruling = 0;              // phi, radians
  std::vector<double> bend{0.0};  // theta_k, radians; size K >= 1; K = 1: a plane turned about its rulings

  [[nodiscard]] std::vector<double> flatten() const;
  static SheetParameters unflatten(const std::vector<double>& flat);  // size 4 + K
  // The same profile with more spline values (least squares at the new knots).
  [[nodiscard]] SheetParameters withBendSize(int k, const SheetFrame& frame) const;
};

class SheetModel {
 public:
  SheetModel(const SheetFrame& frame, const SheetParameters& parameters);

  [[nodiscard]] const SheetFrame& frame() const { return frame_; }
  [[nodiscard]] const SheetParameters& parameters() const { return parameters_; }

  // Forward. Points behind the camera give non-finite coordinates.
  [[nodiscard]] Vec2 workFromSheet(Vec2 sheet_uv) const;

  // Inverse: the sheet point seen at work_px and the local scale, q units per sheet unit (f / depth). `visible` is
  // false where the ray misses the tabulated sheet.
  struct Seen {
    Vec2 sheet_uv;
    double scale_q = 0;
    bool visible = false;
  };
  [[nodiscard]] Seen sheetFromWork(Vec2 work_px) const;

 private:
  SheetFrame frame_;
  SheetParameters parameters_;
  double cos_phi_ = 1, sin_phi_ = 0, focal_ = 1;
  double rotation_[9] = {};
  double translation_[3] = {};
  double s_first_ = 0, s_step_ = 1;  // the profile's table
  std::vector<double> x_, z_;        // X(s), Z(s)
};

}  // namespace platen::optim
