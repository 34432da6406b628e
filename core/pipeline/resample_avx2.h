// The vector kernels of resample.h, chosen at run time. Same bytes as the portable ones: same integers, same order of
// float operations, no fused multiply-add.
#pragma once

#include "core/pipeline/resample.h"

namespace platen::pipeline {

// Positions are clamped to this many pixels from the strip's origin; 2^17 px * 2^12 phases still fits 32 bits.
inline constexpr float kFarAway = 131072.0F;

// Null where there is no such kernel or this machine lacks AVX2.
ResampleRow resampleU8Avx2(int channels, int taps);
PositionRow positionsAvx2();

}  // namespace platen::pipeline
