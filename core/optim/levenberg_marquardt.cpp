#include "core/optim/levenberg_marquardt.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace platen::optim {

void NormalEquations::clear() {
  std::fill(hessian.begin(), hessian.end(), 0.0);
  std::fill(gradient.begin(), gradient.end(), 0.0);
  cost = 0;
}

void NormalEquations::mirror() {
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      hessian[j * size + i] = hessian[i * size + j];
    }
  }
}

bool solveCholesky(std::vector<double> a, std::vector<double>& b) {
  const std::size_t n = b.size();
  for (std::size_t j = 0; j < n; ++j) {
    double diagonal = a[j * n + j];
    for (std::size_t k = 0; k < j; ++k) {
      diagonal -= a[j * n + k] * a[j * n + k];
    }
    if (!(diagonal > 0)) {
      return false;
    }
    diagonal = std::sqrt(diagonal);
    a[j * n + j] = diagonal;
    for (std::size_t i = j + 1; i < n; ++i) {
      double sum = a[i * n + j];
      for (std::size_t k = 0; k < j; ++k) {
        sum -= a[i * n + k] * a[j * n + k];
      }
      a[i * n + j] = sum / diagonal;
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      b[i] -= a[i * n + k] * b[k];
    }
    b[i] /= a[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) {
      b[i] -= a[k * n + i] * b[k];
    }
    b[i] /= a[i * n + i];
  }
  return std::all_of(b.begin(), b.end(), [](double x) { return std::isfinite(x); });
}

namespace {

// The step of A step = b from `at` that ends within the bounds: what would leave them is held there, and the rest
// solved for again.
bool solveWithin(const std::vector<double>& a,
                 std::vector<double>& b,
                 const std::vector<double>& at,
                 const std::vector<double>& lower,
                 const std::vector<double>& upper) {
  constexpr int kRounds = 4;  // what leaves its bounds only after the others were held is cut off at the end
  const std::size_t n = b.size();
  std::vector<bool> held(n, false);
  std::vector<double> step;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> matrix = a;
    std::vector<double> right = b;
    for (std::size_t i = 0; i < n; ++i) {
      if (!held[i]) {
        continue;
      }
      for (std::size_t j = 0; j < n; ++j) {
        if (!held[j]) {
          right[j] -= a[j * n + i] * step[i];
        }
        matrix[i * n + j] = matrix[j * n + i] = 0;
      }
      matrix[i * n + i] = 1;
      right[i] = step[i];
    }
    if (!solveCholesky(std::move(matrix), right)) {
      return false;
    }
    step = std::move(right);
    bool within = true;
    for (std::size_t i = 0; i < n; ++i) {
      const double to = at[i] + step[i];
      if (!held[i] && (to < lower[i] || to > upper[i])) {
        held[i] = true;
        step[i] = std::clamp(to, lower[i], upper[i]) - at[i];
        within = false;
      }
    }
    if (within) {
      break;
    }
  }
  b = std::move(step);
  return true;
}

constexpr double kWorthSlopes = 3;  // tolerances that a step must promise

}  // namespace

LeastSquaresFit minimise(std::vector<double> start,
                         const Linearise& linearise,
                         const LeastSquaresOptions& options,
                         const std::stop_token& stop) {
  LeastSquaresFit descent;
  descent.parameters = std::move(start);
  const std::size_t n = descent.parameters.size();
  const bool bounded = options.lower.size() == n && options.upper.size() == n;
  NormalEquations here(n);
  if (!linearise(descent.parameters, true, here)) {
    return descent;
  }
  descent.cost = here.cost;
  double damping = options.damping;
  NormalEquations there(n);
  while (descent.steps < options.max_steps) {
    if (stop.stop_requested()) {
      descent.stopped = true;
      return descent;
    }
    ++descent.steps;
    bool helped = false;
    bool has_slopes = false;
    for (int attempt = 0; attempt < 6 && !helped; ++attempt) {
      std::vector<double> damped = here.hessian;
      std::vector<double> step = here.gradient;
      for (std::size_t i = 0; i < n; ++i) {
        damped[i * n + i] += damping * damped[i * n + i] + 1e-12;
        step[i] = -step[i];
      }
      std::vector<double> candidate = descent.parameters;
      if (bounded ? solveWithin(damped, step, candidate, options.lower, options.upper)
                  : solveCholesky(std::move(damped), step)) {
        for (std::size_t i = 0; i < n; ++i) {
          candidate[i] += step[i];
          if (bounded) {
            candidate[i] = std::clamp(candidate[i], options.lower[i], options.upper[i]);  // of what rounding left
          }
        }
        // Most first attempts help: the slopes for the next step are found on the way, unless this seems to be the
        // last. With (H + D) step = -g, -g step is about what the step will gain.
        const double hoped = -std::inner_product(step.begin(), step.end(), here.gradient.begin(), 0.0);
        const bool with_slopes = attempt == 0 && descent.steps < options.max_steps &&
                                 hoped > kWorthSlopes * options.tolerance * descent.cost;
        if (linearise(candidate, with_slopes, there) && std::isfinite(there.cost) && there.cost < descent.cost) {
          helped = true;
          has_slopes = with_slopes;
          const double before = descent.cost;
          descent.parameters = std::move(candidate);
          descent.cost = there.cost;
          damping = std::max(damping * 0.3, 1e-9);
          descent.converged = before - descent.cost < options.tolerance * (before + 1e-12);
          break;
        }
      }
      damping = std::min(damping * 6, 1e9);
    }
    if (helped && options.onStep) {
      options.onStep(descent.parameters, descent.cost);
    }
    if (!helped || descent.converged) {
      descent.converged = true;
      return descent;
    }
    if (has_slopes) {
      std::swap(here, there);
    } else if (descent.steps < options.max_steps) {
      linearise(descent.parameters, true, here);
    }
  }
  return descent;
}

}  // namespace platen::optim
