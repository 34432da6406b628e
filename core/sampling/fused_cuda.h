// The fused step's blocks on a GPU: a FusedDevice (fused_device.h) on the machine's first one, with a stream of its
// own. Built only where nvcc is found (target platen_sampling_cuda); who wants a GPU if there is one asks gpu.h.
#pragma once

#include "core/sampling/fused_device.h"

#include <memory>

namespace platen::sampling {

// Throws std::runtime_error, with the reason in CUDA's words, where there is none.
std::unique_ptr<FusedDevice> openCudaDevice();

}  // namespace platen::sampling
