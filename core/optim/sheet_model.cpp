// The tables of the profile, and the two directions of the map. The profile is a polyline in (X, Z), and both
// directions use that same polyline, so that inverse(forward(p)) = p to rounding. Derivatives of the inverse come from
// the implicit function: with the image point held, P(s, t; p) = O(p) + lambda d(p) is differentiated for ds, dt,
// dlambda.
#include "core/optim/sheet_model.h"

#include "core/optim/folded_sheet.h"
#include "core/optim/profile_spline.h"
#include "core/optim/sheet_rays.h"
#include "core/wide_registers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace platen::optim {
namespace {

constexpr std::size_t kNodes = kProfileNodes;  // cells are some .015 sheet units
constexpr double kOverhang = 1.0;              // the table goes that far beyond reach

// Half the extent of the evidence's box across the rulings, |cos phi| + |sin phi| aspect, with the absolute values
// rounded off at zero so that phi = 0 and 90 degrees are no kinks for the descent.
double roundedAbs(double x) {
  return std::sqrt(x * x + 0.0025);
}

double reachOf(double phi, double aspect) {
  return 1.03 * (roundedAbs(std::cos(phi)) + roundedAbs(std::sin(phi)) * aspect);
}

double reachSlope(double phi, double aspect) {
  const double c = std::cos(phi);
  const double s = std::sin(phi);
  return 1.03 * s * c * (aspect / roundedAbs(s) - 1 / roundedAbs(c));
}

// Where an image ray meets the sheet, as far as the derivatives by the profile's values need it.
struct Meeting {
  double dx, dy, dz;        // the ray in sheet space
  double slope_x, slope_z;  // of the profile
  double inverse_turn, inverse_norm;
  double scale_q, lambda;
};

// The derivatives of the inverse by the profile's values, as far as they point along an axis of (s, t): `low` and
// `high` are how the nodes beside the point move.
PLATEN_WIDE_REGISTERS void slopesByBend(const Meeting& at,
                                        double fraction,
                                        const Vec2* low,
                                        const Vec2* high,
                                        std::size_t count,
                                        Vec2 axis,
                                        double* __restrict along_axis,
                                        double* __restrict dscale) {
  const Meeting m = at;
  for (std::size_t b = 0; b < count; ++b) {
    const double mx = -(low[b].x + fraction * (high[b].x - low[b].x));
    const double mz = -(low[b].y + fraction * (high[b].y - low[b].y));
    const double ds = (mx * m.dz - mz * m.dx) * m.inverse_turn;
    const double dlambda = ((m.slope_x * ds - mx) * m.dx + (m.slope_z * ds - mz) * m.dz) * m.inverse_norm;
    const double dt = dlambda * m.dy;
    along_axis[b] = ds * axis.x + dt * axis.y;
    dscale[b] = m.scale_q * (0 - dlambda / m.lambda);
  }
}

}  // namespace

