#include "core/detect/robust_curve.h"

#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace platen::detect {
namespace {

constexpr int kMostPowers = 14;
constexpr int kMostIntervals = 60;
constexpr int kRounds = 5;  // one plain, four reweighted

// Solves A x = b in place for a symmetric positive definite A (upper triangle given, row major, n x n).
void solve(std::vector<double>& a, std::vector<double>& b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const double f = a[k * n + i];
      if (f != 0) {
        for (std::size_t j = i; j < n; ++j) {
          a[i * n + j] -= f * a[k * n + j];
        }
      }
    }
    const double pivot = std::sqrt(std::max(1e-12, a[i * n + i]));
    for (std::size_t j = i; j < n; ++j) {
      a[i * n + j] /= pivot;
    }
    for (std::size_t k = 0; k < i; ++k) {
      b[i] -= a[k * n + i] * b[k];
    }
    b[i] /= a[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) {
      b[i] -= a[i * n + k] * b[k];
    }
    b[i] /= a[i * n + i];
  }
}

}  // namespace

struct RobustCurve::Row {
  std::array<double, kMostPowers> value{};
  std::size_t first = 0;
  std::size_t count = 0;
};

RobustCurve::RobustCurve(Basis basis, int count, std::span<const double> x)
    : basis_(basis), coefficient_(static_cast<std::size_t>(count), 0) {
  const auto [least, most] = std::minmax_element(x.begin(), x.end());
  low_ = *least;
  span_ = std::max(1e-9, *most - *least);
}

RobustCurve RobustCurve::polynomial(std::span<const double> x,
                                    std::span<const double> y,
                                    int degree,
                                    double sigma_floor) {
  const int count = std::clamp(std::min(degree + 1, static_cast<int>(x.size()) / 2), 1, kMostPowers);
  RobustCurve curve(Basis::legendre, count, x);
  curve.fit(x, y, 0, sigma_floor);
  return curve;
}

RobustCurve RobustCurve::spline(
    std::span<const double> x, std::span<const double> y, int intervals, double bending, double sigma_floor) {
  RobustCurve curve(Basis::cubic, std::clamp(intervals, 1, kMostIntervals) + 3, x);
  curve.fit(x, y, bending, sigma_floor);
  return curve;
}

RobustCurve::Row RobustCurve::row(double x) const {
  Row out;
  const double t = (x - low_) / span_;
  if (basis_ == Basis::legendre) {
    const double s = 2 * t - 1;
    out.count = coefficient_.size();
    out.value[0] = 1;
    if (out.count > 1) {
      out.value[1] = s;
    }
    for (std::size_t k = 2; k < out.count; ++k) {
      const auto n = static_cast<double>(k);
      out.value[k] = ((2 * n - 1) * s * out.value[k - 1] - (n - 1) * out.value[k - 2]) / n;
    }
    return out;
  }
  const auto intervals = static_cast<double>(coefficient_.size() - 3);
  const double at = std::clamp(t, 0.0, 1.0) * intervals;
  const double cell = std::min(std::floor(at), intervals - 1);
  const double f = at - cell;
  const double g = 1 - f;
  out.first = static_cast<std::size_t>(cell);
  out.count = 4;
  out.value[0] = g * g * g / 6;
  out.value[1] = (3 * f * f * f - 6 * f * f + 4) / 6;
  out.value[2] = (3 * g * g * g - 6 * g * g + 4) / 6;
  out.value[3] = f * f * f / 6;
  return out;
}

void RobustCurve::fit(std::span<const double> x, std::span<const double> y, double bending, double sigma_floor) {
  const std::size_t size = coefficient_.size();
  std::vector<double> weight(x.size(), 1);
  std::vector<double> residual(x.size());
  std::vector<double> sorted;
  std::vector<double> normal(size * size);
  std::vector<Row> rows;
  rows.reserve(x.size());
  for (const double at : x) {
    rows.push_back(row(at));
  }
  for (int round = 0; round < kRounds; ++round) {
    std::fill(normal.begin(), normal.end(), 0);
    std::fill(coefficient_.begin(), coefficient_.end(), 0);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Row& r = rows[i];
      for (std::size_t a = 0; a < r.count; ++a) {
        const double wa = weight[i] * r.value[a];
        coefficient_[r.first + a] += wa * y[i];
        for (std::size_t b = a; b < r.count; ++b) {
          normal[(r.first + a) * size + r.first + b] += wa * r.value[b];
        }
      }
    }
    if (bending > 0 && size > 3) {
      const double w = bending * static_cast<double>(x.size()) / static_cast<double>(size - 3);
      constexpr std::array<double, 3> kSecond{1, -2, 1};
      for (std::size_t k = 0; k + 2 < size; ++k) {
        for (std::size_t a = 0; a < 3; ++a) {
          for (std::size_t b = a; b < 3; ++b) {
            normal[(k + a) * size + k + b] += w * kSecond[a] * kSecond[b];
          }
        }
      }
    }
    for (std::size_t a = 0; a < size; ++a) {
      normal[a * size + a] = normal[a * size + a] * (1 + 1e-9) + 1e-9;  // against dependent columns
    }
    solve(normal, coefficient_);
    sorted.clear();
    for (std::size_t i = 0; i < x.size(); ++i) {
      double value = 0;
      for (std::size_t k = 0; k < rows[i].count; ++k) {
        value += rows[i].value[k] * coefficient_[rows[i].first + k];
      }
      residual[i] = y[i] - value;
      sorted.push_back(std::abs(residual[i]));
    }
    sigma_ = 1.4826 * quantile(sorted, 0.5);
    const double scale = 2 * std::max(sigma_, sigma_floor);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double r = residual[i] / scale;
      weight[i] = 1 / (1 + r * r);
    }
  }
}

double RobustCurve::operator()(double x) const {
  const auto value = [this](double at) {
    const Row r = row(at);
    double sum = 0;
    for (std::size_t k = 0; k < r.count; ++k) {
      sum += r.value[k] * coefficient_[r.first + k];
    }
    return sum;
  };
  if (basis_ == Basis::cubic && (x < low_ || x > low_ + span_)) {
    const double end = x < low_ ? low_ : low_ + span_;
    const double inside = x < low_ ? low_ + 1e-3 * span_ : low_ + (1 - 1e-3) * span_;
    return value(end) + (x - end) * (value(end) - value(inside)) / (end - inside);
  }
  return value(x);
}

}  // namespace platen::detect
