// The camera behind a canvas (form_cues.h): how what stands above the canvas' plane is seen on it, and how long the
// plane is there.
//
// The canvas is the photo through a homography H. A camera with square pixels, focal length f and principal point c
// sees a plane as H says if that plane lies in space with the columns of K^-1 H as its axes: B = K^-1 H = [b1 b2 b3],
// K = (f 0 c_x; 0 f c_y; 0 0 1). H alone allows one such plane for each camera, up to its distance. A homography to a
// bent sheet is none that this camera could have of a sheet's rectangle: b1 and b2 need be neither of one length nor at
// right angles. So lengths on the plane are those of P (x, y), with P the square root of the Gram matrix of b1 and b2
// times the plane's size
// (Hartley and Zisserman, Multiple View Geometry, 2nd edition, chapter 8: an image of a plane is rectified up to size
// by what it makes of the absolute conic), and a point at height Z above the plane's point (x, y), both in canvas_px
// from the canvas' middle, is seen at
//   ((x + m_x Z) / (1 + m_w Z), (y + m_y Z) / (1 + m_w Z)),  m = B^-1 n in the same units of length, n the unit normal.
// How large the plane is in units of the sheet is free: a larger one lies farther away.
#pragma once

#include "core/form_cues.h"
#include "core/optim/energy.h"

#include <array>
#include <cstddef>
#include <span>

namespace platen::optim {

struct CanvasView {
  std::array<double, 3> normal_image{};  // m
  std::array<double, 3> plane{1, 0, 1};  // P: xx, xy, yy
};

// A camera's unknowns, each in its unit of kCameraUnits:
//   0     log(focal length / what it is taken for)
//   1     log(size of the plane)
//   2, 3  principal point from the photo's middle, in the photo's longer sides
//   4, 5  the form as it was printed, in its blank form's lengths: wider (and as much lower), sheared; taken off P,
//   which
//         is right to first order, where the paper lies along the plane
inline constexpr std::size_t kCameraUnknowns = 6;
using CameraUnknowns = std::array<double, kCameraUnknowns>;
inline constexpr CameraUnknowns kCameraUnits{0.004, 0.002, 0.002, 0.002, 0.0005, 0.0005};

CanvasView viewOf(const FormFrame& frame, std::span<const double, kCameraUnknowns> camera);

// The view's slopes along each unknown: central differences, normal_image then plane.
std::array<std::array<double, 6>, kCameraUnknowns> slopesOf(const FormFrame& frame,
                                                            std::span<const double, kCameraUnknowns> camera);

// What is known of cameras and printers beforehand: E = sum of (x / sigma)^2 / 2 over the unknowns but the size. Where
// the frame's focal length is known, the photo is all that the camera saw, and its middle is nearly the principal
// point.
class CameraEnergy : public Energy {
 public:
  // The camera's unknowns begin at `first`.
  CameraEnergy(double weight, const FormFrame& frame, std::size_t first);
  double add(std::span<const double> unknowns, double scale, std::span<double> gradient) override;

 private:
  std::size_t first_;
  CameraUnknowns per_sigma_;  // units / sigma
};

}  // namespace platen::optim
