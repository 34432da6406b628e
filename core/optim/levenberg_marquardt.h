// A small dense Levenberg-Marquardt (Marquardt 1963): diagonal damping, times 0.3 after a step that helped, times 6
// after one that did not. The caller hands over normal equations, so robust weights, eliminated unknowns and priors
// stay where they belong.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <stop_token>
#include <vector>

namespace platen::optim {

// cost = sum of weighted squares (or of rho); half its gradient and its Gauss-Newton Hessian halved.
struct NormalEquations {
  explicit NormalEquations(std::size_t parameters)
      : size(parameters), hessian(parameters * parameters), gradient(parameters) {}
  std::size_t size;
  std::vector<double> hessian;   // row-major, size x size, symmetric
  std::vector<double> gradient;  // J^T W r
  double cost = 0;

  void clear();
  // Completes a Hessian of which the lower triangle was summed.
  void mirror();
};

// Fills the equations at p; with `derivatives` false only the cost. Returns false where p is out of bounds.
using Linearise = std::function<bool(const std::vector<double>& p, bool derivatives, NormalEquations& out)>;

struct LeastSquaresOptions {
  int max_steps = 8;
  double damping = 1e-3;
  double tolerance = 1e-5;  // relative decrease of the cost below which it has converged
  // Bounds of each parameter (empty: none): one that a step would take beyond its bound stays there while the others
  // take the step that is best for them.
  std::vector<double> lower, upper;
  // Called after every step that helped, with the parameters and the cost.
  std::function<void(const std::vector<double>& p, double cost)> onStep;
};

struct LeastSquaresFit {
  std::vector<double> parameters;
  double cost = std::numeric_limits<double>::infinity();  // stays so where the start itself is out of bounds
  int steps = 0;
  bool converged = false;
  bool stopped = false;
};

// Never ends at a higher cost than it started with.
LeastSquaresFit minimise(std::vector<double> start,
                         const Linearise& linearise,
                         const LeastSquaresOptions& options,
                         const std::stop_token& stop);

// Solves A x = b for a symmetric positive definite row-major A by Cholesky; false where it is not.
bool solveCholesky(std::vector<double> a, std::vector<double>& b);

}  // namespace platen::optim
