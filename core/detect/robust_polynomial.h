// y = P(x) through noisy samples, by iteratively reweighted least squares in Legendre polynomials.
#pragma once

#include <span>
#include <vector>

namespace platen::detect {

class RobustPolynomial {
 public:
  // Precondition: x and y of one length, at least one sample. The degree is lowered where there are too few samples.
  // sigma_floor: the scale of the reweighting never falls below it (same unit as y).
  RobustPolynomial(std::span<const double> x, std::span<const double> y, int degree, double sigma_floor);
  double operator()(double x) const;
  // Robust standard deviation of the residuals (1.48 x their median).
  [[nodiscard]] double sigma() const { return sigma_; }

 private:
  double middle_ = 0, half_ = 1;
  std::vector<double> coefficient_;
  double sigma_ = 0;
};

}  // namespace platen::detect
