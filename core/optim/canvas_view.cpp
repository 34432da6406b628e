#include "core/optim/canvas_view.h"

#include "core/optim/vec3.h"

#include <algorithm>
#include <cmath>

namespace platen::optim {
namespace {

constexpr double kTiltUnit = 0.01;
constexpr double kPerspectiveUnit = 1e-5;

std::array<double, 3> normalImage(const FormFrame& frame) {
  const std::array<double, 9> h =
      centredHomography(frame, {frame.source_size.width / 2.0, frame.source_size.height / 2.0});
  // The plane's axes are at right angles and of one length in space: two equations for 1 / f^2.
  const double longer = std::max(frame.source_size.width, frame.source_size.height);
  const double a1 = h[0] * h[1] + h[3] * h[4], b1 = h[6] * h[7];
  const double a2 = h[0] * h[0] + h[3] * h[3] - h[1] * h[1] - h[4] * h[4], b2 = h[6] * h[6] - h[7] * h[7];
  // a / f^2 + b = 0 for both, weakly drawn to the usual 1.2 photo lengths.
  const double usual = 1 / (1.44 * longer * longer);
  const double size = h[0] * h[0] + h[1] * h[1] + h[3] * h[3] + h[4] * h[4];
  const double weak = 0.02 * size;
  const double inverse_square =
      std::clamp((-a1 * b1 - a2 * b2 + weak * weak * usual) / (a1 * a1 + a2 * a2 + weak * weak), usual / 9, usual * 4);
  const double f = 1 / std::sqrt(inverse_square);
  Vec3 x = columnOf(h, 0), y = columnOf(h, 1);
  for (Vec3* axis : {&x, &y}) {
    (*axis)[0] /= f;
    (*axis)[1] /= f;
  }
  const double scale = 1 / std::sqrt((dot3(x, x) + dot3(y, y)) / 2);
  Vec3 normal = cross3(x, y);
  for (double& n : normal) {
    n *= scale;  // in space: unit axes times unit axes, over the scale once
  }
  normal[0] *= f;
  normal[1] *= f;
  // m = H^-1 K r3 / scale, Cramer's rule.
  const Vec3 h1 = columnOf(h, 0), h2 = columnOf(h, 1), h3 = columnOf(h, 2);
  const double whole = det3(h1, h2, h3);
  return {det3(normal, h2, h3) / whole, det3(h1, normal, h3) / whole, det3(h1, h2, normal) / whole};
}

}  // namespace

std::array<double, 9> centredHomography(const FormFrame& frame, Vec2 photo_px) {
  const Vec2 from = frame.canvas_extent * 0.5;
  std::array<double, 9> h = frame.source_from_canvas.m;
  for (std::size_t r = 0; r < 3; ++r) {
    h[3 * r + 2] += h[3 * r] * from.x + h[3 * r + 1] * from.y;
  }
  for (std::size_t c = 0; c < 3; ++c) {
    h[c] -= photo_px.x * h[6 + c];
    h[3 + c] -= photo_px.y * h[6 + c];
  }
  return h;
}

std::vector<std::array<double, 6>> ViewModel::slopes(std::span<const double> unknowns) const {
  constexpr double kStep = 0.05;
  std::vector<std::array<double, 6>> slopes(size());
  std::vector<double> moved(unknowns.begin(), unknowns.end());
  for (std::size_t k = 0; k < slopes.size(); ++k) {
    moved[k] = unknowns[k] + kStep;
    const CanvasView up = at(moved);
    moved[k] = unknowns[k] - kStep;
    const CanvasView down = at(moved);
    moved[k] = unknowns[k];
    for (std::size_t c = 0; c < 3; ++c) {
      slopes[k][c] = (up.normal_image[c] - down.normal_image[c]) / (2 * kStep);
      slopes[k][3 + c] = (up.plane[c] - down.plane[c]) / (2 * kStep);
    }
  }
  return slopes;
}

CanvasView FixedView::at(std::span<const double> /*unknowns*/) const {
  return view_;
}

PlaneView::PlaneView(const FormFrame& frame) : normal_image_(normalImage(frame)) {}

CanvasView PlaneView::at(std::span<const double> unknowns) const {
  return {{normal_image_[0] + kTiltUnit * unknowns[0], normal_image_[1] + kTiltUnit * unknowns[1],
           normal_image_[2] + kPerspectiveUnit * unknowns[2]},
          {1, 0, 1}};
}

}  // namespace platen::optim
