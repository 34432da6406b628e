#include "tests/support/allocation_meter.h"

#include <vector>

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace platen::test {
namespace {

TEST(AllocationMeter, CountsTensorsAndWhatWasAliveAtOnce) {
  const AllocationMeter meter;
  EXPECT_EQ(meter.tensorBytes(), 0);
  { const at::Tensor first = at::empty({1000}, at::kFloat); }
  { const at::Tensor second = at::empty({500}, at::kDouble); }
  EXPECT_EQ(meter.tensorBytes(), 8000);
  EXPECT_EQ(meter.largestTensor(), 4000);
  EXPECT_EQ(meter.peakTensorBytes(), 4000);
}

TEST(AllocationMeter, SeesWhatAnOperatorAllocatesInside) {
  const at::Tensor a = at::ones({256}, at::kFloat);
  const AllocationMeter meter;
  const at::Tensor b = (a + a) * a;
  EXPECT_EQ(meter.tensorBytes(), 2 * 1024);
}

TEST(AllocationMeter, SeesTheHeap) {
  const AllocationMeter meter;
  const std::int64_t before = meter.heapBytes();
  const std::vector<char> block(123456);
  EXPECT_GE(meter.heapBytes() - before, 123456);
  EXPECT_GE(meter.largestHeapBlock(), 123456);
  EXPECT_EQ(block.front(), 0);
}

TEST(AllocationMeter, CountsNothingAfterItsEnd) {
  { const AllocationMeter ended; }
  const at::Tensor ignored = at::empty({1000}, at::kFloat);
  const AllocationMeter meter;
  EXPECT_EQ(meter.tensorBytes(), 0);
}

}  // namespace
}  // namespace platen::test
