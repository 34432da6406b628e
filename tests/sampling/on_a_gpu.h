// Tests that need a GPU: skipped where there is none, with CUDA's reason.
#pragma once

#include "core/sampling/cuda_device.h"

#include <vector>

#include <gtest/gtest.h>

namespace platen::sampling::test {

class OnAGpu : public ::testing::Test {
 protected:
  void SetUp() override {
    const CudaDevices devices = cudaDevices();
    if (devices.count == 0) {
      GTEST_SKIP() << "no GPU: " << devices.reason;
    }
  }
};

template <class T>
DeviceMemory onDevice(const std::vector<T>& from) {
  return {from.data(), from.size() * sizeof(T)};
}

template <class T>
std::vector<T> fromDevice(const DeviceMemory& memory) {
  std::vector<T> to(memory.size() / sizeof(T));
  memory.download(to.data(), memory.size());
  return to;
}

}  // namespace platen::sampling::test
