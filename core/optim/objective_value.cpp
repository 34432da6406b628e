#include "core/optim/objective_value.h"

#include <cstddef>

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

at::Tensor objectiveValue(Objective& objective, const at::Tensor& controls) {
  TORCH_CHECK(controls.scalar_type() == at::kDouble && controls.is_contiguous() && controls.device().is_cpu(),
              "objectiveValue: controls must be a contiguous double tensor on the CPU, got ", controls.toString(),
              " of sizes ", controls.sizes());
  return ObjectiveFunction::apply(controls, &objective);
}

}  // namespace platen::optim