SheetModel::SheetModel(const SheetFrame& frame, const SheetParameters& parameters, bool derivatives)
    : frame_(frame), parameters_(parameters) {
  const std::size_t k = parameters.bend.size();
  if (k == 0 || k == 2 || k == 3) {
    throw std::invalid_argument("SheetModel: the profile has 1 value or at least 4");
  }
  cos_phi_ = std::cos(parameters.ruling);
  sin_phi_ = std::sin(parameters.ruling);
  focal_ = std::exp(parameters.log_focal);
  reach_ = reachOf(parameters.ruling, frame.aspect);
  const double ca = std::cos(parameters.roll + parameters.ruling);
  const double sa = std::sin(parameters.roll + parameters.ruling);
  const double cb = std::cos(parameters.pitch);
  const double sb = std::sin(parameters.pitch);
  const double rotation[9] = {ca, -sa * cb, sa * sb, sa, ca * cb, -ca * sb, 0, sb, cb};
  std::copy(std::begin(rotation), std::end(rotation), std::begin(rotation_));
  translation_[0] = frame.origin_q.x / frame.half_width_q;
  translation_[1] = frame.origin_q.y / frame.half_width_q;
  translation_[2] = focal_ / frame.half_width_q;
  for (std::size_t i = 0; i < 3; ++i) {
    origin_[i] =
        -(rotation_[i] * translation_[0] + rotation_[3 + i] * translation_[1] + rotation_[6 + i] * translation_[2]);
  }

  if (parameters.folded) {
    folded_ = std::make_shared<const FoldedSheet>(frame, *parameters.folded);
  }

  // Midpoint rule from the middle node (s = 0) outwards.
  s_first_ = -reach_ - kOverhang;
  s_step_ = -2 * s_first_ / static_cast<double>(kNodes - 1);
  x_.assign(kNodes, 0.0);
  z_.assign(kNodes, 0.0);
  const std::size_t columns = k + 1;
  const double reach_log_slope = reachSlope(parameters.ruling, frame.aspect) / reach_;
  if (derivatives) {
    profile_derivative_.assign(kNodes * columns, Vec2{});
  }
  constexpr std::size_t kMiddle = kNodes / 2;
  double last = 0;
  double cosine = 1;
  double sine = 0;
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  for (std::size_t half = 0; half < 2; ++half) {
    const double sign = half == 0 ? 1 : -1;
    for (std::size_t step = 0; step < kMiddle; ++step) {
      const std::size_t from = half == 0 ? kMiddle + step : kMiddle - step;
      const std::size_t to = half == 0 ? from + 1 : from - 1;
      const double scaled = sign * (static_cast<double>(step) + 0.5) * s_step_ / reach_;
      const ProfileWeights at = profileWeights(scaled, k);
      const double theta = weightedSum(at, parameters.bend, at.weight);
      if (theta != last) {  // on a plane, and beyond the ends of the profile, it stays
        last = theta;
        cosine = std::cos(theta);
        sine = std::sin(theta);
      }
      least = std::min(least, theta);
      most = std::max(most, theta);
      const double dx = sign * s_step_ * cosine;
      const double dz = sign * s_step_ * sine;
      x_[to] = x_[from] + dx;
      z_[to] = z_[from] + dz;
      if (derivatives) {
        const Vec2 turn{-dz, dx};  // d(dx, dz)/dtheta
        std::copy_n(&profile_derivative_[from * columns], columns, &profile_derivative_[to * columns]);
        for (std::size_t a = 0; a < at.count; ++a) {
          Vec2& entry = profile_derivative_[to * columns + at.first + a];
          entry = entry + at.weight[a] * turn;
        }
        // theta(s) = S(s / reach): reach grows with phi, so the same s moves towards the middle of S.
        const double dtheta_dphi = -weightedSum(at, parameters.bend, at.slope) * scaled * reach_log_slope;
        Vec2& entry = profile_derivative_[to * columns + k];
        entry = entry + dtheta_dphi * turn;
      }
    }
  }
  constexpr double kSteepest = 1.55;  // radians, short of a right angle
  if (least > -kSteepest && most < kSteepest) {
    least_slope_ = std::tan(least);
    most_slope_ = std::tan(most);
  }
}

std::size_t SheetModel::cellOf(double s, double& fraction) const {
  const double position = (s - s_first_) / s_step_;
  // NaN takes the first cell, and comes out as NaN through the fraction.
  const std::size_t cell =
      position > 0 ? static_cast<std::size_t>(std::min(position, static_cast<double>(kNodes - 2))) : 0;
  fraction = position - static_cast<double>(cell);
  return cell;
}

SheetModel::Jet SheetModel::workJet(Vec2 sheet_uv) const {
  if (folded_) {
    return folded_->jet(sheet_uv);
  }
  const double s = sheet_uv.x * cos_phi_ + sheet_uv.y * sin_phi_;
  const double t = -sheet_uv.x * sin_phi_ + sheet_uv.y * cos_phi_;
  double fraction = 0;
  const std::size_t i = cellOf(s, fraction);
  const double step_x = x_[i + 1] - x_[i];
  const double step_z = z_[i + 1] - z_[i];
  const double p[3] = {x_[i] + fraction * step_x, t, z_[i] + fraction * step_z};
  double c[3];
  for (std::size_t a = 0; a < 3; ++a) {
    c[a] = rotation_[3 * a] * p[0] + rotation_[3 * a + 1] * p[1] + rotation_[3 * a + 2] * p[2] + translation_[a];
  }
  Jet jet;
  if (!(c[2] > 1e-6 * translation_[2])) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    jet.point = jet.du = jet.dv = {nan, nan};
    return jet;
  }
  const double scale = frame_.norm * focal_ / c[2];
  jet.point = {frame_.centre.x + scale * c[0], frame_.centre.y + scale * c[1]};
  const auto project = [&](double px, double py, double pz) {
    const double dx = rotation_[0] * px + rotation_[1] * py + rotation_[2] * pz;
    const double dy = rotation_[3] * px + rotation_[4] * py + rotation_[5] * pz;
    const double dz = rotation_[6] * px + rotation_[7] * py + rotation_[8] * pz;
    return Vec2{scale * (dx - c[0] / c[2] * dz), scale * (dy - c[1] / c[2] * dz)};
  };
  const Vec2 ds = project(step_x / s_step_, 0, step_z / s_step_);
  const Vec2 dt = project(0, 1, 0);
  jet.du = cos_phi_ * ds - sin_phi_ * dt;
  jet.dv = sin_phi_ * ds + cos_phi_ * dt;
  return jet;
}

