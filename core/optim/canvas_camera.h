// The camera behind a canvas: how what stands above the canvas' plane is seen on it, and how long the plane is there.
//
// The canvas is the photo through a homography H. A camera with square pixels, focal length f and principal point c
// sees a plane as H says if that plane lies in space with the columns of K^-1 H as its axes: B = K^-1 H = [b1 b2 b3],
// K = (f 0 c_x; 0 f c_y; 0 0 1). H alone allows one such plane for each camera, up to its distance. A homography to a
// bent sheet is none that this camera could have of a sheet's rectangle: b1 and b2 need be neither of one length nor at
// right angles. So P of canvas_view.h is the square root of the Gram matrix of b1 and b2 (Hartley and Zisserman,
// Multiple View Geometry, 2nd edition, chapter 8: an image of a plane is rectified up to size by what it makes of the
// absolute conic), and m = B^-1 n in the same unit of length, n the unit normal.
//
// The unit is such that the plane's area is the canvas'. A sheet that is larger than that lies farther off, which its
// depths say.
#pragma once

#include "core/form_cues.h"
#include "core/optim/canvas_view.h"
#include "core/optim/energy.h"

#include <array>
#include <cstddef>
#include <span>

namespace platen::optim {

// Its unknowns, in this order.
enum class CameraUnknown : std::size_t {
  focal,    // log of the length over what is believed of it (priorsWithFocal)
  centreX,  // the principal point from the photo's middle, in the photo's longer sides
  centreY,
  // The form as it was printed, in its blank form's lengths: wider and as much lower, sheared. Taken off P, which is
  // right to first order, where the paper lies along the plane.
  printWidth,
  printShear,
};
inline constexpr std::size_t kCameraUnknowns = 5;
// What 1 of each unknown is: about what a step of the descent should change it by.
inline constexpr std::array<double, kCameraUnknowns> kCameraUnits{0.012, 0.002, 0.002, 0.0005, 0.0005};

class CanvasCamera : public ViewModel {
 public:
  explicit CanvasCamera(const FormFrame& frame) : frame_(frame) {}
  [[nodiscard]] std::size_t size() const override { return kCameraUnknowns; }
  [[nodiscard]] CanvasView at(std::span<const double> unknowns) const override;
  // In the photo's longer sides.
  [[nodiscard]] double focal(std::span<const double> unknowns) const;

 private:
  FormFrame frame_;
};

// What is known of cameras and printers beforehand: E = sum of (x / sigma)^2 / 2. Where the frame's focal length is
// known, the photo is all that the camera saw, and its middle is nearly the principal point.
class CameraEnergy : public Energy {
 public:
  // The camera's unknowns begin at `first`.
  CameraEnergy(double weight, const FormFrame& frame, std::size_t first);
  // Throws std::invalid_argument where there are none.
  double add(std::span<const double> unknowns, double scale, std::span<double> gradient) override;

 private:
  std::size_t first_;
  std::array<double, kCameraUnknowns> per_sigma_;  // units / sigma
};

}  // namespace platen::optim
