// What a batch of fused steps must do on any device, for the blocks on the CPU and for a GPU.
#pragma once

#include "core/sampling/fused_batch.h"
#include "core/sampling/shared_device.h"
#include "tests/sampling/fused_case.h"

#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace platen::sampling::test {

template <class Pixel>
FusedBatchPage batchPage(const FusedCase<Pixel>& page, const ImageView& image_there) {
  return {image_there, page.scale, {}, {}, page.target, page.weights};
}

template <class Pixel>
FusedResult runOn(FusedDevice& device, const FusedCase<Pixel>& page, Border border, bool with_gradient = true) {
  const DeviceImage image(device, page.image.view());
  FusedBatch batch(device, FusedTables(page.shape, page.rows, page.cols), {batchPage(page, image.view)}, border,
                   SquaresTerm{FusedCase<Pixel>::kValueScale});
  FusedResult result{-1, std::vector<float>(with_gradient ? page.net.size() : 0, 7.0F)};
  FusedSums sums;
  batch.step(page.net, result.gradient, {&sums, 1});
  result.cost = sums.cost;
  double weight = page.weights.empty() ? static_cast<double>(page.rows) * page.cols : 0;
  for (const float w : page.weights) {
    weight += static_cast<double>(w);
  }
  EXPECT_NEAR(sums.weight, weight, 1e-5 * weight);
  return result;
}

template <class Pixel>
void compareWithFusedStep(FusedDevice& device) {
  int seed = 31;
  for (const LatticeCase& lattice : kLattices) {
    for (const int channels : {1, 3}) {
      for (const bool plain : {false, true}) {
        const FusedCase<Pixel> page(seed++, lattice.shape, lattice.rows, lattice.cols, channels, plain);
        for (const Border border : kAllBorders) {
          SCOPED_TRACE(testing::Message() << lattice.rows << " x " << lattice.cols << " x " << channels << ", plain "
                                          << plain << ", " << borderName(border));
          expectClose(runOn(device, page, border), page.truth(border));
        }
      }
    }
  }
}

// Nets and gradients of all pages in one vector; and the second time the same.
inline void compareBatchWithItsPages(FusedDevice& device) {
  std::vector<FusedCase<std::uint8_t>> cases;
  std::vector<DeviceImage> images;
  std::vector<FusedBatchPage> pages;
  std::vector<FusedResult> alone;
  std::vector<float> nets;
  for (int seed = 80; seed < 85; ++seed) {
    cases.emplace_back(seed, NetShape{4, 5}, 53, 150, 1, seed % 2 == 0);
  }
  for (const auto& page : cases) {
    alone.push_back(runOn(device, page, Border::replicate));
    images.emplace_back(device, page.image.view());
    pages.push_back(batchPage(page, images.back().view));
    nets.insert(nets.end(), page.net.begin(), page.net.end());
  }
  FusedBatch batch(device, FusedTables({4, 5}, 53, 150), pages, Border::replicate,
                   SquaresTerm{FusedCase<std::uint8_t>::kValueScale});
  ASSERT_EQ(batch.pages() * batch.netSize(), nets.size());
  for (int repeat = 0; repeat < 2; ++repeat) {
    std::vector<float> gradients(nets.size(), 7.0F);
    std::vector<FusedSums> sums(pages.size());
    batch.step(nets, gradients, sums);
    for (std::size_t k = 0; k < pages.size(); ++k) {
      EXPECT_EQ(sums[k].cost, alone[k].cost) << k;
      const auto own = gradients.begin() + static_cast<std::ptrdiff_t>(k * batch.netSize());
      EXPECT_EQ(std::vector<float>(own, own + static_cast<std::ptrdiff_t>(batch.netSize())), alone[k].gradient) << k;
    }
  }
}

inline void compareCostAloneWithWhole(FusedDevice& device) {
  const FusedCase<std::uint8_t> page(41, {4, 5}, 20, 30, 3);
  const double whole = runOn(device, page, Border::replicate).cost;
  EXPECT_NEAR(runOn(device, page, Border::replicate, false).cost, whole, 1e-5 * whole) << "compiled apart";
}

// A case on a device that others use at the same time.
template <class Pixel>
class SharedCase {
 public:
  SharedCase(SharedDevice& device, const FusedCase<Pixel>& page)
      : net_(page.net),
        image_(device, page.image.view()),
        step_(device,
              FusedTables(page.shape, page.rows, page.cols),
              batchPage(page, image_.view()),
              Border::replicate,
              SquaresTerm{FusedCase<Pixel>::kValueScale}) {}

  FusedResult run(bool with_gradient = true) {
    FusedResult result{-1, std::vector<float>(with_gradient ? net_.size() : 0, 7.0F)};
    result.cost = step_.run(net_, result.gradient).cost;
    return result;
  }

 private:
  std::vector<float> net_;
  SharedImage image_;
  SharedStep step_;
};

inline void expectSameBits(const FusedResult& one, const FusedResult& other) {
  EXPECT_EQ(one.cost, other.cost);
  EXPECT_EQ(one.gradient, other.gradient);
}

// Pages of all lattices come, step and go, each in a thread of its own, on one device: what they give alone on such a
// device.
inline void compareSharedWithAlone(FusedDevice& alone, std::unique_ptr<FusedDevice> shared, int rounds) {
  std::vector<FusedCase<std::uint8_t>> cases;
  std::vector<FusedResult> truth, truth_of_cost;
  for (const LatticeCase& lattice : kLattices) {
    const int seed = 120 + static_cast<int>(cases.size());
    cases.emplace_back(seed, lattice.shape, lattice.rows, lattice.cols, 1 + 2 * (seed % 2));
    truth.push_back(runOn(alone, cases.back(), Border::replicate));
    truth_of_cost.push_back(runOn(alone, cases.back(), Border::replicate, false));
  }
  SharedDevice device(std::move(shared));
  const auto stepOf = [&](std::size_t k) {
    for (int round = 0; round < rounds; ++round) {
      SharedCase<std::uint8_t> page(device, cases[k]);
      for (int step = 0; step < 20; ++step) {
        expectSameBits(page.run(), truth[k]);
        EXPECT_EQ(page.run(false).cost, truth_of_cost[k].cost);
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    threads.emplace_back(stepOf, k);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_FALSE(device.hasFailed());
}

}  // namespace platen::sampling::test
