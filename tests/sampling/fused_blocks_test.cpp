// The GPU's fused step without a GPU: the same functions of a thread, block after block on the CPU, beside FusedStep.
// This covers indices, sums, the chain rule, the order of copies and launches and the batches; what nvcc and a GPU make
// of it is fused_cuda_test.cpp's.
#include "core/sampling/fused_blocks.h"

#include "core/sampling/gpu.h"
#include "tests/sampling/batch_checks.h"
#include "tests/support/block_device.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

using platen::test::BlockDevice;

TEST(FusedBlocks, BytesGiveWhatFusedStepGives) {
  BlockDevice device;
  compareWithFusedStep<std::uint8_t>(device);
}

TEST(FusedBlocks, FloatsGiveWhatFusedStepGives) {
  BlockDevice device;
  compareWithFusedStep<float>(device);
}

TEST(FusedBlocks, WithoutAGradientTheCostIsTheSame) {
  BlockDevice device;
  compareCostAloneWithWhole(device);
}

TEST(FusedBlocks, ABatchGivesWhatItsPagesGiveAlone) {
  BlockDevice device;
  compareBatchWithItsPages(device);
}

TEST(FusedBlocks, SegmentsCoverTheLatticeOnceAndStayInACell) {
  for (const LatticeCase& lattice : kLattices) {
    const FusedTables tables(lattice.shape, lattice.rows, lattice.cols);
    std::int32_t row = 0;
    for (const FusedSegment& segment : tables.segments) {
      EXPECT_EQ(segment.row, row);
      EXPECT_GT(segment.end, segment.row);
      EXPECT_LE(segment.end - segment.row, kSegmentRows);
      for (; row < segment.end; ++row) {
        EXPECT_EQ(tables.v.first[static_cast<std::size_t>(row)], segment.first);
      }
    }
    EXPECT_EQ(row, lattice.rows);
    EXPECT_EQ(tables.columns_of_cell.back(), lattice.cols);
    EXPECT_EQ(tables.segments_of_cell.back(), static_cast<std::int32_t>(tables.segments.size()));
  }
}

TEST(FusedBlocks, WhatCannotBeCutIsRefused) {
  EXPECT_THROW(FusedTables({0, 3}, 8, 8), std::invalid_argument);
  EXPECT_THROW(FusedTables({3, 3}, 0, 8), std::invalid_argument);
  EXPECT_THROW(FusedTables({1, 1}, 300000, 1), std::invalid_argument) << "more segments than a launch takes";
  const SplineAxis<float> axis(3, {0.1, 0.5, 0.9});
  EXPECT_THROW(FusedTables(SplineAxis<float>(3, {0.1, 0.9, 0.5}), axis), std::invalid_argument) << "does not ascend";
  EXPECT_THROW(FusedTables(axis, axis, SplineAxis<float>(3, {0.1, 0.5, 0.6}, 1)), std::invalid_argument);
}

TEST(FusedBatch, AStepCopiesTheNetAloneInTheStreamsOrder) {
  const FusedCase<std::uint8_t> page(91, {2, 2}, 8, 8, 1);
  BlockDevice device;
  {
    const DeviceImage image(device, page.image.view());
    FusedBatch batch(device, FusedTables({2, 2}, 8, 8), {batchPage(page, image.view)}, Border::replicate,
                     SquaresTerm{});
    device.finish();
    EXPECT_EQ(device.uploads.size(), 4U) << "image, lattice, page and the batch's table, in a piece each";
    device.asked.clear();
    device.uploads.clear();
    std::vector<float> gradient(page.net.size());
    FusedSums sums;
    batch.step(page.net, gradient, {&sums, 1});
    EXPECT_EQ(device.asked, "ulddf");
    EXPECT_EQ(device.uploads, std::vector<std::size_t>{page.net.size() * sizeof(float)});
    device.asked.clear();
    batch.step(page.net, {}, {&sums, 1});
    EXPECT_EQ(device.asked, "uldf") << "no gradient comes back that was not asked for";
  }
  EXPECT_EQ(device.blocks(), 0U) << "all memory is given back";
}

TEST(FusedBatch, SaysWhereTheMemoryIsShort) {
  const FusedCase<std::uint8_t> page(92, {2, 2}, 8, 8, 1);
  BlockDevice none(100);
  EXPECT_THROW(DeviceImage(none, page.image.view()), DeviceFull);
  EXPECT_EQ(none.blocks(), 0U);
  BlockDevice enough;
  const DeviceImage image(enough, page.image.view());
  BlockDevice little(1500);
  EXPECT_THROW(
      FusedBatch(little, FusedTables({2, 2}, 8, 8), {batchPage(page, image.view)}, Border::replicate, SquaresTerm{}),
      DeviceFull);
  EXPECT_EQ(little.blocks(), 0U) << "what it had is given back";
}

TEST(FusedBatch, WhatMakesNoSenseIsRefused) {
  const FusedCase<float> floats(93, {2, 2}, 8, 8, 1);
  const FusedCase<std::uint8_t> bytes(93, {2, 2}, 8, 8, 1);
  BlockDevice device;
  const DeviceImage image(device, floats.image.view()), other(device, bytes.image.view());
  const FusedTables tables({2, 2}, 8, 8);
  const auto refused = [&](const std::vector<FusedBatchPage>& pages, const FusedTerm& term = SquaresTerm{}) {
    EXPECT_THROW(FusedBatch(device, tables, pages, Border::replicate, term), std::invalid_argument);
  };
  const FusedBatchPage fine = batchPage(floats, image.view);
  refused({});
  refused({fine, batchPage(bytes, other.view)});
  refused({fine}, AnglesTerm{});
  FusedBatchPage page = fine;
  page.image.height = 0;
  refused({page});
  page = fine;
  page.target = page.target.first(3);
  refused({page});
  page = fine;
  page.image.channels = 4;
  page.image.row_stride *= 4;
  refused({page});
  FusedBatch batch(device, tables, {fine}, Border::replicate, SquaresTerm{});
  FusedSums sums;
  std::vector<float> wrong(3);
  EXPECT_THROW(batch.step(wrong, {}, {&sums, 1}), std::invalid_argument);
  EXPECT_THROW(batch.step(floats.net, wrong, {&sums, 1}), std::invalid_argument);
  EXPECT_THROW(batch.step(floats.net, {}, {}), std::invalid_argument);
}

TEST(Gpu, ThereIsOneOrAReason) {
  const Gpu gpu = openGpu();
  EXPECT_EQ(gpu.device == nullptr, !gpu.reason.empty()) << gpu.reason;
}

}  // namespace
}  // namespace platen::sampling::test
