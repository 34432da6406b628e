// The fused step on a GPU, for a batch of pages at once: spline -> positions -> samples -> a weighted squared
// difference -> gradient of each net, in two kernels (blocks, then sums over blocks) whatever the number of pages. How
// the work is cut, the term, and why the same input gives the same bits: fused_blocks.h. It is the CPU's FusedStep
// (fused_step.h) for one term, without tangents and without a base; f32, u8 or f32 pixels of 1 or 3 channels.
//
// Errors and where it is built: as in bilinear_cuda.h. A fit does not use it yet. One object serves one stream at a
// time.
#pragma once

#include "core/sampling/bilinear_kernels.h"
#include "core/sampling/cuda_device.h"
#include "core/sampling/fused_tables.h"

#include <cstddef>
#include <vector>

namespace platen::sampling {

// All pointers are to the GPU's memory and must live as long as steps are run.
struct FusedPageCuda {
  ImageView image;
  float scale = 1;                 // image px per unit of the surface
  const float* net = nullptr;      // [controlRows, controlCols, 2]
  const float* target = nullptr;   // [rows, cols, channels]; null: zeros
  const float* weights = nullptr;  // [rows, cols]; null: ones
  float* grad_net = nullptr;       // as net, overwritten; null (for all pages): not wanted
  double* cost = nullptr;          // one number, overwritten
};

class FusedStepCuda {
 public:
  // Needs no GPU. Throws what FusedTables does.
  FusedStepCuda(NetShape shape, int rows, int cols);

  // The pages of the following runs; value_scale: see the term (1 / 255 for u8 pixels to count from 0 to 1). Checks,
  // then copies tables to the GPU and makes scratch memory. All images have one pixel kind and channel count.
  void setPages(const std::vector<FusedPageCuda>& pages, Border border, float value_scale);

  // One step of all pages: reads the nets as they are then, writes costs and gradients. Returns before it is done.
  // Throws std::logic_error without pages.
  void run(CudaStream stream);

 private:
  using Launch = void (*)(const FusedBlocks&, const FusedPage*, int, float, float*, double*, CudaStream);

  void check(const std::vector<FusedPageCuda>& pages) const;
  void uploadTables();

  FusedTables tables_;
  FusedBlocks blocks_{};  // with pointers to the GPU's memory
  std::vector<DeviceMemory> table_memory_;
  DeviceMemory pages_, partials_, costs_;
  int count_ = 0;
  float value_scale_ = 1;
  Launch launch_ = nullptr;
};

}  // namespace platen::sampling