SheetModel::Jet SheetModel::workDerivatives(Vec2 sheet_uv, Vec2* moved) const {
  if (profile_derivative_.empty() || folded_) {
    throw std::logic_error("SheetModel::workDerivatives: the model was made without derivatives, or is folded");
  }
  const double s = sheet_uv.x * cos_phi_ + sheet_uv.y * sin_phi_;
  const double t = -sheet_uv.x * sin_phi_ + sheet_uv.y * cos_phi_;
  double fraction = 0;
  const std::size_t i = cellOf(s, fraction);
  const double step_x = x_[i + 1] - x_[i];
  const double step_z = z_[i + 1] - z_[i];
  const double p[3] = {x_[i] + fraction * step_x, t, z_[i] + fraction * step_z};
  const auto turned = [&](double px, double py, double pz, std::size_t a) {
    return rotation_[3 * a] * px + rotation_[3 * a + 1] * py + rotation_[3 * a + 2] * pz;
  };
  const double r[3] = {turned(p[0], p[1], p[2], 0), turned(p[0], p[1], p[2], 1), turned(p[0], p[1], p[2], 2)};
  const double depth = r[2] + translation_[2];
  const double scale = frame_.norm * focal_ / depth;
  const Vec2 q{(r[0] + translation_[0]) / depth, (r[1] + translation_[1]) / depth};
  const auto seen = [&](double cx, double cy, double cz) {
    return Vec2{scale * (cx - q.x * cz), scale * (cy - q.y * cz)};
  };
  const auto seenOnSheet = [&](double px, double py, double pz) {
    return seen(turned(px, py, pz, 0), turned(px, py, pz, 1), turned(px, py, pz, 2));
  };
  const Vec2 by_roll = seen(-r[1], r[0], 0);
  moved[SheetIndex::kRoll] = by_roll;
  // R = Rz Rx: the turn about x comes first, and moves y' by -z', z' by y'.
  moved[SheetIndex::kPitch] =
      seen(rotation_[3] * r[2], -rotation_[0] * r[2], rotation_[8] * p[1] - rotation_[7] * p[2]);
  const Vec2 from_centre{frame_.norm * focal_ * q.x, frame_.norm * focal_ * q.y};
  moved[SheetIndex::kLogFocal] = from_centre + seen(0, 0, translation_[2]);
  const std::size_t columns = parameters_.bend.size() + 1;
  const auto profile = [&](std::size_t column) {
    const Vec2 a = profile_derivative_[i * columns + column];
    const Vec2 b = profile_derivative_[(i + 1) * columns + column];
    return a + fraction * (b - a);
  };
  const Vec2 by_reach = profile(columns - 1);
  moved[SheetIndex::kRuling] =
      by_roll + seenOnSheet(t * step_x / s_step_ + by_reach.x, -s, t * step_z / s_step_ + by_reach.y);
  for (std::size_t k = 0; k + 1 < columns; ++k) {
    const Vec2 by_bend = profile(k);
    moved[SheetIndex::kBend + k] = seenOnSheet(by_bend.x, 0, by_bend.y);
  }
  Jet jet;
  jet.point = frame_.centre + from_centre;
  const Vec2 ds = seenOnSheet(step_x / s_step_, 0, step_z / s_step_);
  const Vec2 dt = seenOnSheet(0, 1, 0);
  jet.du = cos_phi_ * ds - sin_phi_ * dt;
  jet.dv = sin_phi_ * ds + cos_phi_ * dt;
  return jet;
}

Vec2 SheetModel::workFromSheet(Vec2 sheet_uv) const {
  return workJet(sheet_uv).point;
}

