// torch's side of the sampler's comparisons for a program that is not linked with torch: a library's table of
// functions, in plain C values. The library, libplaten_torch_sampling.so, shows its entry alone.
#pragma once

#include "core/module_interface.h"

#include <cstdint>

namespace platen::bench {

// What is sampled, in f32 and image px; it is the caller's and must outlive what is made of it.
struct SampledPhoto {
  const std::uint8_t* pixels = nullptr;  // [side, side]
  std::int64_t side = 0;
  const float* coords = nullptr;  // [rows, cols, 2]
  int rows = 0, cols = 0;
  const float* net = nullptr;  // [net_rows + 3, net_cols + 3, 2]
  int net_rows = 0, net_cols = 0;
  // On torch's first GPU: its own steps alone, of so many photos with the same net; pixels are then [pages, side,
  // side], and coords is not looked at.
  bool on_gpu = false;
  int pages = 1;
};

enum class TorchStep : std::int32_t {
  sample,         // sampleBilinear through autograd
  gridGradient,   // grid_sample through autograd, gradient for the grid alone
  imageGradient,  // grid_sample where the image too gets a gradient
  fusedNode,      // the fused step as a node of autograd, with its backward
  spline,         // the fused step by torch: two matrix products, grid_sample, autograd
  // Of a case on the GPU: the same there, all pages in one, awaited;
  gpuSpline,
  gpuSplineToHost,  // with the net copied there and its gradient back;
  gpuSplineInTurn,  // a page at a time.
};

class TorchCase;  // opaque outside the library

// Nothing throws. Threads: one at a time; torch is set to one thread and left so.
struct TorchSampling {
  // Another layout has another number.
  static constexpr std::uint32_t kLayout = 2;

  std::uint32_t layout = kLayout;
  const char* torch_version = nullptr;
  // `made` is what unmake() takes. Fails for a GPU where this torch has none.
  ModuleStatus (*make)(const SampledPhoto* photo, TorchCase** made, ModuleMessage* why) = nullptr;
  void (*unmake)(TorchCase* made) = nullptr;
  ModuleStatus (*run)(TorchCase* made, TorchStep step, ModuleMessage* why) = nullptr;
};

using TorchSamplingEntry = const TorchSampling* (*)();

}  // namespace platen::bench

// The entry; also in the static library platen_bench_torch, for programs that are linked with torch.
extern "C" const platen::bench::TorchSampling* platenTorchSampling();
