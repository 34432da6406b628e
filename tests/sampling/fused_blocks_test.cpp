// The GPU's fused step without a GPU: the same functions of a thread, block after block on the CPU, beside FusedStep.
// This covers indices, sums and the chain rule; what nvcc and a GPU make of it is fused_cuda_test.cpp's.
#include "core/sampling/fused_blocks.h"

#include "tests/sampling/fused_case.h"

#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

// What fusedKernel and gatherKernel do (fused_cuda.cu); each loop over the threads ends where they have a barrier.
template <class Pixel, int kChannels, Border kBorder, bool kGradient = true>
FusedResult runBlocks(const FusedCase<Pixel>& page) {
  const FusedTables tables(page.shape, page.rows, page.cols);
  const FusedBlocks blocks = tables.blocks();
  FusedResult result{-1, std::vector<float>(page.net.size(), 7.0F)};
  const FusedPage fused{sampledImageOf(page.image.view()),
                        page.scale,
                        page.net.data(),
                        page.target.empty() ? nullptr : page.target.data(),
                        page.weights.empty() ? nullptr : page.weights.data(),
                        kGradient ? result.gradient.data() : nullptr,
                        &result.cost};
  const auto size = static_cast<std::size_t>(partialSize(blocks));
  const auto count = static_cast<std::size_t>(blocks.segments) * static_cast<std::size_t>(blocks.chunks);
  std::vector<float> partials(count * size, std::numeric_limits<float>::quiet_NaN());  // what isn't written shows
  std::vector<double> costs;
  const auto tree = [](double* sums) {
    for (int half = kBlockThreads / 2; half > 0; half /= 2) {
      for (int thread = 0; thread < kBlockThreads; ++thread) {
        addCosts(sums, half, thread);
      }
    }
  };
  for (int segment = 0; segment < blocks.segments; ++segment) {
    for (int chunk = 0; chunk < blocks.chunks; ++chunk) {
      FusedShared shared;
      for (int thread = 0; thread < kBlockThreads; ++thread) {
        sampleColumn<Pixel, kChannels, kBorder, kGradient>(blocks, fused, FusedCase<Pixel>::kValueScale, segment, chunk,
                                                           thread, shared);
      }
      tree(shared.cost);
      for (int thread = 0; kGradient && thread < kBlockThreads; ++thread) {
        spreadAlongU(blocks, chunk, thread, shared, &partials[costs.size() * size]);
      }
      costs.push_back(shared.cost[0]);
    }
  }
  double sums[kBlockThreads];
  for (int thread = 0; thread < kBlockThreads; ++thread) {
    sums[thread] = gatherCosts(blocks, costs.data(), thread);
  }
  tree(sums);
  *fused.cost = sums[0];
  for (int control = 0; kGradient && control < blocks.control_rows * blocks.control_cols; ++control) {
    gatherControl(blocks, partials.data(), control, fused.grad_net);
  }
  return result;
}

template <class Pixel, int kChannels>
void compareWithFusedStep() {
  int seed = 31;
  for (const LatticeCase& lattice : kLattices) {
    for (const bool plain : {false, true}) {
      SCOPED_TRACE(testing::Message() << lattice.rows << " x " << lattice.cols << ", plain " << plain);
      const FusedCase<Pixel> page(seed++, lattice.shape, lattice.rows, lattice.cols, kChannels, plain);
      expectClose(runBlocks<Pixel, kChannels, Border::replicate>(page), page.truth(Border::replicate));
      expectClose(runBlocks<Pixel, kChannels, Border::zeros>(page), page.truth(Border::zeros));
      expectClose(runBlocks<Pixel, kChannels, Border::reflection>(page), page.truth(Border::reflection));
    }
  }
}

TEST(FusedBlocks, GreyBytesGiveWhatFusedStepGives) {
  compareWithFusedStep<std::uint8_t, 1>();
}

TEST(FusedBlocks, ColourBytesGiveWhatFusedStepGives) {
  compareWithFusedStep<std::uint8_t, 3>();
}

TEST(FusedBlocks, FloatsGiveWhatFusedStepGives) {
  compareWithFusedStep<float, 1>();
  compareWithFusedStep<float, 3>();
}

TEST(FusedBlocks, WithoutAGradientTheCostIsTheSame) {
  const FusedCase<std::uint8_t> page(41, {4, 5}, 20, 30, 1);
  const auto whole = runBlocks<std::uint8_t, 1, Border::replicate>(page);
  const auto cost = runBlocks<std::uint8_t, 1, Border::replicate, false>(page);
  EXPECT_NEAR(cost.cost, whole.cost, 1e-5 * whole.cost) << "compiled apart: contracted apart";
  EXPECT_EQ(cost.gradient[3], 7.0F) << "not touched";
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
}

}  // namespace
}  // namespace platen::sampling::test
