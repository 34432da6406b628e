#include "core/bench/gpu_rows.h"

#include "core/bench/torch_sampling.h"
#include "core/sampling/gpu.h"

#include <cstdint>
#include <string>
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
