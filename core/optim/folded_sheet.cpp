// The tables of the profiles and the two directions of the map. The derivative of the inverse is the implicit
// function's: with the image point held, du = -J^-1 dq, where dq is how the image of a fixed sheet point moves.
#include "core/optim/folded_sheet.h"

#include "core/optim/folded_search.h"
#include "core/optim/profile_spline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace platen::optim {
namespace {

constexpr std::size_t kNodes = 1025;  // table nodes: cells of some .005 sheet units, half a crease's width
constexpr std::size_t kMiddle = kNodes / 2;
constexpr double kOverhang = 0.6;       // the table goes that far beyond the page's diagonal
constexpr double kCreaseWidth = 0.012;  // w, sheet units

using Matrix = std::array<double, 9>;

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) {
        c[3 * i + j] += a[3 * i + k] * b[3 * k + j];
      }
    }
  }
  return c;
}

// About the viewing axis, the horizontal axis and the vertical axis; and their derivatives.
Matrix aboutZ(double a) {
  return {std::cos(a), -std::sin(a), 0, std::sin(a), std::cos(a), 0, 0, 0, 1};
}
Matrix aboutX(double a) {
  return {1, 0, 0, 0, std::cos(a), -std::sin(a), 0, std::sin(a), std::cos(a)};
}
Matrix aboutY(double a) {
  return {std::cos(a), 0, -std::sin(a), 0, 1, 0, std::sin(a), 0, std::cos(a)};
}
Matrix slopeZ(double a) {
  return {-std::sin(a), -std::cos(a), 0, std::cos(a), -std::sin(a), 0, 0, 0, 0};
}
Matrix slopeX(double a) {
  return {0, 0, 0, 0, -std::sin(a), -std::cos(a), 0, std::cos(a), -std::sin(a)};
}
Matrix slopeY(double a) {
  return {-std::sin(a), 0, -std::cos(a), 0, 0, 0, std::cos(a), 0, -std::sin(a)};
}

// tanh, but for its tails.
double turnOf(double x) {
  return std::abs(x) < 12 ? std::tanh(x) : std::copysign(1.0, x);
}

std::array<double, 3> times(const double* m, const double* p) {
  return {m[0] * p[0] + m[1] * p[1] + m[2] * p[2], m[3] * p[0] + m[4] * p[1] + m[5] * p[2],
          m[6] * p[0] + m[7] * p[1] + m[8] * p[2]};
}

// Two neighbouring rows of the tables of derivatives, of `columns` parameters, and a place between them.
struct TableRows {
  const double* dx;
  const double* dz;
  std::size_t columns;
  double fraction;

  // out = by_x * dx + by_z * dz there.
  void write(double by_x, double by_z, double* out) const {
    for (std::size_t c = 0; c < columns; ++c) {
      const double x = dx[c] + fraction * (dx[c + columns] - dx[c]);
      const double z = dz[c] + fraction * (dz[c + columns] - dz[c]);
      out[c] = x * by_x + z * by_z;
    }
  }
};

}  // namespace

double reachAcross(const SheetFrame& frame, double ruling) {
  const auto rounded = [](double x) { return std::sqrt(x * x + 0.0025); };  // as in sheet_model.cpp
  return 1.03 * (rounded(std::cos(ruling)) + rounded(std::sin(ruling)) * frame.aspect);
}

FoldedParameters foldedFrom(const SheetFrame& frame, const SheetParameters& cylinder) {
  FoldedParameters folded;
  double mean = 0;
  for (const double value : cylinder.bend) {
    mean += value / static_cast<double>(cylinder.bend.size());
  }
  // The cylinder's camera sees Rz(roll + phi) Rx(pitch) (X, t, Z); (X, Z) is turned by the mean, (X, t) by phi.
  const Matrix m = product(product(aboutZ(cylinder.roll + cylinder.ruling), aboutX(cylinder.pitch)),
                           product(aboutY(mean), aboutZ(-cylinder.ruling)));
  folded.pitch = std::asin(std::clamp(m[7], -1.0, 1.0));
  folded.yaw = std::atan2(m[6], m[8]);
  folded.roll = std::atan2(-m[1], m[4]);
  folded.log_focal = cylinder.log_focal;
  Bending bending{cylinder.ruling, reachAcross(frame, cylinder.ruling), cylinder.bend, {}};
  for (double& value : bending.profile) {
    value -= mean;
  }
  folded.bendings.push_back(std::move(bending));
  return folded;
}

