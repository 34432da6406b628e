// Steps of several threads on one device: which of them share a launch, that each gives the bits it gives alone, and
// that an error reaches those whom it concerns and leaves nobody waiting.
#include "core/sampling/shared_device.h"

#include "core/sampling/gpu.h"
#include "tests/sampling/batch_checks.h"
#include "tests/support/block_device.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

using platen::test::BlockDevice;
using ::testing::ElementsAre;
using Bytes = FusedCase<std::uint8_t>;

void waitUntil(const std::function<bool()>& is_so) {
  while (!is_so()) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

// Blocks on the CPU, whose first launch lasts until so many steps wait behind it.
struct Crowd {
  Crowd() {
    auto made = std::make_unique<BlockDevice>();
    blocks = made.get();
    device = std::make_unique<SharedDevice>(std::move(made));
    blocks->on_launch = [this](const FusedLaunch&) {
      if (blocks->launched.size() == 1) {
        first_began = true;
        waitUntil([this] { return device->waiting() == expected; });
      }
    };
  }

  // The first alone in a launch, then the others, which come to wait in their order.
  void run(const std::vector<std::function<void()>>& steps) {
    expected = steps.size() - 1;
    std::vector<std::thread> threads;
    threads.emplace_back(steps[0]);
    waitUntil([this] { return first_began.load(); });
    for (std::size_t k = 1; k < steps.size(); ++k) {
      threads.emplace_back(steps[k]);
      // The last one's wait may be over before it is seen.
      waitUntil([&] { return k == expected || device->waiting() == k; });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  }

  BlockDevice* blocks = nullptr;
  std::unique_ptr<SharedDevice> device;
  std::size_t expected = 0;
  std::atomic<bool> first_began{false};
};

std::vector<Bytes> pagesOfAllLattices(int channels = 1) {
  std::vector<Bytes> cases;
  for (const LatticeCase& lattice : kLattices) {
    cases.emplace_back(140 + static_cast<int>(cases.size()), lattice.shape, lattice.rows, lattice.cols, channels,
                       cases.size() % 2 == 0);
  }
  return cases;
}

TEST(SharedDevice, WhoWaitsForALaunchSharesTheNextWhateverTheLattice) {
  const std::vector<Bytes> cases = pagesOfAllLattices();
  BlockDevice own;
  Crowd crowd;
  std::vector<std::unique_ptr<SharedCase<std::uint8_t>>> pages;
  std::vector<FusedResult> results(cases.size());
  std::vector<std::function<void()>> steps;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    pages.push_back(std::make_unique<SharedCase<std::uint8_t>>(*crowd.device, cases[k]));
    steps.emplace_back([&, k] { results[k] = pages[k]->run(); });
  }
  crowd.blocks->asked.clear();
  crowd.run(steps);
  EXPECT_THAT(crowd.blocks->launched, ElementsAre(1, 4));
  EXPECT_EQ(crowd.blocks->asked, "uldfuldf") << "one copy there and one back for all pages";
  for (std::size_t k = 0; k < cases.size(); ++k) {
    SCOPED_TRACE(k);
    expectSameBits(results[k], runOn(own, cases[k], Border::replicate));
  }
  pages.clear();
  EXPECT_EQ(crowd.blocks->blocks(), 2U) << "the launches' own memory alone is kept";
}

TEST(SharedDevice, StepsOfAnotherKindGoInALaunchOfTheirOwnTheLongestWaitingFirst) {
  const Bytes grey(150, {4, 5}, 20, 30, 1), colour(151, {3, 4}, 12, 70, 3);
  const FusedCase<float> floats(152, {4, 5}, 20, 30, 1);
  BlockDevice own;
  Crowd crowd;
  SharedCase<std::uint8_t> first(*crowd.device, grey), second(*crowd.device, grey), third(*crowd.device, grey),
      cost(*crowd.device, grey), other(*crowd.device, colour);
  SharedCase<float> real(*crowd.device, floats);
  std::vector<FusedResult> results(6);
  crowd.run({[&] { results[0] = first.run(); }, [&] { results[1] = cost.run(false); },
             [&] { results[2] = second.run(); }, [&] { results[3] = other.run(); }, [&] { results[4] = real.run(); },
             [&] { results[5] = third.run(); }});
  EXPECT_THAT(crowd.blocks->launched, ElementsAre(1, 1, 2, 1, 1));
  const FusedResult alone = runOn(own, grey, Border::replicate);
  for (const std::size_t k : {0, 2, 5}) {
    expectSameBits(results[k], alone);
  }
  expectSameBits(results[1], runOn(own, grey, Border::replicate, false));
  expectSameBits(results[3], runOn(own, colour, Border::replicate));
  expectSameBits(results[4], runOn(own, floats, Border::replicate));
}

TEST(SharedDevice, PagesThatComeAndGoInManyThreadsGiveWhatTheyGiveAlone) {
  BlockDevice own;
  compareSharedWithAlone(own, std::make_unique<BlockDevice>(), 5);
}

TEST(SharedDevice, ALaunchThatFailsIsAnErrorOfAllInItAndOfNobodyElse) {
  const std::vector<Bytes> cases = pagesOfAllLattices();
  Crowd crowd;
  const auto until_behind = crowd.blocks->on_launch;
  crowd.blocks->on_launch = [&](const FusedLaunch& launch) {
    until_behind(launch);
    if (crowd.blocks->launched.size() == 2) {
      throw std::runtime_error("a kernel failed");
    }
  };
  std::vector<std::unique_ptr<SharedCase<std::uint8_t>>> pages;
  std::vector<std::string> errors(cases.size());
  std::vector<std::function<void()>> steps;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    pages.push_back(std::make_unique<SharedCase<std::uint8_t>>(*crowd.device, cases[k]));
    steps.emplace_back([&, k] {
      try {
        pages[k]->run();
      } catch (const std::runtime_error& error) {
        errors[k] = error.what();
      }
    });
  }
  EXPECT_FALSE(crowd.device->hasFailed());
  crowd.run(steps);
  EXPECT_THAT(errors, ElementsAre("", "a kernel failed", "a kernel failed", "a kernel failed", "a kernel failed"));
  EXPECT_TRUE(crowd.device->hasFailed());
  BlockDevice own;
  expectSameBits(pages[1]->run(), runOn(own, cases[1], Border::replicate));
}

