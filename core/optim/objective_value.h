// The sum of energies (objective.h) as one node of torch's autograd: a step costs one node whatever the number of
// terms, and any libtorch optimiser or further differentiable term composes with it. The fit itself does without.
//
// Threads: as the objective. The control tensors are a few hundred to a few thousand doubles, far below the size from
// which ATen starts threads, so no global thread setting is touched.
#pragma once

#include "core/optim/objective.h"

#include <ATen/core/Tensor.h>

namespace platen::optim {

// controls: f64, contiguous, on the CPU, any shape with as many entries as the energies' net. Returns the 0-dim f64
// sum, differentiable in `controls`. `objective` must outlive the graph. Throws c10::Error for any other tensor.
at::Tensor objectiveValue(Objective& objective, const at::Tensor& controls);

}  // namespace platen::optim