FoldedSheet::FoldedSheet(const SheetFrame& frame, const FoldedParameters& parameters)
    : frame_(frame), bendings_(parameters.bendings), focal_(std::exp(parameters.log_focal)) {
  const Matrix z = aboutZ(parameters.roll);
  const Matrix x = aboutX(parameters.pitch);
  const Matrix y = aboutY(parameters.yaw);
  const Matrix r = product(z, product(x, y));
  std::copy(r.begin(), r.end(), std::begin(rotation_));
  const Matrix turned[3] = {product(slopeZ(parameters.roll), product(x, y)),
                            product(z, product(slopeX(parameters.pitch), y)),
                            product(z, product(x, slopeY(parameters.yaw)))};
  for (std::size_t k = 0; k < 3; ++k) {
    std::copy(turned[k].begin(), turned[k].end(), std::begin(turned_[k]));
  }
  translation_[0] = frame.origin_q.x / frame.half_width_q;
  translation_[1] = frame.origin_q.y / frame.half_width_q;
  translation_[2] = focal_ / frame.half_width_q;
  s_first_ = -1.1 * std::hypot(1.0, frame.aspect) - kOverhang;
  s_step_ = -2 * s_first_ / static_cast<double>(kNodes - 1);
  per_step_ = 1 / s_step_;
  size_ = 4;
  for (const Bending& bending : bendings_) {
    if (bending.profile.size() == 2 || bending.profile.size() == 3 || !(bending.reach > 0)) {
      throw std::invalid_argument("FoldedSheet: a profile has no, 1 or at least 4 values over a positive reach");
    }
    Table table;
    table.first = size_;
    table.columns = bending.profile.size() + 2 * bending.creases.size();
    tabulate(bending, table);
    size_ += 1 + table.columns;
    tables_.push_back(std::move(table));
  }
}

// theta at s.
double FoldedSheet::angleAt(const Bending& bending, double s) const {
  double theta = 0;
  if (!bending.profile.empty()) {
    const ProfileWeights spline = profileWeights(s / bending.reach, bending.profile.size());
    for (std::size_t a = 0; a < spline.count; ++a) {
      theta += spline.weight[a] * bending.profile[spline.first + a];
    }
  }
  for (const Crease& crease : bending.creases) {
    theta += crease.angle / 2 * turnOf((s - crease.position) / kCreaseWidth);
  }
  return theta;
}

// Midpoint rule from the middle node (s = 0) outwards.
void FoldedSheet::tabulate(const Bending& bending, Table& table) const {
  table.nx = std::cos(bending.ruling);
  table.ny = std::sin(bending.ruling);
  table.x.assign(kNodes, 0.0);
  table.z.assign(kNodes, 0.0);
  double last = 0;
  double cosine = 1;
  double sine = 0;
  for (const double sign : {1.0, -1.0}) {
    for (std::size_t step = 0; step < kMiddle; ++step) {
      const std::size_t from = sign > 0 ? kMiddle + step : kMiddle - step;
      const std::size_t to = sign > 0 ? from + 1 : from - 1;
      const double theta = angleAt(bending, sign * (static_cast<double>(step) + 0.5) * s_step_);
      if (theta != last) {  // between creases it stays
        last = theta;
        cosine = std::cos(theta);
        sine = std::sin(theta);
      }
      table.x[to] = table.x[from] + sign * s_step_ * cosine;
      table.z[to] = table.z[from] + sign * s_step_ * sine;
    }
  }
}

