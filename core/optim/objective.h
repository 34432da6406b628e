// The sum of energies: value and gradient from the energies' own single pass. objective_value.h shows it to torch.
//
// Threads: one objective, one thread (energies keep scratch buffers).
#pragma once

#include "core/optim/energy.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

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

}  // namespace platen::optim
