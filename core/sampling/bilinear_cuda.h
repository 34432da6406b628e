// The bilinear sampler on a GPU: raw pointers to the GPU's memory and a stream, no torch. One thread takes one
// position; the maths is that of the CPU's loops (bilinear_taps.h), pixels come through the read-only cache.
//
// There are kernels for u8 and f32 pixels of 1 and 3 channels, f32 positions, every border rule, with and without
// derivatives. Results agree with sampleBilinearCpu within rounding (multiplications and additions are contracted).
// A fit runs the fused step instead (fused_cuda.h). Built only where nvcc is found (target platen_sampling_cuda).
//
// Errors: std::invalid_argument for arguments, before CUDA is asked for anything; std::runtime_error where CUDA fails,
// as on a machine without a GPU. A kernel's own failure shows at finishStream() or a later call.
#pragma once

#include "core/sampling/bilinear_kernels.h"
#include "core/sampling/cuda_device.h"

#include <cstdint>

namespace platen::sampling {

// As sampleBilinearCpu; image.pixels, positions and the outputs are in the GPU's memory. Returns before it is done.
void sampleBilinearCuda(const ImageView& image,
                        Border border,
                        const float* positions,
                        std::int64_t n,
                        float* values,
                        float* d_dx,
                        float* d_dy,
                        CudaStream stream);

// As backwardToPositionsCpu; any channels >= 1.
void backwardToPositionsCuda(const float* grad_values,
                             const float* d_dx,
                             const float* d_dy,
                             std::int64_t n,
                             int channels,
                             float* grad_positions,
                             CudaStream stream);

}  // namespace platen::sampling
