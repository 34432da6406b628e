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

}  // namespace platen::sampling