// The derivatives of the same sums, of the nodes from `low` to `high`.
void FoldedSheet::tabulateDerivatives(const Bending& bending, std::size_t low, std::size_t high, Table& table) const {
  low = std::min(low, kMiddle);
  high = std::max(high, kMiddle);
  table.from = low;
  table.to = high;
  const std::size_t columns = table.columns;
  table.dx.assign((high + 1 - low) * columns, 0.0);
  table.dz.assign(table.dx.size(), 0.0);
  const std::size_t k = bending.profile.size();
  for (const double sign : {1.0, -1.0}) {
    const std::size_t steps = sign > 0 ? high - kMiddle : kMiddle - low;
    for (std::size_t step = 0; step < steps; ++step) {
      const std::size_t from = sign > 0 ? kMiddle + step : kMiddle - step;
      const std::size_t to = sign > 0 ? from + 1 : from - 1;
      const double s = sign * (static_cast<double>(step) + 0.5) * s_step_;
      const Vec2 turn{table.z[from] - table.z[to], table.x[to] - table.x[from]};  // d(dX, dZ) / d theta
      double* dx = &table.dx[(to - low) * columns];
      double* dz = &table.dz[(to - low) * columns];
      std::copy_n(&table.dx[(from - low) * columns], columns, dx);
      std::copy_n(&table.dz[(from - low) * columns], columns, dz);
      if (k > 0) {
        const ProfileWeights spline = profileWeights(s / bending.reach, k);
        for (std::size_t a = 0; a < spline.count; ++a) {
          dx[spline.first + a] += spline.weight[a] * turn.x;
          dz[spline.first + a] += spline.weight[a] * turn.y;
        }
      }
      for (std::size_t c = 0; c < bending.creases.size(); ++c) {
        const Crease& crease = bending.creases[c];
        const double t = turnOf((s - crease.position) / kCreaseWidth);
        const std::size_t by_position = k + 2 * c;
        const double slope = crease.angle / 2 * (1 - t * t) / kCreaseWidth;
        dx[by_position] -= slope * turn.x;
        dz[by_position] -= slope * turn.y;
        dx[by_position + 1] += t / 2 * turn.x;
        dz[by_position + 1] += t / 2 * turn.y;
      }
    }
  }
}

void FoldedSheet::differentiateAt(std::span<const Vec2> sheet_uv) {
  for (std::size_t b = 0; b < tables_.size(); ++b) {
    Table& table = tables_[b];
    std::size_t low = kMiddle;
    std::size_t high = kMiddle;
    for (const Vec2 at : sheet_uv) {
      double fraction = 0;
      const std::size_t cell = cellOf(at.x * table.nx + at.y * table.ny, fraction);
      low = std::min(low, cell);
      high = std::max(high, cell + 1);
    }
    tabulateDerivatives(bendings_[b], low, high, table);
  }
}

std::size_t FoldedSheet::cellOf(double s, double& fraction) const {
  const double position = (s - s_first_) * per_step_;
  const std::size_t cell =
      position > 0 ? static_cast<std::size_t>(std::min(position, static_cast<double>(kNodes - 2))) : 0;
  fraction = position - static_cast<double>(cell);
  return cell;
}

