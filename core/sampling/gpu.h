// The GPU that fused steps may be run on, if this machine has one and this build can use it. The only place that knows
// whether CUDA was there when Platen was built. No header of CUDA's, and no library of its driver, is needed to build
// or to start a program with it.
#pragma once

#include "core/sampling/fused_device.h"
#include "core/sampling/shared_device.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace platen::sampling {

struct Gpu {
  std::unique_ptr<FusedDevice> device;  // null: there is none,
  std::string reason;                   // and why: "no NVIDIA driver is installed"
};
// The machine's first GPU, with a stream of its own. Never throws for a machine without one.
Gpu openGpu();

struct SharedGpu {
  std::shared_ptr<SharedDevice> device;  // null: there is none, and why
  std::string reason;
};

// The device that all share who want one at the same time: opened for the first, closed with the last, and opened anew
// for those who come after it has failed. Threads: any, at once.
class DeviceInUse {
 public:
  using Open = std::function<Gpu()>;
  explicit DeviceInUse(Open open) : open_(std::move(open)) {}
  SharedGpu get();

 private:
  Open open_;
  std::mutex mutex_;
  std::weak_ptr<SharedDevice> device_;
};
// The one of this process, of openGpu().
SharedGpu sharedGpu();

}  // namespace platen::sampling
