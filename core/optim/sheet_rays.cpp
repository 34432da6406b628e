#include "core/optim/sheet_rays.h"

#include "core/wide_registers.h"

#include <algorithm>
#include <iterator>

namespace platen::optim {
namespace {

constexpr std::size_t kTogether = 32;

// Image rays in sheet space, seen from above along the rulings, and the cell of the profile's table that each meets.
struct Rays {
  double dx[kTogether], dz[kTogether];
  int cell[kTogether];  // -1: none
};

PLATEN_WIDE_REGISTERS void findRays(const SheetLens& lens, const Vec2* work_px, std::size_t count, Rays& rays) {
  const SheetLens l = lens;
  const double* r = l.rotation;
  for (std::size_t k = 0; k < count; ++k) {
    const double x = (work_px[k].x - l.centre.x) / l.norm / l.focal;
    const double y = (work_px[k].y - l.centre.y) / l.norm / l.focal;
    rays.dx[k] = r[0] * x + r[3] * y + r[6];
    rays.dz[k] = r[2] * x + r[5] * y + r[8];
  }
}

// Which of the rays meet the cells that they come with: the others' become -1. Only rays that pass no part of the
// profile from behind, for which it lies on one side of the ray first and then on the other: there is no other cell.
PLATEN_WIDE_REGISTERS void checkCells(const SheetProfile& profile, std::size_t count, Rays& rays) {
  constexpr double kClearly = 1e-6;  // far from what rounding could turn
  const SheetProfile p = profile;
  for (std::size_t k = 0; k < count; ++k) {
    const int cell = rays.cell[k] > 0 ? rays.cell[k] : 0;
    const double dx = rays.dx[k];
    const double dz = rays.dz[k];
    const double here = (p.x[cell] - p.origin_x) * dz - (p.z[cell] - p.origin_z) * dx;
    const double next = (p.x[cell + 1] - p.origin_x) * dz - (p.z[cell + 1] - p.origin_z) * dx;
    const double steepest = dx > 0 ? p.most * dx : p.least * dx;
    const bool meets = (here <= 0) & (next > 0) & (dz - steepest > kClearly);
    rays.cell[k] = meets ? rays.cell[k] : -1;
  }
}

// Seen from above the ray is a line; the expression tells on which side of it a node of the profile lies. Bisection,
// all rays at a time: the table has 2^8 cells.
PLATEN_WIDE_REGISTERS void bisect(const SheetProfile& profile, std::size_t count, Rays& rays) {
  static_assert(kProfileNodes == 257);
  const double* x = profile.x;
  const double* z = profile.z;
  const double origin_x = profile.origin_x;
  const double origin_z = profile.origin_z;
  int low[kTogether];
  for (std::size_t k = 0; k < count; ++k) {
    low[k] = 0;
  }
  for (int half = 128; half > 0; half /= 2) {
    for (std::size_t k = 0; k < count; ++k) {
      const int middle = low[k] + half;
      const double side = (x[middle] - origin_x) * rays.dz[k] - (z[middle] - origin_z) * rays.dx[k];
      low[k] = side <= 0 ? middle : low[k];
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    const double first = (x[0] - origin_x) * rays.dz[k] - (z[0] - origin_z) * rays.dx[k];
    const double last = (x[kProfileNodes - 1] - origin_x) * rays.dz[k] - (z[kProfileNodes - 1] - origin_z) * rays.dx[k];
    rays.cell[k] = first <= 0 && last >= 0 ? low[k] : -1;
  }
}

// Those of the rays that meet no cell yet, looked up.
void findMissing(const SheetProfile& profile, std::size_t count, Rays& rays) {
  Rays missing;
  std::size_t places[kTogether];
  std::size_t found = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (rays.cell[k] < 0) {
      missing.dx[found] = rays.dx[k];
      missing.dz[found] = rays.dz[k];
      places[found++] = k;
    }
  }
  bisect(profile, found, missing);
  for (std::size_t k = 0; k < found; ++k) {
    rays.cell[places[k]] = missing.cell[k];
  }
}

}  // namespace

void cellsOfRays(const SheetLens& lens,
                 const SheetProfile& profile,
                 std::span<const Vec2> work_px,
                 std::span<int> cells) {
  Rays rays;
  for (std::size_t from = 0; from < work_px.size(); from += kTogether) {
    const std::size_t count = std::min(kTogether, work_px.size() - from);
    findRays(lens, work_px.data() + from, count, rays);
    std::copy_n(cells.data() + from, count, std::begin(rays.cell));
    checkCells(profile, count, rays);
    findMissing(profile, count, rays);
    std::copy_n(std::begin(rays.cell), count, cells.data() + from);
  }
}

}  // namespace platen::optim
