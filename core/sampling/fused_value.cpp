// Argument checks and autograd around a function of a net. No loops here.
#include "core/sampling/fused_value.h"

#include <type_traits>

#include <ATen/Functions.h>
#include <torch/csrc/autograd/custom_function.h>

namespace platen::sampling {

namespace {

template <class Scalar>
constexpr at::ScalarType kTypeOf = std::is_same_v<Scalar, float> ? at::kFloat : at::kDouble;

template <class Scalar>
class NetValue : public torch::autograd::Function<NetValue<Scalar>> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context,
                            const at::Tensor& net_in,
                            const NetFunction<Scalar>* function) {
    const at::Tensor net = net_in.contiguous();
    at::Tensor gradient = at::zeros(net.sizes(), net.options());
    const double value = (*function)(net.template data_ptr<Scalar>(), gradient.template data_ptr<Scalar>());
    context->save_for_backward({gradient});
    return at::scalar_tensor(value, net.options());
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list d_value) {
    TORCH_CHECK(!at::GradMode::is_enabled(),
                "fusedValue is differentiable once; backward was called with create_graph = true");
    if (!d_value[0].defined()) {
      return {at::Tensor(), at::Tensor()};
    }
    return {at::mul(context->get_saved_variables()[0], d_value[0]), at::Tensor()};
  }
};

}  // namespace

template <class Scalar>
at::Tensor netValue(const at::Tensor& net, NetShape shape, const NetFunction<Scalar>& function) {
  TORCH_CHECK(
      net.defined() && net.scalar_type() == kTypeOf<Scalar> && net.device().is_cpu() && net.layout() == at::kStrided,
      "fusedValue: the net must be a dense ", kTypeOf<Scalar>, " tensor on the CPU; got ",
      net.defined() ? net.toString() : "an undefined tensor");
  TORCH_CHECK(
      net.dim() == 3 && net.size(0) == shape.controlRows() && net.size(1) == shape.controlCols() && net.size(2) == 2,
      "fusedValue: the net must have shape [", shape.controlRows(), ", ", shape.controlCols(), ", 2]; got ",
      net.sizes());
  if (net.requires_grad() && at::GradMode::is_enabled()) {
    return NetValue<Scalar>::apply(net, &function);
  }
  const at::Tensor controls = net.contiguous();
  return at::scalar_tensor(function(controls.template data_ptr<Scalar>(), nullptr), net.options().requires_grad(false));
}

template at::Tensor netValue<float>(const at::Tensor&, NetShape, const NetFunction<float>&);
template at::Tensor netValue<double>(const at::Tensor&, NetShape, const NetFunction<double>&);

}  // namespace platen::sampling