FoldedSheet::At FoldedSheet::at(Vec2 sheet_uv) const {
  At at;
  at.p[0] = sheet_uv.x;
  at.p[1] = sheet_uv.y;
  at.du[0] = 1;
  at.dv[1] = 1;
  for (const Table& table : tables_) {
    const double s = sheet_uv.x * table.nx + sheet_uv.y * table.ny;
    double fraction = 0;
    const std::size_t i = cellOf(s, fraction);
    const double step_x = table.x[i + 1] - table.x[i];
    const double step_z = table.z[i + 1] - table.z[i];
    const double across = table.x[i] + fraction * step_x - s;
    at.p[0] += across * table.nx;
    at.p[1] += across * table.ny;
    at.p[2] += table.z[i] + fraction * step_z;
    const double slope_x = step_x * per_step_ - 1;
    const double slope_z = step_z * per_step_;
    at.du[0] += slope_x * table.nx * table.nx;
    at.du[1] += slope_x * table.nx * table.ny;
    at.du[2] += slope_z * table.nx;
    at.dv[0] += slope_x * table.ny * table.nx;
    at.dv[1] += slope_x * table.ny * table.ny;
    at.dv[2] += slope_z * table.ny;
  }
  const auto turned = times(rotation_, at.p);
  for (std::size_t a = 0; a < 3; ++a) {
    at.c[a] = turned[a] + translation_[a];
  }
  return at;
}

SheetModel::Jet FoldedSheet::jet(Vec2 sheet_uv) const {
  const At at = this->at(sheet_uv);
  SheetModel::Jet jet;
  if (!(at.c[2] > 1e-6 * translation_[2])) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    jet.point = jet.du = jet.dv = {nan, nan};
    return jet;
  }
  const double inverse_depth = 1 / at.c[2];
  const double scale = frame_.norm * focal_ * inverse_depth;
  const double x = at.c[0] * inverse_depth;
  const double y = at.c[1] * inverse_depth;
  jet.point = {frame_.centre.x + scale * at.c[0], frame_.centre.y + scale * at.c[1]};
  const auto du = times(rotation_, at.du);
  const auto dv = times(rotation_, at.dv);
  jet.du = {scale * (du[0] - x * du[2]), scale * (du[1] - y * du[2])};
  jet.dv = {scale * (dv[0] - x * dv[2]), scale * (dv[1] - y * dv[2])};
  return jet;
}

double FoldedSheet::scaleAt(Vec2 sheet_uv) const {
  return focal_ / at(sheet_uv).c[2];
}

bool FoldedSheet::inSameCells(Vec2 a_sheet_uv, Vec2 b_sheet_uv) const {
  double fraction = 0;
  return std::all_of(tables_.begin(), tables_.end(), [&](const Table& table) {
    return cellOf(a_sheet_uv.x * table.nx + a_sheet_uv.y * table.ny, fraction) ==
           cellOf(b_sheet_uv.x * table.nx + b_sheet_uv.y * table.ny, fraction);
  });
}

bool FoldedSheet::invert(Vec2 work_px, Vec2& sheet_uv) const {
  constexpr int kMostSteps = FoldedSearch::kMostSteps;
  constexpr double kLongestStep = FoldedSearch::kLongestStep;
  constexpr double kNear = FoldedSearch::kNear;
  constexpr double kShort = FoldedSearch::kShort;
  const double farthest = -s_first_;
  Vec2 here = sheet_uv;
  for (int step = 0; step < kMostSteps; ++step) {
    const SheetModel::Jet jet = this->jet(here);
    const Vec2 miss = work_px - jet.point;
    const double det = cross(jet.du, jet.dv);
    if (!(std::abs(det) > 0) || !std::isfinite(miss.x) || !std::isfinite(det)) {
      return false;
    }
    Vec2 move = Vec2{cross(miss, jet.dv), cross(jet.du, miss)} * (1 / det);
    const double square = dot(move, move);
    if (square > kLongestStep * kLongestStep) {
      move = move * (kLongestStep / std::sqrt(square));
    }
    here = here + move;
    if (!(std::abs(here.x) < farthest && std::abs(here.y) < farthest)) {
      return false;
    }
    // Within a cell of every table the map is a projection of a plane, on which the error of a step this short is its
    // square: the next one would not be felt.
    if (square < kNear * kNear || (square < kShort * kShort && inSameCells(here - move, here))) {
      if (!(det > 0)) {  // the sheet's back
        return false;
      }
      sheet_uv = here;
      return true;
    }
  }
  return false;
}