// Where the ray of an image point meets the sheet.
struct SheetModel::Hit {
  bool visible = false;
  std::size_t cell = 0;
  double fraction = 0;        // in the cell
  double s = 0, t = 0;        // sheet, ruling frame
  double lambda = 0;          // depth along the camera's axis, sheet units
  double ray[3] = {};         // direction in sheet space
  double camera_ray[3] = {};  // the same in camera space: (qx/f, qy/f, 1)
};

SheetModel::Hit SheetModel::intersect(Vec2 work_px, int cell) const {
  Hit hit;
  const Vec2 q = (work_px - frame_.centre) / frame_.norm;
  hit.camera_ray[0] = q.x / focal_;
  hit.camera_ray[1] = q.y / focal_;
  hit.camera_ray[2] = 1;
  for (std::size_t a = 0; a < 3; ++a) {
    hit.ray[a] = rotation_[a] * hit.camera_ray[0] + rotation_[3 + a] * hit.camera_ray[1] + rotation_[6 + a];
  }
  const double dx = hit.ray[0];
  const double dz = hit.ray[2];
  if (cell < 0) {
    return hit;
  }
  const auto low = static_cast<std::size_t>(cell);
  const std::size_t high = low + 1;
  const auto side = [&](std::size_t i) { return (x_[i] - origin_[0]) * dz - (z_[i] - origin_[2]) * dx; };
  const double at_low = side(low);
  const double at_high = side(high);
  hit.cell = low;
  hit.fraction = at_high > at_low ? -at_low / (at_high - at_low) : 0;
  hit.s = s_first_ + s_step_ * (static_cast<double>(low) + hit.fraction);
  const double x = x_[low] + hit.fraction * (x_[high] - x_[low]);
  const double z = z_[low] + hit.fraction * (z_[high] - z_[low]);
  hit.lambda = ((x - origin_[0]) * dx + (z - origin_[2]) * dz) / (dx * dx + dz * dz);
  hit.t = origin_[1] + hit.lambda * hit.ray[1];
  hit.visible = hit.lambda > 0;
  return hit;
}

void SheetModel::findCells(std::span<const Vec2> work_px, std::span<int> cells) const {
  cellsOfRays({frame_.centre, frame_.norm, focal_, rotation_},
              {x_.data(), z_.data(), least_slope_, most_slope_, origin_[0], origin_[2]}, work_px, cells);
}

int SheetModel::cellOfPoint(Vec2 work_px) const {
  int cell = -1;
  findCells({&work_px, 1}, {&cell, 1});
  return cell;
}

SheetModel::Seen SheetModel::sheetFromWork(Vec2 work_px) const {
  return sheetFromWork(work_px, cellOfPoint(work_px));
}

SheetModel::Seen SheetModel::sheetFromWork(Vec2 work_px, int cell) const {
  const Hit hit = intersect(work_px, cell);
  Seen seen;
  if (hit.visible) {
    seen.sheet_uv = {hit.s * cos_phi_ - hit.t * sin_phi_, hit.s * sin_phi_ + hit.t * cos_phi_};
    seen.scale_q = focal_ / hit.lambda;
    seen.visible = true;
  }
  if (folded_) {  // the cylinder it grew from is where the search starts
    if (!seen.visible) {
      seen.sheet_uv = ((work_px - frame_.centre) / frame_.norm - frame_.origin_q) / frame_.half_width_q;
    }
    seen.visible = folded_->invert(work_px, seen.sheet_uv);
    seen.scale_q = seen.visible ? folded_->scaleAt(seen.sheet_uv) : 0;
  }
  return seen;
}

SheetModel::Seen SheetModel::sheetDerivatives(Vec2 work_px, double* du, double* dv, double* dscale) const {
  return sheetDerivatives(work_px, cellOfPoint(work_px), du, dv, dscale);
}

