// The fused step on a GPU gives what FusedStep gives on the CPU, a batch what its pages give alone, and the same twice.
#include "core/sampling/fused_cuda.h"

#include "tests/sampling/batch_checks.h"
#include "tests/sampling/on_a_gpu.h"

#include <memory>
#include <stdexcept>

#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

class FusedCuda : public OnAGpu {
 protected:
  void SetUp() override {
    OnAGpu::SetUp();
    if (!IsSkipped()) {
      device_ = openCudaDevice();
    }
  }
  std::unique_ptr<FusedDevice> device_;
};

TEST_F(FusedCuda, BytesGiveWhatTheCpuGives) {
  compareWithFusedStep<std::uint8_t>(*device_);
}

TEST_F(FusedCuda, FloatsGiveWhatTheCpuGives) {
  compareWithFusedStep<float>(*device_);
}

TEST_F(FusedCuda, ABatchGivesWhatItsPagesGiveAlone) {
  compareBatchWithItsPages(*device_);
}

TEST_F(FusedCuda, PagesOfSeveralThreadsGiveWhatTheyGiveAlone) {
  compareSharedWithAlone(*device_, openCudaDevice(), 3);
}

TEST_F(FusedCuda, WithoutAGradientTheCostIsTheSame) {
  compareCostAloneWithWhole(*device_);
}

TEST_F(FusedCuda, MoreThanItsMemoryIsRefusedAsFull) {
  EXPECT_THROW(DeviceBlock(*device_, std::size_t{1} << 50), DeviceFull);
  EXPECT_NE(DeviceBlock(*device_, 16).as<void>(), nullptr) << "and the next one is served";
  EXPECT_FALSE(device_->name().empty());
}

TEST(FusedCudaDevice, WithoutAGpuItSaysWhy) {
  const CudaDevices devices = cudaDevices();
  if (devices.count > 0) {
    GTEST_SKIP() << "this machine has a GPU";
  }
  EXPECT_THROW(
      {
        try {
          openCudaDevice();
        } catch (const std::runtime_error& error) {
          EXPECT_EQ(error.what(), devices.reason);
          throw;
        }
      },
      std::runtime_error);
}

}  // namespace
}  // namespace platen::sampling::test
