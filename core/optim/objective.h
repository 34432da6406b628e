// The sum of energies as one node of torch's autograd: value and gradient come from the energies' own single pass, so a
// step costs one node whatever the number of terms, and any libtorch optimiser or further differentiable term composes
// with it.
//
// Threads: one objective, one thread (energies keep scratch buffers). The control tensors are a few hundred to a few
// thousand doubles, far below the size from which ATen starts threads, so no global thread setting is touched.
#pragma once

#include "core/optim/energy.h"

#include <memory>
#include <span>
#include <vector>

#include <ATen/core/Tensor.h>

namespace platen::optim {

class Objective {
 public:
  void add(std::unique_ptr<Energy> energy);
  [[nodiscard]] std::size_t size() const { return energies_.size(); }
  [[nodiscard]] const Energy& at(std::size_t k) const { return *energies_[k]; }

  // Weighted sum; `gradient` is overwritten. The unweighted values of the last call are in values().
  double evaluate(std::span<const double> controls, std::span<double> gradient);
  [[nodiscard]] const std::vector<double>& values() const { return values_; }

 private:
  std::vector<std::unique_ptr<Energy>> energies_;
  std::vector<double> values_;
};

// controls: f64, contiguous, on the CPU, any shape with as many entries as the energies' net. Returns the 0-dim f64
// sum, differentiable in `controls`. `objective` must outlive the graph.
at::Tensor objectiveValue(Objective& objective, const at::Tensor& controls);

}  // namespace platen::optim
