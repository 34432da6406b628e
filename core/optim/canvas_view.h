// How space is seen on a canvas (form_cues.h), and by which unknowns of a fit it may be seen otherwise.
//
// The canvas is the photo through a homography H, so that a sheet lying in H's plane is seen without any offset. A
// point at depth Z behind the plane's point (x, y), in canvas_px from the canvas' middle, is seen at
//   ((x + m_x Z) / (1 + m_w Z), (y + m_y Z) / (1 + m_w Z))
// whatever the camera: m is the vanishing point of the plane's normal, homogeneous, times the normal's length; m_w is
// in 1 / canvas_px. Z and lengths on the plane are in the unit of P (x, y), a canvas_px where P is 1.
#pragma once

#include "core/form_cues.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace platen::optim {

struct CanvasView {
  std::array<double, 3> normal_image{};  // m
  std::array<double, 3> plane{1, 0, 1};  // P, symmetric: xx, xy, yy
};

// A kind of view by its unknowns, each in a unit of its own that is small against what it may be: all zero at the
// start. Immutable; safe to use from several threads.
class ViewModel {
 public:
  virtual ~ViewModel() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  // `unknowns` [size()]
  [[nodiscard]] virtual CanvasView at(std::span<const double> unknowns) const = 0;
  // Of normal_image and plane along each unknown, by central differences.
  [[nodiscard]] std::vector<std::array<double, 6>> slopes(std::span<const double> unknowns) const;
};

// Nothing about it is unknown.
class FixedView : public ViewModel {
 public:
  explicit FixedView(const std::array<double, 3>& normal_image) : view_{normal_image, {1, 0, 1}} {}
  [[nodiscard]] std::size_t size() const override { return 0; }
  [[nodiscard]] CanvasView at(std::span<const double> unknowns) const override;

 private:
  CanvasView view_;
};

// The canvas' plane is the form's own: lengths on it are the form's. The normal is seen anywhere near where a camera
// with square pixels that looks at the photo's middle sees it; its focal length is what the homography says, where it
// says anything.
class PlaneView : public ViewModel {
 public:
  explicit PlaneView(const FormFrame& frame);
  [[nodiscard]] std::size_t size() const override { return 3; }
  [[nodiscard]] CanvasView at(std::span<const double> unknowns) const override;

 private:
  std::array<double, 3> normal_image_;
};

// H as a matrix from the canvas' middle to `photo_px`, row-major.
std::array<double, 9> centredHomography(const FormFrame& frame, Vec2 photo_px);

}  // namespace platen::optim
