#include "core/optim/folded_search.h"

#include "core/wide_registers.h"

#include <algorithm>
#include <cmath>

namespace platen::optim {
namespace {

constexpr std::size_t kTogether = 32;

using Lanes = double[kTogether];

// Sheet points, their places in sheet space and how these move with u and v.
struct Places {
  Lanes u, v;
  Lanes px, py, pz;
  Lanes ux, uy, uz;
  Lanes vx, vy, vz;
};

struct Table {
  const double* x;
  const double* z;
  double nx, ny, s_first, per_step, last_cell;
};

struct Camera {
  double r[9], t[3];
  double focal, norm, centre_x, centre_y;
};

// Newton's steps from the places towards the points that are looked for.
struct Moves {
  Lanes target_x, target_y;  // work_px
  Lanes miss_x, miss_y, det;
  Lanes x, y, square;
};

PLATEN_WIDE_REGISTERS void startPlaces(std::size_t count, Places& p) {
  for (std::size_t k = 0; k < count; ++k) {
    p.px[k] = p.u[k];
    p.py[k] = p.v[k];
    p.pz[k] = 0;
    p.ux[k] = 1;
    p.uy[k] = 0;
    p.uz[k] = 0;
    p.vx[k] = 0;
    p.vy[k] = 1;
    p.vz[k] = 0;
  }
}

// Adds what one bending moves. The order of the sums is FoldedSheet::at's.
PLATEN_WIDE_REGISTERS void addBending(const Table& table, std::size_t count, Places& p) {
  const double* x = table.x;
  const double* z = table.z;
  const double nx = table.nx;
  const double ny = table.ny;
  const double s_first = table.s_first;
  const double per_step = table.per_step;
  const double last_cell = table.last_cell;
  for (std::size_t k = 0; k < count; ++k) {
    const double s = p.u[k] * nx + p.v[k] * ny;
    const double position = (s - s_first) * per_step;
    const double within = position > 0 ? (position < last_cell ? position : last_cell) : 0;
    const int i = static_cast<int>(within);
    const double fraction = position - i;
    const double step_x = x[i + 1] - x[i];
    const double step_z = z[i + 1] - z[i];
    const double across = x[i] + fraction * step_x - s;
    p.px[k] += across * nx;
    p.py[k] += across * ny;
    p.pz[k] += z[i] + fraction * step_z;
    const double slope_x = step_x * per_step - 1;
    const double slope_z = step_z * per_step;
    p.ux[k] += slope_x * nx * nx;
    p.uy[k] += slope_x * nx * ny;
    p.uz[k] += slope_z * nx;
    p.vx[k] += slope_x * ny * nx;
    p.vy[k] += slope_x * ny * ny;
    p.vz[k] += slope_z * ny;
  }
}

// Behind the camera det is 0.
PLATEN_WIDE_REGISTERS void findMoves(const Camera& camera, std::size_t count, const Places& p, Moves& m) {
  const Camera c = camera;
  constexpr double kLongest = FoldedSearch::kLongestStep;
  for (std::size_t k = 0; k < count; ++k) {
    const double x = c.r[0] * p.px[k] + c.r[1] * p.py[k] + c.r[2] * p.pz[k] + c.t[0];
    const double y = c.r[3] * p.px[k] + c.r[4] * p.py[k] + c.r[5] * p.pz[k] + c.t[1];
    const double depth = c.r[6] * p.px[k] + c.r[7] * p.py[k] + c.r[8] * p.pz[k] + c.t[2];
    const double inverse_depth = 1 / depth;
    const double scale = c.norm * c.focal * inverse_depth;
    const double qx = x * inverse_depth;
    const double qy = y * inverse_depth;
    const double uz = c.r[6] * p.ux[k] + c.r[7] * p.uy[k] + c.r[8] * p.uz[k];
    const double vz = c.r[6] * p.vx[k] + c.r[7] * p.vy[k] + c.r[8] * p.vz[k];
    const double du_x = scale * (c.r[0] * p.ux[k] + c.r[1] * p.uy[k] + c.r[2] * p.uz[k] - qx * uz);
    const double du_y = scale * (c.r[3] * p.ux[k] + c.r[4] * p.uy[k] + c.r[5] * p.uz[k] - qy * uz);
    const double dv_x = scale * (c.r[0] * p.vx[k] + c.r[1] * p.vy[k] + c.r[2] * p.vz[k] - qx * vz);
    const double dv_y = scale * (c.r[3] * p.vx[k] + c.r[4] * p.vy[k] + c.r[5] * p.vz[k] - qy * vz);
    const double miss_x = m.target_x[k] - (c.centre_x + scale * x);
    const double miss_y = m.target_y[k] - (c.centre_y + scale * y);
    const double det = du_x * dv_y - du_y * dv_x;
    const double inverse_det = 1 / det;
    const double move_x = (miss_x * dv_y - miss_y * dv_x) * inverse_det;
    const double move_y = (du_x * miss_y - du_y * miss_x) * inverse_det;
    const double square = move_x * move_x + move_y * move_y;
    const double shorter = square > kLongest * kLongest ? kLongest / std::sqrt(square) : 1;
    m.miss_x[k] = miss_x;
    m.miss_y[k] = miss_y;
    m.det[k] = depth > 1e-6 * c.t[2] ? det : 0;
    m.x[k] = move_x * shorter;
    m.y[k] = move_y * shorter;
    m.square[k] = square;
  }
}

}  // namespace

bool FoldedSearch::inSameCells(Vec2 a_sheet_uv, Vec2 b_sheet_uv) const {
  const auto cellOf = [&](double s) {
    const double position = (s - s_first) * per_step;
    return position > 0 ? static_cast<int>(std::min(position, static_cast<double>(last_cell))) : 0;
  };
  return std::all_of(bendings.begin(), bendings.end(), [&](const Bending& bending) {
    return cellOf(a_sheet_uv.x * bending.nx + a_sheet_uv.y * bending.ny) ==
           cellOf(b_sheet_uv.x * bending.nx + b_sheet_uv.y * bending.ny);
  });
}

void FoldedSearch::run(std::span<const Vec2> work_px, std::span<Vec2> sheet_uv, std::span<std::uint8_t> seen) const {
  const double farthest = -s_first;
  Camera camera{};
  std::copy(rotation.begin(), rotation.end(), std::begin(camera.r));
  std::copy(translation.begin(), translation.end(), std::begin(camera.t));
  camera.focal = focal;
  camera.norm = norm;
  camera.centre_x = centre.x;
  camera.centre_y = centre.y;
  Places places;
  Moves moves;
  std::size_t point[kTogether];  // of each search
  int steps[kTogether];
  std::size_t count = 0;  // searches under way; one that has ended makes room for the next
  std::size_t next = 0;
  while (next < work_px.size() || count > 0) {
    for (; count < kTogether && next < work_px.size(); ++count, ++next) {
      places.u[count] = sheet_uv[next].x;
      places.v[count] = sheet_uv[next].y;
      moves.target_x[count] = work_px[next].x;
      moves.target_y[count] = work_px[next].y;
      point[count] = next;
      steps[count] = 0;
      seen[next] = 0;
    }
    startPlaces(count, places);
    for (const Bending& bending : bendings) {
      addBending({bending.x, bending.z, bending.nx, bending.ny, s_first, per_step, static_cast<double>(last_cell)},
                 count, places);
    }
    findMoves(camera, count, places, moves);
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const Vec2 move{moves.x[k], moves.y[k]};
      const Vec2 here = Vec2{places.u[k], places.v[k]} + move;
      const bool possible = std::abs(moves.det[k]) > 0 && std::isfinite(moves.miss_x[k]) &&
                            std::isfinite(moves.det[k]) && std::abs(here.x) < farthest && std::abs(here.y) < farthest;
      if (!possible) {
        continue;
      }
      const double square = moves.square[k];
      if (square < kNear * kNear || (square < kShort * kShort && inSameCells(here - move, here))) {
        seen[point[k]] = moves.det[k] > 0 ? 1 : 0;
        if (seen[point[k]] != 0) {
          sheet_uv[point[k]] = here;
        }
        continue;
      }
      if (++steps[k] == kMostSteps) {
        continue;
      }
      places.u[kept] = here.x;
      places.v[kept] = here.y;
      moves.target_x[kept] = moves.target_x[k];
      moves.target_y[kept] = moves.target_y[k];
      point[kept] = point[k];
      steps[kept] = steps[k];
      ++kept;
    }
    count = kept;
  }
}

}  // namespace platen::optim