SheetModel::Seen SheetModel::sheetDerivatives(Vec2 work_px, int cell, double* du, double* dv, double* dscale) const {
  if (profile_derivative_.empty() || folded_) {
    throw std::logic_error("SheetModel::sheetDerivatives: the model was made without derivatives, or is folded");
  }
  const Hit hit = intersect(work_px, cell);
  Seen seen;
  if (!hit.visible) {
    return seen;
  }
  seen.sheet_uv = {hit.s * cos_phi_ - hit.t * sin_phi_, hit.s * sin_phi_ + hit.t * cos_phi_};
  seen.scale_q = focal_ / hit.lambda;
  seen.visible = true;

  const std::size_t k = parameters_.bend.size();
  const std::size_t columns = k + 1;
  const double dx = hit.ray[0];
  const double dy = hit.ray[1];
  const double dz = hit.ray[2];
  const double slope_x = (x_[hit.cell + 1] - x_[hit.cell]) / s_step_;
  const double slope_z = (z_[hit.cell + 1] - z_[hit.cell]) / s_step_;
  const double turn = slope_x * dz - slope_z * dx;
  const double inverse_turn = std::abs(turn) > 1e-9 ? 1 / turn : 0;
  const double inverse_norm = 1 / (dx * dx + dz * dz);
  // (mx, my, mz): how O + lambda d moves with lambda held, less how the profile itself moves. turn_phi: the turn of
  // (s, t) into (u, v).
  const auto write = [&](std::size_t p, double mx, double my, double mz, double turn_phi, double dlog_focal) {
    const double ds = (mx * dz - mz * dx) * inverse_turn;
    const double dlambda = ((slope_x * ds - mx) * dx + (slope_z * ds - mz) * dz) * inverse_norm;
    const double dt = my + dlambda * dy;
    if (du != nullptr) {
      du[p] = ds * cos_phi_ - dt * sin_phi_ - turn_phi * seen.sheet_uv.y;
    }
    if (dv != nullptr) {
      dv[p] = ds * sin_phi_ + dt * cos_phi_ + turn_phi * seen.sheet_uv.x;
    }
    dscale[p] = seen.scale_q * (dlog_focal - dlambda / hit.lambda);
  };

  // w: from the sheet's origin to the point, camera axes; R^T w = (X, t, Z).
  const double w[3] = {hit.lambda * hit.camera_ray[0] - translation_[0],
                       hit.lambda * hit.camera_ray[1] - translation_[1], hit.lambda - translation_[2]};
  const double ca = rotation_[0];
  const double sa = rotation_[3];
  const double sb = rotation_[7];
  const double cb = rotation_[8];
  // d(R^T)/d(roll) w: R^T = Rx(-pitch) Rz(-alpha).
  const double roll_x = -sa * w[0] + ca * w[1];
  const double roll_y = -ca * w[0] - sa * w[1];
  const double roll_m[3] = {roll_x, cb * roll_y, -sb * roll_y};
  write(SheetIndex::kRoll, roll_m[0], roll_m[1], roll_m[2], 0, 0);
  // d/d(pitch): the turned point (x, y', z') gains (0, z', -y').
  const double plain_y = -sa * w[0] + ca * w[1];
  write(SheetIndex::kPitch, 0, -sb * plain_y + cb * w[2], -cb * plain_y - sb * w[2], 0, 0);
  // d/d(log f): w gains lambda (-qx/f, -qy/f, 0) - (0, 0, f / half_width).
  const double f[3] = {-hit.lambda * hit.camera_ray[0], -hit.lambda * hit.camera_ray[1], -translation_[2]};
  write(SheetIndex::kLogFocal, rotation_[0] * f[0] + rotation_[3] * f[1] + rotation_[6] * f[2],
        rotation_[1] * f[0] + rotation_[4] * f[1] + rotation_[7] * f[2],
        rotation_[2] * f[0] + rotation_[5] * f[1] + rotation_[8] * f[2], 0, 1);
  const Vec2* low = &profile_derivative_[hit.cell * columns];
  const Vec2* high = low + columns;
  const Vec2 by_reach = low[k] + hit.fraction * (high[k] - low[k]);
  write(SheetIndex::kRuling, roll_m[0] - by_reach.x, roll_m[1], roll_m[2] - by_reach.y, 1, 0);
  const Meeting meeting{dx, dy, dz, slope_x, slope_z, inverse_turn, inverse_norm, seen.scale_q, hit.lambda};
  if (du != nullptr) {
    slopesByBend(meeting, hit.fraction, low, high, k, {cos_phi_, -sin_phi_}, du + SheetIndex::kBend,
                 dscale + SheetIndex::kBend);
  }
  if (dv != nullptr) {
    slopesByBend(meeting, hit.fraction, low, high, k, {sin_phi_, cos_phi_}, dv + SheetIndex::kBend,
                 dscale + SheetIndex::kBend);
  }
  return seen;
}

}  // namespace platen::optim
