// What a step allocates depends on the lattice and not on the image: measured, forward and backward.
#include "core/sampling/bilinear.h"
#include "core/sampling/spline_expand.h"
#include "tests/support/allocation_meter.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

using platen::test::AllocationMeter;

struct Allocated {
  std::int64_t tensors, largest_tensor, largest_heap_block;
  friend bool operator==(const Allocated&, const Allocated&) = default;
};

Allocated stepOn(const at::Tensor& image, std::int64_t side) {
  const auto size = static_cast<double>(image.size(0));
  const at::Tensor coords = (at::rand({side, side, 2}) * size).requires_grad_(true);
  const AllocationMeter meter;
  sampleBilinear(image, coords).sum().backward();
  return {meter.tensorBytes(), meter.largestTensor(), meter.largestHeapBlock()};
}

TEST(Allocation, IsTheSameForAnyImageAndProportionalToTheLattice) {
  const at::Tensor one_megapixel = at::zeros({1000, 1000, 1}, at::kByte);
  const at::Tensor many = at::zeros({8000, 8000, 1}, at::kByte);
  stepOn(one_megapixel, 8);  // torch sets itself up at the first call
  const Allocated small = stepOn(one_megapixel, 64);
  EXPECT_EQ(stepOn(many, 64), small);
  // f32: values 1, derivatives 2, gradient of the positions 2 per sample; the sum and its gradient are scalars.
  const std::int64_t per_sample = 5 * 4, samples = 64 * 64;
  EXPECT_GE(small.tensors, per_sample * samples);
  EXPECT_LE(small.tensors, (per_sample + 4) * samples + 1024);  // backward may lay the expanded gradient out: 1 more
  EXPECT_LE(small.largest_tensor, 2 * 4 * samples);
  EXPECT_LE(small.largest_heap_block, 4096);
  const Allocated large = stepOn(many, 128);
  EXPECT_NEAR(static_cast<double>(large.tensors), 4.0 * static_cast<double>(small.tensors), 4096);
}

TEST(Allocation, ViewsOfABigImageAreNotCopied) {
  const at::Tensor image = at::zeros({4000, 4000, 3}, at::kByte);
  const at::Tensor crop = image.narrow(0, 100, 3000).narrow(1, 200, 2500);
  EXPECT_EQ(stepOn(crop, 64), stepOn(at::zeros({64, 64, 3}, at::kByte), 64));
}

// The meter would see it, if it were otherwise: torch's sampler with an image gradient makes a tensor of its shape.
TEST(Allocation, TheMeterSeesAnImageGradient) {
  const at::Tensor image = at::zeros({1, 1, 1000, 1000}, at::kFloat).requires_grad_(true);
  const at::Tensor grid = at::zeros({1, 16, 16, 2}).requires_grad_(true);
  const AllocationMeter meter;
  at::grid_sampler(image, grid, 0, 1, false).sum().backward();
  EXPECT_GE(meter.largestTensor(), 4'000'000);
}

TEST(Allocation, ASplineStepDependsOnLatticeAndNetOnly) {
  const at::Tensor net = at::rand({19, 23, 2}).requires_grad_(true);
  const at::Tensor u = at::linspace(0, 1, 64), v = at::linspace(0, 1, 48);
  const at::Tensor small = at::zeros({1000, 1000, 1}, at::kByte), large = at::zeros({8000, 8000, 1}, at::kByte);
  const auto step = [&](const at::Tensor& image) {
    net.mutable_grad() = at::Tensor();
    const AllocationMeter meter;
    sampleBilinear(image, expandSpline(net, u, v) * static_cast<double>(image.size(0))).sum().backward();
    return meter.tensorBytes();
  };
  step(small);
  const std::int64_t bytes = step(small);
  EXPECT_EQ(step(large), bytes);
  EXPECT_LE(bytes, 64 * 48 * 4 * 20);
}

}  // namespace
}  // namespace platen::sampling::test
