// Gaussian beliefs about the parameters of a sheet, as residuals that are linear in them: what the descents of
// curve_solver.h and fold_solver.h add to their normal equations. Which beliefs is theirs to say.
#pragma once

#include "core/optim/levenberg_marquardt.h"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace platen::optim {

// Adds squares of residuals, halved, to the equations at `parameters`; with `derivatives` gradient and Hessian too.
class PriorSum {
 public:
  // Both references must outlive it.
  PriorSum(const std::vector<double>& parameters, bool derivatives, NormalEquations& out)
      : parameters_(parameters), derivatives_(derivatives), out_(out) {}

  using Term = std::pair<std::size_t, double>;  // index of a parameter, factor
  // The residual is the offset plus the sum of factors times parameters.
  void add(std::span<const Term> terms, double offset);
  // One parameter is `mean`, give or take sigma.
  void addOne(std::size_t index, double mean, double sigma);
  // A bending's spline values, `count` parameters from `first`, change little along the profile: their second
  // differences (squared weight `bend` times count^3) and, less, their first ones. Each is 0 give or take `sigma`.
  void addProfile(std::size_t first, std::size_t count, double bend, double sigma);

 private:
  const std::vector<double>& parameters_;
  bool derivatives_;
  NormalEquations& out_;
};

}  // namespace platen::optim
