#include "core/detect/robust_polynomial.h"

#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace platen::detect {
namespace {

constexpr int kMost = 8;  // coefficients
using Basis = std::array<double, kMost>;

Basis legendre(double t, int count) {
  Basis p{};
  p[0] = 1;
  if (count > 1) {
    p[1] = t;
  }
  for (int n = 2; n < count; ++n) {
    const auto k = static_cast<std::size_t>(n);
    p[k] = ((2 * n - 1) * t * p[k - 1] - (n - 1) * p[k - 2]) / n;
  }
  return p;
}

}  // namespace

RobustPolynomial::RobustPolynomial(std::span<const double> x,
                                   std::span<const double> y,
                                   int degree,
                                   double sigma_floor) {
  const auto [least, most] = std::minmax_element(x.begin(), x.end());
  middle_ = 0.5 * (*least + *most);
  half_ = std::max(1e-9, 0.5 * (*most - *least));
  const int count = std::clamp(std::min(degree + 1, static_cast<int>(x.size()) / 2), 1, kMost);
  const auto size = static_cast<std::size_t>(count);
  coefficient_.assign(size, 0);
  std::vector<double> weight(x.size(), 1);
  std::vector<double> residual(x.size());
  std::vector<double> sorted;
  constexpr int kRounds = 5;  // one plain, four reweighted
  for (int round = 0; round < kRounds; ++round) {
    std::array<Basis, kMost> normal{};
    Basis right{};
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Basis p = legendre((x[i] - middle_) / half_, count);
      for (std::size_t a = 0; a < size; ++a) {
        right[a] += weight[i] * p[a] * y[i];
        for (std::size_t b = a; b < size; ++b) {
          normal[a][b] += weight[i] * p[a] * p[b];
        }
      }
    }
    // Cholesky of the small normal matrix (upper triangle), a trace of damping against dependent columns.
    for (std::size_t a = 0; a < size; ++a) {
      normal[a][a] = normal[a][a] * (1 + 1e-9) + 1e-12;
    }
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t k = 0; k < a; ++k) {
        normal[a][a] -= normal[k][a] * normal[k][a];
      }
      normal[a][a] = std::sqrt(std::max(1e-12, normal[a][a]));
      for (std::size_t b = a + 1; b < size; ++b) {
        for (std::size_t k = 0; k < a; ++k) {
          normal[a][b] -= normal[k][a] * normal[k][b];
        }
        normal[a][b] /= normal[a][a];
      }
    }
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t k = 0; k < a; ++k) {
        right[a] -= normal[k][a] * right[k];
      }
      right[a] /= normal[a][a];
    }
    for (std::size_t a = size; a-- > 0;) {
      for (std::size_t k = a + 1; k < size; ++k) {
        right[a] -= normal[a][k] * right[k];
      }
      right[a] /= normal[a][a];
      coefficient_[a] = right[a];
    }
    sorted.clear();
    for (std::size_t i = 0; i < x.size(); ++i) {
      residual[i] = y[i] - (*this)(x[i]);
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

double RobustPolynomial::operator()(double x) const {
  const Basis p = legendre((x - middle_) / half_, static_cast<int>(coefficient_.size()));
  double sum = 0;
  for (std::size_t k = 0; k < coefficient_.size(); ++k) {
    sum += coefficient_[k] * p[k];
  }
  return sum;
}

}  // namespace platen::detect
