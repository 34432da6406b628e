// The fused step on a GPU (core/sampling/fused_batch.h) beside the same step of torch's operators on that GPU, and
// beside ours on the CPU.
#pragma once

#include "core/bench/bench_row.h"
#include "core/bench/torch_sampling.h"

#include <stop_token>

namespace platen::bench {

// us per step, medians. `torch` may be null. Without a GPU, or a torch that has CUDA, the rows that need it are left
// out, and that is said with the reason. Throws std::runtime_error where GPU and CPU differ.
void gpuRows(
    bool quick, const TorchSampling* torch, const RowDone& done, const LeftOut& left_out, const std::stop_token& stop);

}  // namespace platen::bench