void FoldedSheet::invert(std::span<const Vec2> work_px, std::span<Vec2> sheet_uv, std::span<std::uint8_t> seen) const {
  FoldedSearch search;
  for (const Table& table : tables_) {
    search.bendings.push_back({table.x.data(), table.z.data(), table.nx, table.ny});
  }
  search.last_cell = kNodes - 2;
  search.s_first = s_first_;
  search.per_step = per_step_;
  std::copy(std::begin(rotation_), std::end(rotation_), search.rotation.begin());
  std::copy(std::begin(translation_), std::end(translation_), search.translation.begin());
  search.focal = focal_;
  search.norm = frame_.norm;
  search.centre = frame_.centre;
  search.run(work_px, sheet_uv, seen);
}

bool FoldedSheet::derivatives(Vec2 sheet_uv, double* du, double* dv) const {
  const At at = this->at(sheet_uv);
  if (!(at.c[2] > 1e-6 * translation_[2])) {
    return false;
  }
  const double x = at.c[0] / at.c[2];
  const double y = at.c[1] / at.c[2];
  // All in units of f / depth: it cancels between J and dq.
  const auto seen = [&](const std::array<double, 3>& c) { return Vec2{c[0] - x * c[2], c[1] - y * c[2]}; };
  const Vec2 by_u = seen(times(rotation_, at.du));
  const Vec2 by_v = seen(times(rotation_, at.dv));
  const double det = cross(by_u, by_v);
  if (!(std::abs(det) > 1e-9)) {
    return false;
  }
  const double inverse_det = -1 / det;
  const auto write = [&](std::size_t k, Vec2 moved) {
    if (du != nullptr) {
      du[k] = cross(moved, by_v) * inverse_det;
    }
    if (dv != nullptr) {
      dv[k] = cross(by_u, moved) * inverse_det;
    }
  };
  for (std::size_t k = 0; k < 3; ++k) {
    write(k, seen(times(turned_[k], at.p)));
  }
  // q = f C / Cz, and the sheet's distance grows with f.
  write(3, {at.c[0] - x * translation_[2], at.c[1] - y * translation_[2]});
  for (const Table& table : tables_) {
    const double s = sheet_uv.x * table.nx + sheet_uv.y * table.ny;
    const double t = -sheet_uv.x * table.ny + sheet_uv.y * table.nx;
    double fraction = 0;
    const std::size_t i = cellOf(s, fraction);
    const double step_x = table.x[i + 1] - table.x[i];
    const double step_z = table.z[i + 1] - table.z[i];
    const double across = table.x[i] + fraction * step_x - s;
    const double slope = t * (step_x * per_step_ - 1);
    const double by_phi[3] = {slope * table.nx - across * table.ny, slope * table.ny + across * table.nx,
                              t * step_z * per_step_};
    write(table.first, seen(times(rotation_, by_phi)));
    // Directions of the displacement as the camera sees them.
    const double along[3] = {table.nx, table.ny, 0};
    const double up[3] = {0, 0, 1};
    const Vec2 seen_along = seen(times(rotation_, along));
    const Vec2 seen_up = seen(times(rotation_, up));
    if (i < table.from || i + 1 > table.to) {
      throw std::invalid_argument("FoldedSheet::derivatives: not as far as differentiateAt() reached");
    }
    const std::size_t low = (i - table.from) * table.columns;
    const TableRows rows{table.dx.data() + low, table.dz.data() + low, table.columns, fraction};
    if (du != nullptr) {
      rows.write(cross(seen_along, by_v) * inverse_det, cross(seen_up, by_v) * inverse_det, &du[table.first + 1]);
    }
    if (dv != nullptr) {
      rows.write(cross(by_u, seen_along) * inverse_det, cross(by_u, seen_up) * inverse_det, &dv[table.first + 1]);
    }
  }
  return true;
}

}  // namespace platen::optim
