// The sampler's comparisons, torch's side: our tensor operators and torch's own on the same photo (torch_sampling.h).
#pragma once

#include "core/bench/torch_sampling.h"
#include "core/sampling/fused_step.h"

#include <ATen/core/Tensor.h>

namespace platen::bench {

class TorchCase {
 public:
  explicit TorchCase(const SampledPhoto& photo);

  void run(TorchStep step);

 private:
  void sample();
  void gridSample(const at::Tensor& image);
  void fusedNode();
  void spline();
  void moveToGpu();
  void gpuSpline(std::int64_t first, std::int64_t count, const at::Tensor& net);

  SampledPhoto given_;
  at::Tensor photo_;              // u8 [side, side, 1], the caller's memory
  at::Tensor planar_;             // f32 [1, 1, side, side]
  at::Tensor coords_;             // f32 [rows, cols, 2], image px
  at::Tensor grid_;               // f32 [1, rows, cols, 2], torch's normalised coordinates
  at::Tensor net_;                // f32 [net_rows + 3, net_cols + 3, 2], image px
  at::Tensor basis_u_, basis_v_;  // f32 [cols, net_cols + 3], [rows, net_rows + 3]
  // A fit makes it once and keeps it for all its steps.
  sampling::FusedStep<float> step_;
  at::Tensor gpu_net_,
      gpu_gradient_;  // of a case on the GPU, where planar_ [pages, 1, side, side] and the bases lie too
};

}  // namespace platen::bench
