// Argument checks and autograd around the spline's raw form. No loops here.
#include "core/sampling/spline_expand.h"

#include "core/sampling/spline_grid.h"

#include <ATen/Functions.h>
#include <torch/csrc/autograd/custom_function.h>

namespace platen::sampling {

namespace {

void checkNet(const char* who, const at::Tensor& net) {
  TORCH_CHECK(net.defined() && net.dim() == 3 && net.size(0) >= 4 && net.size(1) >= 4 && net.size(2) == 2, who,
              ": the net must have shape [rows + 3, cols + 3, 2] with at least one cell a side; got ", net.sizes());
  TORCH_CHECK(net.scalar_type() == at::kFloat || net.scalar_type() == at::kDouble, who,
              ": the net must be float32 or float64; got ", net.scalar_type());
  TORCH_CHECK(net.device().is_cpu(), who, ": the net must be on the CPU; got ", net.device());
}

void checkPositions(const char* who, const at::Tensor& positions) {
  TORCH_CHECK(positions.defined() && positions.is_floating_point() && positions.device().is_cpu(), who,
              ": positions must be floating point, on the CPU; got ", positions.toString(), " of shape ",
              positions.sizes());
  TORCH_CHECK(!positions.requires_grad(), who, ": gradients flow to the net only; got positions with requires_grad");
}

NetShape shapeOf(const at::Tensor& net) {
  return {static_cast<int>(net.size(0)) - 3, static_cast<int>(net.size(1)) - 3};
}

std::vector<double> toVector(const at::Tensor& positions) {
  const at::Tensor flat = positions.to(at::kDouble).contiguous();
  const double* data = flat.data_ptr<double>();
  return {data, data + flat.numel()};
}

template <class Scalar>
SplineLattice<Scalar> latticeOf(NetShape shape, const at::Tensor& u, const at::Tensor& v) {
  return {SplineAxis<Scalar>(shape.cols, toVector(u)), SplineAxis<Scalar>(shape.rows, toVector(v))};
}

// Both surfaces in one node: positions are (u, v) for a lattice; (points, points) for points, as autograd takes no
// undefined tensor.
class ExpandSpline : public torch::autograd::Function<ExpandSpline> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context,
                            const at::Tensor& net_in,
                            const at::Tensor& first,
                            const at::Tensor& second,
                            bool is_lattice) {
    const at::Tensor net = net_in.contiguous();
    context->save_for_backward({first, second});
    context->saved_data["rows"] = net.size(0);
    context->saved_data["cols"] = net.size(1);
    context->saved_data["is_lattice"] = is_lattice;
    at::Tensor out = is_lattice ? at::empty({second.numel(), first.numel(), 2}, net.options())
                                : at::empty(first.sizes(), net.options());
    if (net.scalar_type() == at::kFloat) {
      expand<float>(net, first, second, is_lattice, out);
    } else {
      expand<double>(net, first, second, is_lattice, out);
    }
    return out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list grads) {
    TORCH_CHECK(!at::GradMode::is_enabled(),
                "expandSpline is differentiable once; backward was called with create_graph = true");
    if (!grads[0].defined()) {
      return {at::Tensor(), at::Tensor(), at::Tensor(), at::Tensor()};
    }
    const auto saved = context->get_saved_variables();
    const bool is_lattice = context->saved_data["is_lattice"].toBool();
    const at::Tensor grad = grads[0].contiguous();
    at::Tensor grad_net =
        at::zeros({context->saved_data["rows"].toInt(), context->saved_data["cols"].toInt(), 2}, grad.options());
    if (grad.scalar_type() == at::kFloat) {
      transpose<float>(grad, saved[0], saved[1], is_lattice, grad_net);
    } else {
      transpose<double>(grad, saved[0], saved[1], is_lattice, grad_net);
    }
    return {grad_net, at::Tensor(), at::Tensor(), at::Tensor()};
  }

 private:
  template <class Scalar>
  static void expand(const at::Tensor& net,
                     const at::Tensor& first,
                     const at::Tensor& second,
                     bool is_lattice,
                     const at::Tensor& out) {
    const NetShape shape = shapeOf(net);
    if (is_lattice) {
      latticeOf<Scalar>(shape, first, second).expand(net.data_ptr<Scalar>(), out.data_ptr<Scalar>());
    } else {
      const std::vector<double> points = toVector(first);
      SplinePoints<Scalar>(shape, points.data(), points.size() / 2)
          .expand(net.data_ptr<Scalar>(), out.data_ptr<Scalar>());
    }
  }

  template <class Scalar>
  static void transpose(const at::Tensor& grad,
                        const at::Tensor& first,
                        const at::Tensor& second,
                        bool is_lattice,
                        const at::Tensor& grad_net) {
    const NetShape shape = shapeOf(grad_net);
    if (is_lattice) {
      latticeOf<Scalar>(shape, first, second).addTranspose(grad.data_ptr<Scalar>(), grad_net.data_ptr<Scalar>());
    } else {
      const std::vector<double> points = toVector(first);
      SplinePoints<Scalar>(shape, points.data(), points.size() / 2)
          .addTranspose(grad.data_ptr<Scalar>(), grad_net.data_ptr<Scalar>());
    }
  }
};

}  // namespace

at::Tensor expandSpline(const at::Tensor& net, const at::Tensor& u, const at::Tensor& v) {
  checkNet("expandSpline", net);
  checkPositions("expandSpline", u);
  checkPositions("expandSpline", v);
  TORCH_CHECK(u.dim() == 1 && v.dim() == 1, "expandSpline: u and v must have one dimension; got ", u.sizes(), " and ",
              v.sizes());
  return ExpandSpline::apply(net, u, v, true);
}

at::Tensor expandSplineAt(const at::Tensor& net, const at::Tensor& points_uv) {
  checkNet("expandSplineAt", net);
  checkPositions("expandSplineAt", points_uv);
  TORCH_CHECK(points_uv.dim() >= 1 && points_uv.size(-1) == 2, "expandSplineAt: points must have shape [..., 2]; got ",
              points_uv.sizes());
  return ExpandSpline::apply(net, points_uv, points_uv, false);
}

}  // namespace platen::sampling
