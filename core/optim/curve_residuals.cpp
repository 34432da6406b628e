#include "core/optim/curve_residuals.h"

#include "core/optim/four.h"
#include "core/wide_registers.h"

#include <algorithm>

namespace platen::optim {
namespace {

constexpr std::size_t kLanes = 4;

// Turns slopes of values into slopes of residuals, all rows of n.
PLATEN_WIDE_REGISTERS void toSlopesOfResiduals(
    const double* of_constant, const double* scale, std::size_t count, std::size_t n, double* __restrict rows) {
  for (std::size_t i = 0; i < count; ++i, rows += n) {
    for (std::size_t p = 0; p < n; ++p) {
      rows[p] = (rows[p] - of_constant[p]) * scale[i];
    }
  }
}

// The weight of each point in the constant.
PLATEN_WIDE_REGISTERS void weigh(const double* value,
                                 const double* scale,
                                 double constant,
                                 double base,
                                 std::size_t count,
                                 double* __restrict weight) {
  for (std::size_t i = 0; i < count; ++i) {
    const double r = (value[i] - constant) * scale[i];
    weight[i] = base * (1 / ((1 + r * r) * (1 + r * r))) * scale[i] * scale[i];
  }
}

// sum[p] of weight times slope over all rows.
PLATEN_WIDE_REGISTERS void sumRows(
    const double* rows, const double* weight, std::size_t count, std::size_t n, double* __restrict sum) {
  std::size_t p = 0;
  for (; p + kLanes <= n; p += kLanes) {
    Four at{};
    for (std::size_t i = 0; i < count; ++i) {
      at += weight[i] * *reinterpret_cast<const Four*>(rows + i * n + p);
    }
    *reinterpret_cast<Four*>(sum + p) = at;
  }
  for (; p < n; ++p) {
    double at = 0;
    for (std::size_t i = 0; i < count; ++i) {
      at += weight[i] * rows[i * n + p];
    }
    sum[p] = at;
  }
}

PLATEN_WIDE_REGISTERS void addScaleSlopes(
    const double* of_scale, double off, double scale_unit, std::size_t n, double* row) {
  for (std::size_t p = 0; p < n; ++p) {
    row[p] += off * of_scale[p] * scale_unit;
  }
}

// The residuals of one curve: `rows` are their slopes, n each.
struct Rows {
  const double* slopes;
  const double* weight;
  const double* residual;
  std::size_t count;
};

// addSquares() for the lines of the Hessian from `first` on, one at a time.
PLATEN_WIDE_REGISTERS void addSquaresByLine(const Rows& rows,
                                            std::size_t first,
                                            std::size_t n,
                                            double* __restrict weighted,
                                            double* gradient,
                                            double* hessian) {
  const std::size_t count = rows.count;
  for (std::size_t p = first; p < n; ++p) {
    double sum = gradient[p];
    for (std::size_t i = 0; i < count; ++i) {
      weighted[i] = rows.weight[i] * rows.slopes[i * n + p];
      sum += weighted[i] * rows.residual[i];
    }
    gradient[p] = sum;
    double* line = hessian + p * n;
    std::size_t q = 0;
    for (; q <= p && q + kLanes <= n; q += kLanes) {
      Four at = *reinterpret_cast<const Four*>(line + q);
      const double* slopes = rows.slopes + q;
      for (std::size_t i = 0; i < count; ++i, slopes += n) {
        at += weighted[i] * *reinterpret_cast<const Four*>(slopes);
      }
      *reinterpret_cast<Four*>(line + q) = at;
    }
    for (; q <= p; ++q) {
      double at = line[q];
      for (std::size_t i = 0; i < count; ++i) {
        at += weighted[i] * rows.slopes[i * n + q];
      }
      line[q] = at;
    }
  }
}

// Adds them to the gradient and the lower triangle of the Hessian (what lies above it may change). Each entry is summed
// over the rows before the next one is looked at, in blocks of four by four: they stay in registers, and none waits for
// another. `weighted` has room for four numbers per row.
PLATEN_WIDE_REGISTERS void addSquares(
    const Rows& rows, std::size_t n, double* __restrict weighted, double* gradient, double* hessian) {
  const std::size_t count = rows.count;
  std::size_t p = 0;
  for (; p + kLanes <= n; p += kLanes) {
    Four sum = *reinterpret_cast<const Four*>(gradient + p);
    for (std::size_t i = 0; i < count; ++i) {
      const Four at = rows.weight[i] * *reinterpret_cast<const Four*>(rows.slopes + i * n + p);
      *reinterpret_cast<Four*>(weighted + kLanes * i) = at;
      sum += at * rows.residual[i];
    }
    *reinterpret_cast<Four*>(gradient + p) = sum;
    for (std::size_t q = 0; q <= p; q += kLanes) {
      double* line = hessian + p * n + q;
      Four a = *reinterpret_cast<const Four*>(line);
      Four b = *reinterpret_cast<const Four*>(line + n);
      Four c = *reinterpret_cast<const Four*>(line + 2 * n);
      Four d = *reinterpret_cast<const Four*>(line + 3 * n);
      const double* slopes = rows.slopes + q;
      const double* by = weighted;
      for (std::size_t i = 0; i < count; ++i, slopes += n, by += kLanes) {
        const Four slope = *reinterpret_cast<const Four*>(slopes);
        a += by[0] * slope;
        b += by[1] * slope;
        c += by[2] * slope;
        d += by[3] * slope;
      }
      *reinterpret_cast<Four*>(line) = a;
      *reinterpret_cast<Four*>(line + n) = b;
      *reinterpret_cast<Four*>(line + 2 * n) = c;
      *reinterpret_cast<Four*>(line + 3 * n) = d;
    }
  }
  addSquaresByLine(rows, p, n, weighted, gradient, hessian);
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
  weighted_.resize(kLanes * points_);
  if (slopes != Slopes::none) {
    value_slopes_.resize(points_ * parameters_);
    residual_.resize(points_);
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
    if (round == 0) {
      for (std::size_t i = 0; i < seen_; ++i) {
        weighted_[i] = base_ * scale_[i] * scale_[i];
      }
    } else {
      weigh(value_.data(), scale_.data(), constant_, base_, seen_, weighted_.data());
    }
    double sum = 0;
    double total = 0;
    for (std::size_t i = 0; i < seen_; ++i) {
      sum += weighted_[i] * value_[i];
      total += weighted_[i];
    }
    constant_ = total > 0 ? sum / total : value_[0];
  }
  if (slopes_ != Slopes::none) {
    constant_slopes_.resize(parameters_);
    double total = 0;
    for (std::size_t i = 0; i < seen_; ++i) {
      const double r = residual(i);
      weight_[i] = base_ / ((1 + r * r) * (1 + r * r));
      weighted_[i] = weight_[i] * scale_[i] * scale_[i];
      total += weighted_[i];
    }
    sumRows(value_slopes_.data(), weighted_.data(), seen_, parameters_, constant_slopes_.data());
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
    if (slopes_ != Slopes::none) {
      residual_[i] = r;
    }
  }
  if (slopes_ != Slopes::none) {
    toSlopesOfResiduals(constant_slopes_.data(), scale_.data(), seen_, n, value_slopes_.data());
    for (std::size_t i = 0; slopes_ == Slopes::ofValueAndScale && i < seen_; ++i) {
      addScaleSlopes(&scale_slopes_[i * n], value_[i] - constant_, scale_unit_, n, &value_slopes_[i * n]);
    }
    addSquares({value_slopes_.data(), weight_.data(), residual_.data(), seen_}, n, weighted_.data(),
               out.gradient.data(), out.hessian.data());
  }
}

}  // namespace platen::optim
