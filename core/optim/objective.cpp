#include "core/optim/objective.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace platen::optim {

void Objective::add(std::unique_ptr<Energy> energy) {
  energies_.push_back(std::move(energy));
  values_.push_back(0);
}

double Objective::evaluate(std::span<const double> controls, std::span<double> gradient) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  double sum = 0;
  for (std::size_t k = 0; k < energies_.size(); ++k) {
    values_[k] = energies_[k]->add(controls, energies_[k]->weight(), gradient);
    sum += energies_[k]->weight() * values_[k];
  }
  return sum;
}

}  // namespace platen::optim
