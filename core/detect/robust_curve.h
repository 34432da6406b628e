// y = f(x) through noisy samples by iteratively reweighted least squares (Cauchy weights): in Legendre polynomials for
// short smooth lines, in a uniform cubic B-spline for the sides of creased sheets.
#pragma once

#include <span>
#include <vector>

namespace platen::detect {

class RobustCurve {
 public:
  // Precondition of both: x and y of one length, at least one sample. sigma_floor (unit of y): the scale of the
  // reweighting never falls below it. The degree is lowered where there are too few samples.
  static RobustCurve polynomial(std::span<const double> x, std::span<const double> y, int degree, double sigma_floor);
  // bending: weight of the squared second differences of the coefficients, relative to a sample's per interval.
  static RobustCurve spline(
      std::span<const double> x, std::span<const double> y, int intervals, double bending, double sigma_floor);

  // Beyond the samples' range a spline goes straight on.
  double operator()(double x) const;
  // Robust standard deviation of the residuals (1.48 x their median).
  [[nodiscard]] double sigma() const { return sigma_; }

 private:
  enum class Basis { legendre, cubic };
  RobustCurve(Basis basis, int count, std::span<const double> x);
  void fit(std::span<const double> x, std::span<const double> y, double bending, double sigma_floor);
  // Values of the basis functions that are not zero at x, from index `first` on.
  struct Row;
  [[nodiscard]] Row row(double x) const;

  Basis basis_;
  double low_ = 0, span_ = 1;
  std::vector<double> coefficient_;
  double sigma_ = 0;
};

}  // namespace platen::detect
