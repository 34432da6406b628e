#include "core/optim/curve_residuals.h"

#include "core/wide_registers.h"

#include <algorithm>

namespace platen::optim {
namespace {

PLATEN_WIDE_REGISTERS void slopesOfResidual(
    const double* of_value, const double* of_constant, double scale, std::size_t n, double* row) {
  for (std::size_t p = 0; p < n; ++p) {
    row[p] = (of_value[p] - of_constant[p]) * scale;
  }
}

PLATEN_WIDE_REGISTERS void addScaleSlopes(
    const double* of_scale, double off, double scale_unit, std::size_t n, double* row) {
  for (std::size_t p = 0; p < n; ++p) {
    row[p] += off * of_scale[p] * scale_unit;
  }
}

// One residual in the gradient and the lower triangle of the Hessian.
PLATEN_WIDE_REGISTERS void addSquare(
    const double* row, double weight, double residual, std::size_t n, double* gradient, double* hessian) {
  for (std::size_t p = 0; p < n; ++p) {
    const double wp = weight * row[p];
    gradient[p] += wp * residual;
    double* line = hessian + p * n;
    for (std::size_t q = 0; q <= p; ++q) {
      line[q] += wp * row[q];
    }
  }
}

PLATEN_WIDE_REGISTERS void addSlopes(const double* slopes, double weight, std::size_t n, double* sum) {
  for (std::size_t p = 0; p < n; ++p) {
    sum[p] += weight * slopes[p];
  }
}

}  // namespace

std::size_t pointsOf(const Curve& curve) {
  const bool is_piece = curve.kind == CurveKind::text || curve.kind == CurveKind::rule;
  const std::size_t most = is_piece ? 10 : 24;
  return std::min(most, curve.points.size());
}

ThinnedCurve thinned(const Curve& curve, std::size_t count) {
  ThinnedCurve few;
  few.is_h = curve.is_h;
  few.base = 0.1 * curve.weight * std::min(1.0, curve.length_h / 12) * static_cast<double>(pointsOf(curve)) /
             static_cast<double>(count);
  few.points.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    few.points.push_back(curve.points[i * (curve.points.size() - 1) / (count - 1)]);
  }
  return few;
}

void CurveResiduals::begin(const ThinnedCurve& curve, Slopes slopes, double scale_unit) {
  points_ = curve.points.size();
  seen_ = 0;
  base_ = curve.base;
  scale_unit_ = scale_unit;
  slopes_ = slopes;
  value_.resize(points_);
  scale_.resize(points_);
  weight_.resize(points_);
  if (slopes != Slopes::none) {
    value_slopes_.resize(points_ * parameters_);
    row_.resize(parameters_);
  }
  if (slopes == Slopes::ofValueAndScale) {
    scale_slopes_.resize(points_ * parameters_);
  }
}

double* CurveResiduals::valueSlopes() {
  return slopes_ == Slopes::none ? nullptr : &value_slopes_[seen_ * parameters_];
}

double* CurveResiduals::scaleSlopes() {
  return slopes_ == Slopes::ofValueAndScale ? &scale_slopes_[seen_ * parameters_] : nullptr;
}

void CurveResiduals::add(double value, double scale) {
  value_[seen_] = value;
  scale_[seen_] = scale;
  ++seen_;
}

std::optional<double> CurveResiduals::constant() const {
  return seen_ < 2 ? std::nullopt : std::optional<double>(constant_);
}

// The robust weighted mean, and how it moves with the parameters: the weights are taken as they are.
void CurveResiduals::findConstant() {
  // Two reweightings settle it.
  for (int round = 0; round < 3; ++round) {
    double sum = 0;
    double total = 0;
    for (std::size_t i = 0; i < seen_; ++i) {
      const double r = round > 0 ? residual(i) : 0;
      const double w = base_ * (1 / ((1 + r * r) * (1 + r * r))) * scale_[i] * scale_[i];
      sum += w * value_[i];
      total += w;
    }
    constant_ = total > 0 ? sum / total : value_[0];
  }
  if (slopes_ != Slopes::none) {
    constant_slopes_.assign(parameters_, 0.0);
    double total = 0;
    for (std::size_t i = 0; i < seen_; ++i) {
      const double r = residual(i);
      weight_[i] = base_ / ((1 + r * r) * (1 + r * r));
      const double w = weight_[i] * scale_[i] * scale_[i];
      total += w;
      addSlopes(&value_slopes_[i * parameters_], w, parameters_, constant_slopes_.data());
    }
    for (double& slope : constant_slopes_) {
      slope /= std::max(total, 1e-300);
    }
  }
}

void CurveResiduals::addTo(NormalEquations& out) {
  const std::size_t n = parameters_;
  out.cost += base_ * static_cast<double>(points_ - seen_);
  if (seen_ < 2) {
    out.cost += base_ * static_cast<double>(seen_);
    return;
  }
  findConstant();
  for (std::size_t i = 0; i < seen_; ++i) {
    const double r = residual(i);
    out.cost += base_ * r * r / (1 + r * r);
    if (slopes_ == Slopes::none) {
      continue;
    }
    slopesOfResidual(&value_slopes_[i * n], constant_slopes_.data(), scale_[i], n, row_.data());
    if (slopes_ == Slopes::ofValueAndScale) {
      addScaleSlopes(&scale_slopes_[i * n], value_[i] - constant_, scale_unit_, n, row_.data());
    }
    addSquare(row_.data(), weight_[i], r, n, out.gradient.data(), out.hessian.data());
  }
}

}  // namespace platen::optim
