#include "core/optim/canvas_camera.h"

#include "core/optim/vec3.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace platen::optim {
namespace {

constexpr double kUsualFocal = 1.2;  // of the longer side; as in stage 1 (curve_solver.h)
constexpr double kUsualSigma = 0.2, kKnownSigma = 0.12;
constexpr double kCroppedCentreSigma = 0.045, kWholeCentreSigma = 0.015;  // of the longer side
constexpr double kPrintSigma = 0.01;  // printers feed paper a little slower or faster than they should

Vec3 column(const std::array<double, 9>& m, std::size_t c) {
  return {m[c], m[3 + c], m[6 + c]};
}

// H from the canvas' middle to `to` on the photo.
std::array<double, 9> centred(const FormFrame& frame, Vec2 to) {
  const Vec2 from = frame.canvas_extent * 0.5;
  std::array<double, 9> h = frame.source_from_canvas.m;
  for (std::size_t r = 0; r < 3; ++r) {
    h[3 * r + 2] += h[3 * r] * from.x + h[3 * r + 1] * from.y;
  }
  for (std::size_t c = 0; c < 3; ++c) {
    h[c] -= to.x * h[6 + c];
    h[3 + c] -= to.y * h[6 + c];
  }
  return h;
}

}  // namespace

CanvasView viewOf(const FormFrame& frame, std::span<const double, kCameraUnknowns> camera) {
  const double longer = std::max(frame.source_size.width, frame.source_size.height);
  const double focal = longer * (frame.focal > 0 ? frame.focal : kUsualFocal) * std::exp(kCameraUnits[0] * camera[0]);
  const double size = std::exp(kCameraUnits[1] * camera[1]);
  const Vec2 centre{frame.source_size.width / 2.0 + longer * kCameraUnits[2] * camera[2],
                    frame.source_size.height / 2.0 + longer * kCameraUnits[3] * camera[3]};
  std::array<double, 9> b = centred(frame, centre);
  for (std::size_t c = 0; c < 6; ++c) {
    b[c] /= focal;
  }
  const Vec3 b1 = column(b, 0), b2 = column(b, 1), b3 = column(b, 2);
  const double xx = dot3(b1, b1), xy = dot3(b1, b2), yy = dot3(b2, b2);
  const Vec3 normal = cross3(b1, b2);
  const double area = std::sqrt(dot3(normal, normal));  // of a canvas_px^2; its root is the unit of length
  const double unit = std::sqrt(area) / size;
  const double whole = dot3(normal, b3);
  // The square root of a symmetric 2 x 2 matrix G: (G + sqrt(det G)) / sqrt(tr G + 2 sqrt(det G)).
  const double root = size / std::sqrt(area * (xx + yy + 2 * area));
  const double wider = kCameraUnits[4] * camera[4], sheared = kCameraUnits[5] * camera[5];
  // B^-1 n by Cramer's rule, n the unit normal `unit` long.
  const double per = unit / (area * whole);
  return {{per * dot3(normal, cross3(b2, b3)), per * dot3(normal, cross3(b3, b1)), per * dot3(normal, normal)},
          {root * (xx + area) - wider, root * xy - sheared, root * (yy + area) + wider}};
}

std::array<std::array<double, 6>, kCameraUnknowns> slopesOf(const FormFrame& frame,
                                                            std::span<const double, kCameraUnknowns> camera) {
  constexpr double kStep = 0.05;
  std::array<std::array<double, 6>, kCameraUnknowns> slopes{};
  CameraUnknowns at{};
  std::copy(camera.begin(), camera.end(), at.begin());
  for (std::size_t k = 0; k < kCameraUnknowns; ++k) {
    at[k] = camera[k] + kStep;
    const CanvasView up = viewOf(frame, at);
    at[k] = camera[k] - kStep;
    const CanvasView down = viewOf(frame, at);
    at[k] = camera[k];
    for (std::size_t c = 0; c < 3; ++c) {
      slopes[k][c] = (up.normal_image[c] - down.normal_image[c]) / (2 * kStep);
      slopes[k][3 + c] = (up.plane[c] - down.plane[c]) / (2 * kStep);
    }
  }
  return slopes;
}

CameraEnergy::CameraEnergy(double weight, const FormFrame& frame, std::size_t first)
    : Energy("camera", weight), first_(first), per_sigma_{} {
  const double focal = frame.focal > 0 ? kKnownSigma : kUsualSigma;
  const double centre = frame.focal > 0 ? kWholeCentreSigma : kCroppedCentreSigma;
  const CameraUnknowns sigma{focal, 0, centre, centre, kPrintSigma, kPrintSigma};
  for (std::size_t k = 0; k < kCameraUnknowns; ++k) {
    per_sigma_[k] = sigma[k] > 0 ? kCameraUnits[k] / sigma[k] : 0;
  }
}

double CameraEnergy::add(std::span<const double> unknowns, double scale, std::span<double> gradient) {
  if (unknowns.size() < first_ + kCameraUnknowns) {
    throw std::invalid_argument("CameraEnergy: no camera among the unknowns");
  }
  double sum = 0;
  for (std::size_t k = 0; k < kCameraUnknowns; ++k) {
    const double off = unknowns[first_ + k] * per_sigma_[k];
    sum += off * off / 2;
    if (scale != 0) {
      gradient[first_ + k] += scale * off * per_sigma_[k];
    }
  }
  return sum;
}

}  // namespace platen::optim