TEST(SharedDevice, APageWithoutRoomHarmsNoOther) {
  const Bytes page(160, {4, 5}, 20, 30, 1);
  BlockDevice own;
  const FusedResult alone = runOn(own, page, Border::replicate);
  bool was_full = false, was_served = false;
  for (std::size_t memory = 20000; memory < 60000; memory += 8) {
    auto made = std::make_unique<BlockDevice>(memory);
    const BlockDevice& blocks = *made;
    SharedDevice device(std::move(made));
    std::unique_ptr<SharedCase<std::uint8_t>> first, second;
    try {
      first = std::make_unique<SharedCase<std::uint8_t>>(device, page);
    } catch (const DeviceFull&) {
      ASSERT_EQ(blocks.blocks(), 0U) << memory;
      continue;
    }
    const std::size_t of_one = blocks.blocks();
    try {
      second = std::make_unique<SharedCase<std::uint8_t>>(device, page);
      was_served = true;
      expectSameBits(second->run(), alone);
    } catch (const DeviceFull&) {
      was_full = true;
      ASSERT_EQ(blocks.blocks(), of_one) << "what it had is given back, " << memory;
    }
    expectSameBits(first->run(), alone);
    ASSERT_FALSE(device.hasFailed());
    if (was_served) {
      break;
    }
  }
  EXPECT_TRUE(was_full);
  EXPECT_TRUE(was_served);
}

TEST(SharedDevice, WhatFailsAloneIsToldAndTheNextIsServed) {
  SharedDevice device(std::make_unique<BlockDevice>());
  EXPECT_THROW(device.alone([](FusedDevice&) { throw std::invalid_argument("wrong"); }), std::invalid_argument);
  EXPECT_THROW(device.alone([](FusedDevice&) { throw DeviceFull("full"); }), DeviceFull);
  EXPECT_FALSE(device.hasFailed());
  EXPECT_THROW(device.alone([](FusedDevice&) { throw std::runtime_error("gone"); }), std::runtime_error);
  EXPECT_TRUE(device.hasFailed());
  int ran = 0;
  device.alone([&](FusedDevice&) { ++ran; });
  EXPECT_EQ(ran, 1);
}

TEST(SharedDevice, NetsOfAnotherSizeAreRefused) {
  const Bytes page(161, {2, 2}, 8, 8, 1);
  SharedDevice device(std::make_unique<BlockDevice>());
  const SharedImage image(device, page.image.view());
  const FusedTables tables({2, 2}, 8, 8);
  const FusedBatchPage there = batchPage(page, image.view());
  SharedStep step(device, tables, there, Border::replicate, SquaresTerm{});
  std::vector<float> wrong(3), gradient(page.net.size());
  EXPECT_THROW(step.run(wrong, gradient), std::invalid_argument);
  EXPECT_THROW(step.run(page.net, wrong), std::invalid_argument);
  EXPECT_GT(step.run(page.net, gradient).cost, 0);
  EXPECT_THROW(SharedStep(device, tables, there, Border::replicate, AnglesTerm{}), std::invalid_argument);
}

TEST(DeviceInUse, AllWhoWantItAtOneTimeHaveTheSame) {
  int opened = 0;
  DeviceInUse gpu([&] {
    ++opened;
    return Gpu{std::make_unique<BlockDevice>(), {}};
  });
  SharedGpu one = gpu.get();
  SharedGpu other = gpu.get();
  EXPECT_EQ(one.device, other.device);
  EXPECT_EQ(opened, 1);
  one.device.reset();
  EXPECT_EQ(gpu.get().device, other.device);
  const std::weak_ptr<SharedDevice> seen = other.device;
  other.device.reset();
  EXPECT_TRUE(seen.expired()) << "nobody keeps it";
  const SharedGpu later = gpu.get();
  EXPECT_EQ(opened, 2);
  EXPECT_THROW(later.device->alone([](FusedDevice&) { throw std::runtime_error("gone"); }), std::runtime_error);
  const SharedGpu fresh = gpu.get();
  EXPECT_NE(fresh.device, later.device) << "who comes after a failure has a fresh one";
  EXPECT_EQ(gpu.get().device, fresh.device);
}

TEST(DeviceInUse, WhereThereIsNoneTheReasonIsHandedOn) {
  DeviceInUse gpu([] { return Gpu{nullptr, "no NVIDIA driver is installed"}; });
  const SharedGpu none = gpu.get();
  EXPECT_EQ(none.device, nullptr);
  EXPECT_EQ(none.reason, "no NVIDIA driver is installed");
  EXPECT_EQ(sharedGpu().reason, openGpu().reason);
}

}  // namespace
}  // namespace platen::sampling::test
