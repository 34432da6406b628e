// The peer of the specialised kernels: one bilinear sampler for all pixel types, channels and border rules, which asks
// what it has at each sample. Same values and derivatives (bilinear_taps.h), plain C++, one loop.
#pragma once

#include "core/sampling/bilinear_kernels.h"

#include <cstdint>

namespace platen::bench {

// As sampling::sampleBilinearCpu for u8, f16 and f32 images, finite positions; d_dx and d_dy may be null.
void sampleBranching(const sampling::ImageView& image,
                     sampling::Border border,
                     const float* positions,
                     std::int64_t n,
                     float* values,
                     float* d_dx,
                     float* d_dy);

}  // namespace platen::bench
