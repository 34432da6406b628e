// A fused step (fused_step.h) as one node of torch's autograd: forward makes value and gradient in the same pass,
// backward scales the gradient. So any libtorch optimiser and any further differentiable term composes with it.
#pragma once

#include "core/sampling/fused_step.h"

#include <functional>

#include <ATen/core/Tensor.h>

namespace platen::sampling {

// A function of a net and its gradient, which is added to grad_net; grad_net null: the value alone.
template <class Scalar>
using NetFunction = std::function<double(const Scalar* net, Scalar* grad_net)>;

// Returns the 0-dim value in the net's type, differentiable in it once. Throws c10::Error naming what it got unless the
// net is a dense CPU tensor of type Scalar and shape [rows + 3, cols + 3, 2]. Without a gradient wanted none is made.
template <class Scalar>
at::Tensor netValue(const at::Tensor& net, NetShape shape, const NetFunction<Scalar>& function);

// step.run() on a net. `step` is used within the call alone; backward needs neither it nor the image.
template <class Scalar, class Term>
at::Tensor fusedValue(const at::Tensor& net, FusedStep<Scalar>& step, const FusedImage<Scalar>& image, Term&& term) {
  return netValue<Scalar>(net, step.shape(), [&](const Scalar* controls, Scalar* grad_net) {
    return step.run(image, controls, term, grad_net);
  });
}

}  // namespace platen::sampling
