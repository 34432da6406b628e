// The GPU that fused steps may be run on, if this machine has one and this build can use it. The only place that knows
// whether CUDA was there when Platen was built. No header of CUDA's, and no library of its driver, is needed to build
// or to start a program with it.
#pragma once

#include "core/sampling/fused_device.h"

#include <memory>
#include <string>

namespace platen::sampling {

struct Gpu {
  std::unique_ptr<FusedDevice> device;  // null: there is none,
  std::string reason;                   // and why: "no NVIDIA driver is installed"
};
// The machine's first GPU, with a stream of its own. Never throws for a machine without one.
Gpu openGpu();

}  // namespace platen::sampling
