#include "core/optim/objective.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

namespace platen::optim {
namespace {

// Forward computes the gradient along with the value; backward only scales it.
class ObjectiveFunction : public torch::autograd::Function<ObjectiveFunction> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context,
                            const at::Tensor& controls,
                            Objective* objective) {
    at::Tensor gradient = at::empty_like(controls);
    const auto n = static_cast<std::size_t>(controls.numel());
    const double value = objective->evaluate({controls.data_ptr<double>(), n}, {gradient.data_ptr<double>(), n});
    context->save_for_backward({gradient});
    return at::scalar_tensor(value, controls.options());
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& d_value) {
    return {context->get_saved_variables()[0] * d_value[0], at::Tensor()};
  }
};

}  // namespace

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

at::Tensor objectiveValue(Objective& objective, const at::Tensor& controls) {
  TORCH_CHECK(controls.scalar_type() == at::kDouble && controls.is_contiguous() && controls.device().is_cpu(),
              "objectiveValue: controls must be a contiguous double tensor on the CPU, got ", controls.toString(),
              " of sizes ", controls.sizes());
  return ObjectiveFunction::apply(controls, &objective);
}

}  // namespace platen::optim
