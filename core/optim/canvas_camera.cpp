#include "core/optim/canvas_camera.h"

#include "core/optim/curve_solver.h"
#include "core/optim/vec3.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace platen::optim {
namespace {

constexpr double kCroppedCentreSigma = 0.045, kWholeCentreSigma = 0.015;  // of the longer side
constexpr double kPrintSigma = 0.01;  // printers feed paper a little slower or faster than they should

double valueOf(CameraUnknown which, std::span<const double> unknowns) {
  const auto k = static_cast<std::size_t>(which);
  return kCameraUnits[k] * unknowns[k];
}

}  // namespace

double CanvasCamera::focal(std::span<const double> unknowns) const {
  return std::exp(priorsWithFocal(frame_.focal).log_focal + valueOf(CameraUnknown::focal, unknowns));
}

CanvasView CanvasCamera::at(std::span<const double> unknowns) const {
  const auto value = [&](CameraUnknown which) { return valueOf(which, unknowns); };
  const double longer = std::max(frame_.source_size.width, frame_.source_size.height);
  const double focal_px = longer * focal(unknowns);
  std::array<double, 9> b =
      centredHomography(frame_, {frame_.source_size.width / 2.0 + longer * value(CameraUnknown::centreX),
                                 frame_.source_size.height / 2.0 + longer * value(CameraUnknown::centreY)});
  for (std::size_t c = 0; c < 6; ++c) {
    b[c] /= focal_px;
  }
  const Vec3 b1 = columnOf(b, 0), b2 = columnOf(b, 1), b3 = columnOf(b, 2);
  const double xx = dot3(b1, b1), xy = dot3(b1, b2), yy = dot3(b2, b2);
  const Vec3 normal = cross3(b1, b2);
  const double area = std::sqrt(dot3(normal, normal));  // of a canvas_px^2; its root is the unit of length
  const double unit = std::sqrt(area);
  const double whole = dot3(normal, b3);
  // The square root of a symmetric 2 x 2 matrix G: (G + sqrt(det G)) / sqrt(tr G + 2 sqrt(det G)).
  const double root = 1 / std::sqrt(area * (xx + yy + 2 * area));
  const double wider = value(CameraUnknown::printWidth), sheared = value(CameraUnknown::printShear);
  // B^-1 n by Cramer's rule, n the unit normal `unit` long.
  const double per = unit / (area * whole);
  return {{per * det3(normal, b2, b3), per * det3(normal, b3, b1), per * dot3(normal, normal)},
          {root * (xx + area) - wider, root * xy - sheared, root * (yy + area) + wider}};
}

CameraEnergy::CameraEnergy(double weight, const FormFrame& frame, std::size_t first)
    : Energy("camera", weight), first_(first), per_sigma_{} {
  const double focal = priorsWithFocal(frame.focal).log_focal_sigma;
  const double centre = frame.focal > 0 ? kWholeCentreSigma : kCroppedCentreSigma;
  const std::array<double, kCameraUnknowns> sigma{focal, centre, centre, kPrintSigma, kPrintSigma};
  for (std::size_t k = 0; k < kCameraUnknowns; ++k) {
    per_sigma_[k] = kCameraUnits[k] / sigma[k];
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
