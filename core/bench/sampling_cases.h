// What is timed: one photo, one lattice on it, and the same work done by us and by torch's own operators.
//
// Each call is a step's share of sampling: values at the lattice, the sum of their squares, and its gradient with
// respect to the positions (or to a spline net that gives the positions). All on one thread, if the caller says so
// (at::set_num_threads). The photo is grey noise with 8 bits; torch gets it as f32, because grid_sample wants that.
#pragma once

#include "core/sampling/apron_tiles.h"
#include "core/sampling/fused_step.h"

#include <cstdint>
#include <optional>

#include <ATen/core/Tensor.h>

namespace platen::bench {

class SamplingCase {
 public:
  // A square photo of so many megapixels (1e6), a lattice of rows x cols positions all over it.
  SamplingCase(double megapixels, int rows, int cols);

  [[nodiscard]] std::int64_t samples() const { return coords_.numel() / 2; }

  void kernel();              // our raw kernel: values and both derivatives
  void portableKernel();      // the same without vector instructions
  void tiledKernel();         // the same on the photo in apron tiles
  void branchingKernel();     // a kernel that asks at each sample what it has (branching_sampler.h)
  void operatorStep();        // sampleBilinear through autograd
  void torchGridGradient();   // grid_sample through autograd, gradient for the grid alone
  void torchImageGradient();  // grid_sample where the image too gets a gradient
  void fusedSplineStep();     // spline net -> positions -> values -> gradient of the net in one pass (fused_step.h)
  void tiledSplineStep();     // the same on the photo in apron tiles
  void fusedSplineNode();     // as fusedSplineStep, as a node of autograd, with its backward
  void torchSplineStep();     // the same by torch: two matrix products, grid_sample, autograd

 private:
  void kernelOn(const sampling::ImageView& image);
  void splineStepOn(const sampling::ImageView& image);
  void torchStep(const at::Tensor& image);
  [[nodiscard]] sampling::ImageView view() const;

  at::Tensor photo_;  // u8 [side, side, 1]
  std::optional<sampling::ApronTiles> tiles_;
  at::Tensor planar_;             // f32 [1, 1, side, side]
  at::Tensor coords_;             // f32 [rows, cols, 2], image px
  at::Tensor grid_;               // f32 [1, rows, cols, 2], torch's normalised coordinates
  at::Tensor net_;                // f32 [19, 23, 2], image px: 16 x 20 cells
  at::Tensor basis_u_, basis_v_;  // f32 [cols, 23], [rows, 19]
  at::Tensor values_, derivatives_, net_gradient_;
  // A fit makes it once and keeps it for all its steps.
  std::optional<sampling::FusedStep<float>> step_;
};

}  // namespace platen::bench
