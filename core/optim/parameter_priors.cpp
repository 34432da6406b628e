#include "core/optim/parameter_priors.h"

#include <array>
#include <cmath>

namespace platen::optim {

void PriorSum::add(std::span<const Term> terms, double offset) {
  double residual = offset;
  for (const auto& [index, factor] : terms) {
    residual += factor * parameters_[index];
  }
  out_.cost += 0.5 * residual * residual;
  if (!derivatives_) {
    return;
  }
  for (const auto& [i, fi] : terms) {
    out_.gradient[i] += 0.5 * residual * fi;
    for (const auto& [j, fj] : terms) {
      out_.hessian[i * out_.size + j] += 0.5 * fi * fj;
    }
  }
}

void PriorSum::addOne(std::size_t index, double mean, double sigma) {
  const std::array<Term, 1> term{Term{index, 1 / sigma}};
  add(term, -mean / sigma);
}

void PriorSum::addProfile(std::size_t first, std::size_t count, double bend, double sigma) {
  const auto size = static_cast<double>(count);
  const double second = std::sqrt(bend) * std::pow(size, 1.5);
  const double difference = std::sqrt(bend) * 0.3 * std::sqrt(size);
  for (std::size_t b = first; b < first + count; ++b) {
    addOne(b, 0, sigma);
    if (b + 1 < first + count) {
      const std::array<Term, 2> terms{Term{b, -difference}, Term{b + 1, difference}};
      add(terms, 0);
    }
    if (b + 2 < first + count) {
      const std::array<Term, 3> terms{Term{b, second}, Term{b + 1, -2 * second}, Term{b + 2, second}};
      add(terms, 0);
    }
  }
}

}  // namespace platen::optim
