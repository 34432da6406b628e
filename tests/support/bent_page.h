// BentPage: a sheet of paper of known shape under a known camera, as the truth that a flattened page is measured by.
//
// The shape is isometric by construction and independent of the program's own sheet model: the sheet is flat, and each
// Flap bends the part of it beyond a straight line about rulings parallel to that line. A point at distance d beyond
// the line moves to (X(d), Z(d)) across the rulings, where X' = cos theta, Z' = sin theta and theta is the flap's
// tangent angle, zero at the line (but for `gutter`). Flaps must not overlap on the page, nor hide parts of it from the
// camera. Only a flap that `crosses` may overlap others: the movements add up, which is no isometry any more, but what
// paper folded in four comes near to.
//
// Frames: page_mm has its origin at the page's middle, x right, y down, z away from the camera; page_uv is [0,1]^2 on
// the page; source_px has its origin at the photo's top left corner, pixel centres at + .5 (core/geometry.h).
//
// Threads: const methods from any thread.
#pragma once

#include "core/geometry.h"
#include "core/warp_grid.h"

#include <array>
#include <cstdint>
#include <vector>

namespace platen::test {

enum class Profile : std::uint8_t {
  arc,     // theta grows evenly to `turn` over `length_mm`, then stays: a rolled or curled sheet
  spine,   // theta grows with the cube of the distance: a page that rises to the spine of a book
  crease,  // theta goes smoothly to `turn` within `length_mm`: a fold
  gutter,  // theta = turn exp(-d / length_mm): one side of an open book, rising from the spine with a kink
  wave,    // theta = turn sin(2 pi d / length_mm): a sheet that was wet
};

struct Flap {
  Profile profile = Profile::arc;
  double direction = 0;    // radians from +x: where the flap lies as seen from its line
  double start_mm = 0;     // of the line from the page's middle, along `direction`; may be negative
  double turn = 0.4;       // radians; positive bends towards the camera
  double length_mm = 100;  // see Profile
  bool crosses = false;    // moves the paper on top of what the other flaps do, and may overlap them
};

struct CameraPose {
  double pitch = 0, yaw = 0, roll = 0;  // radians; pitch > 0: the page's top is farther away
  double focal = 1.2;                   // in units of the photo's longer side
  double fill = 0.9;                    // the page's box in the photo, as a share of the frame; > 1: cut off
  Vec2 shift{};                         // of the box's middle from the frame's, as shares of the frame
};

class BentPage {
 public:
  // Finds the distance at which the page fills the photo as asked, and brings it to its place.
  BentPage(Vec2 page_mm, std::vector<Flap> flaps, const CameraPose& pose, Size source_px);

  [[nodiscard]] Vec2 sizeMm() const { return page_mm_; }
  [[nodiscard]] Vec2 sourceFromPage(Vec2 page_uv) const;
  // page_mm after bending.
  [[nodiscard]] std::array<double, 3> spaceFromPage(Vec2 page_uv) const;
  // Unit normal towards the camera, in camera axes (x right, y down, z away).
  [[nodiscard]] std::array<double, 3> normal(Vec2 page_uv) const;
  // The truth as a grid.
  [[nodiscard]] WarpGrid grid(int rows, int cols) const;

 private:
  using Point = std::array<double, 3>;
  [[nodiscard]] Point inCamera(Vec2 page_uv) const;  // mm
  void frame(double fill, Vec2 shift);

  struct Bend {
    Flap flap;
    double nx = 1, ny = 0;
    std::vector<double> x, z;  // every kStep mm
  };
  Vec2 page_mm_;
  Size source_px_;
  std::vector<Bend> bends_;
  std::array<double, 9> rotation_{};
  Point translation_{};
  double focal_px_ = 1;
};

}  // namespace platen::test
