// Which cell of a sheet's profile the rays of image points meet: many at a time, seen from above along the rulings,
// where a ray is a line and the profile a polyline.
#pragma once

#include "core/geometry.h"

#include <cstddef>
#include <span>

namespace platen::optim {

inline constexpr std::size_t kProfileNodes = 257;

// How image points become rays: q = (work_px - centre) / norm, then by the camera of sheet_model.h.
struct SheetLens {
  Vec2 centre;
  double norm = 1, focal = 1;
  const double* rotation = nullptr;  // [3, 3], row-major: from sheet to camera space
};

// The profile's nodes (X, Z), kProfileNodes of each, its least and its greatest slope dZ/dX, and where the camera is;
// all in sheet space.
struct SheetProfile {
  const double* x = nullptr;
  const double* z = nullptr;
  double least = 0, most = 0;
  double origin_x = 0, origin_z = 0;
};

// `cells`: in, a guess for each point, such as its cell in the step before, or -1; out, the cell that its ray meets, -1
// for none. A guess changes the time alone, never the answer.
void cellsOfRays(const SheetLens& lens,
                 const SheetProfile& profile,
                 std::span<const Vec2> work_px,
                 std::span<int> cells);

}  // namespace platen::optim
