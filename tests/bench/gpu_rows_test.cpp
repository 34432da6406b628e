#include "core/bench/gpu_rows.h"

#include "core/bench/gpu_threads.h"
#include "core/bench/torch_sampling.h"
#include "core/sampling/gpu.h"
#include "tests/support/block_device.h"

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

TEST(GpuRows, WithoutAGpuOneLineSaysWhy) {
  const std::string reason = sampling::openGpu().reason;
  if (reason.empty()) {
    GTEST_SKIP() << "this machine has a GPU";
  }
  std::vector<std::string> left_out;
  gpuRows(
      true, nullptr, [](const BenchRow&) { ADD_FAILURE(); }, [&](const std::string& what) { left_out.push_back(what); },
      {});
  EXPECT_THAT(left_out, ElementsAre("steps on a GPU: " + reason));
}

TEST(GpuRows, TorchWithoutCudaSaysSo) {
  SampledPhoto photo;
  const std::vector<std::uint8_t> pixels(16);
  const std::vector<float> net(32);
  photo.pixels = pixels.data();
  photo.side = 4;
  photo.net = net.data();
  photo.net_rows = photo.net_cols = 1;
  photo.rows = photo.cols = 2;
  photo.on_gpu = true;
  TorchCase* made = nullptr;
  ModuleMessage why;
  const TorchSampling& torch = *platenTorchSampling();
  if (torch.make(&photo, &made, &why) == ModuleStatus::done) {
    torch.unmake(made);
    GTEST_SKIP() << "this torch has a GPU";
  }
  EXPECT_THAT(why.text, StartsWith("this torch "));
}

// By the blocks on the CPU.
TEST(GpuThreads, BothWaysTakeAsManyStepsOnTheirDevices) {
  std::vector<test::BlockDevice*> devices;
  GpuThreads work(
      [&] {
        auto made = std::make_unique<test::BlockDevice>();
        devices.push_back(made.get());
        return sampling::Gpu{std::move(made), {}};
      },
      3, 40, 8, 9);
  ASSERT_EQ(devices.size(), 4U) << "one for all, and one each";
  for (test::BlockDevice* device : devices) {
    device->launched.clear();
  }
  work.together(5);
  work.apart(7);
  int pages = 0;
  for (const int count : devices[0]->launched) {
    pages += count;
  }
  EXPECT_EQ(pages, 3 * 5);
  for (std::size_t k = 1; k < devices.size(); ++k) {
    EXPECT_EQ(devices[k]->launched, std::vector<int>(7, 1));
  }
  devices[2]->on_launch = [](const sampling::FusedLaunch&) { throw std::runtime_error("a kernel failed"); };
  EXPECT_THROW(work.apart(1), std::runtime_error);
}

TEST(GpuThreads, ADeviceThatGivesOtherBitsIsNoticed) {
  int opened = 0;
  const auto open = [&] {
    auto made = std::make_unique<test::BlockDevice>();
    if (++opened == 3) {  // the second page's own
      made->on_launch = [device = made.get()](const sampling::FusedLaunch& launch) {
        device->finish();  // its pages are there
        const_cast<sampling::FusedPage*>(launch.pages)->scale *= 0.5F;
      };
    }
    return sampling::Gpu{std::move(made), {}};
  };
  EXPECT_THROW(GpuThreads(open, 3, 40, 8, 9), std::runtime_error);
}

TEST(GpuRows, WithAGpuTheRowsAreThere) {
  if (const std::string reason = sampling::openGpu().reason; !reason.empty()) {
    GTEST_SKIP() << "no GPU: " << reason;
  }
  std::vector<BenchRow> rows;
  gpuRows(
      true, platenTorchSampling(), [&](const BenchRow& row) { rows.push_back(row); }, [](const std::string&) {}, {});
  ASSERT_FALSE(rows.empty());
  for (const BenchRow& row : rows) {
    EXPECT_THAT(row.name, StartsWith("GPU step"));
    EXPECT_GT(row.ours, 0);
    EXPECT_GT(row.ratio, 0);
  }
}

}  // namespace
}  // namespace platen::bench
