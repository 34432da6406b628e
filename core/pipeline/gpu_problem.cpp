#include "core/pipeline/gpu_problem.h"

#include "core/optim/fit_device.h"

namespace platen::pipeline {

std::string gpuProblem() {
  return optim::gpuProblem();
}

}  // namespace platen::pipeline
