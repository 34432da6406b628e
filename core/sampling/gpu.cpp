#include "core/sampling/gpu.h"

#if defined(PLATEN_HAS_CUDA)
#include "core/sampling/fused_cuda.h"

#include <stdexcept>
#endif

namespace platen::sampling {

Gpu openGpu() {
#if defined(PLATEN_HAS_CUDA)
  try {
    return {openCudaDevice(), {}};
  } catch (const std::runtime_error& error) {
    return {nullptr, error.what()};
  }
#else
  return {nullptr, "this platen was built without CUDA"};
#endif
}

SharedGpu DeviceInUse::get() {
  const std::lock_guard lock(mutex_);  // held while it is opened: one for all who ask meanwhile
  if (auto device = device_.lock(); device && !device->hasFailed()) {
    return {std::move(device), {}};
  }
  Gpu gpu = open_();
  if (!gpu.device) {
    return {nullptr, std::move(gpu.reason)};
  }
  auto device = std::make_shared<SharedDevice>(std::move(gpu.device));
  device_ = device;
  return {std::move(device), {}};
}

SharedGpu sharedGpu() {
  static DeviceInUse gpu(openGpu);
  return gpu.get();
}

}  // namespace platen::sampling
