// What is timed: one photo, one lattice on it, and the same work done by us and by a kernel with branches. torch's side
// works on the same photo (torch_sampling.h).
//
// Each call is a step's share of sampling: values at the lattice, the sum of their squares, and its gradient with
// respect to the positions (or to a spline net that gives the positions). All on one thread. The photo is grey noise
// with 8 bits; torch makes f32 of it, because grid_sample wants that.
#pragma once

#include "core/bench/torch_sampling.h"
#include "core/sampling/apron_tiles.h"
#include "core/sampling/fused_step.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace platen::bench {

inline constexpr sampling::NetShape kBenchNet{16, 20};

// Grey values from 0 to 255.
std::vector<std::uint8_t> noise(std::size_t pixels, std::uint64_t seed);
// A sheared and gently bent page inside a square photo: [19, 23, 2], image px.
std::vector<float> bentNet(std::int64_t side);

class SamplingCase {
 public:
  // A square photo of so many megapixels (1e6), a lattice of rows x cols positions all over it.
  SamplingCase(double megapixels, int rows, int cols);

  [[nodiscard]] std::int64_t samples() const { return static_cast<std::int64_t>(rows_) * cols_; }
  [[nodiscard]] SampledPhoto photo() const;

  void kernel();           // our raw kernel: values and both derivatives
  void portableKernel();   // the same without vector instructions
  void tiledKernel();      // the same on the photo in apron tiles
  void branchingKernel();  // a kernel that asks at each sample what it has (branching_sampler.h)
  void fusedSplineStep();  // spline net -> positions -> values -> gradient of the net in one pass (fused_step.h)
  void tiledSplineStep();  // the same on the photo in apron tiles

 private:
  void kernelOn(const sampling::ImageView& image);
  void splineStepOn(const sampling::ImageView& image);
  [[nodiscard]] sampling::ImageView view() const;

  std::int64_t side_;
  int rows_, cols_;
  std::vector<std::uint8_t> photo_;  // [side, side]
  sampling::ApronTiles tiles_;
  std::vector<float> net_;                   // [19, 23, 2], image px: 16 x 20 cells
  sampling::FusedStep<float> step_;          // a fit makes it once and keeps it for all its steps
  std::vector<float> coords_;                // [rows, cols, 2], image px
  std::vector<float> values_, d_dx_, d_dy_;  // [rows, cols]
  std::vector<float> net_gradient_;
};

}  // namespace platen::bench
