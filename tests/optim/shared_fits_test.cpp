// Fits that run at one time on one device: their steps share launches, each ends where it ends alone, to the bit, and a
// device that fails, or is full for one of them, harms no more than it must.
#include "core/optim/fit.h"
#include "core/optim/fit_device.h"
#include "core/optim/sampled_sheet_fit.h"
#include "core/optim/sheet_parameters.h"
#include "tests/support/block_device.h"
#include "tests/support/synthetic_cues.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using sampling::DeviceInUse;
using sampling::Gpu;
using sampling::SharedDevice;
using sampling::SharedGpu;
using test::BlockDevice;
using test::makeSyntheticPage;
using test::SyntheticRecipe;
using ::testing::Contains;
using ::testing::Each;
using ::testing::Not;

// Pages without lines, which differ.
PageCues pageWithoutLines(int number) {
  SyntheticRecipe recipe;
  recipe.truth = {0.03, 0.2 - 0.1 * number, std::log(1.3), 0, {0.5, -0.2, -0.4, 0.3, 0.8}};
  recipe.half_width_q = 0.25;
  recipe.margin = 0.15;
  recipe.text_half_height = 1.3 - 0.1 * number;
  recipe.images = true;
  PageCues cues = makeSyntheticPage(recipe).cues;
  cues.segments.clear();
  cues.has_text = false;
  return cues;
}

// The fit by sampling, some 400 steps with gradients on two lattices, and the whole one, which judges its maps there.
struct Fits {
  std::vector<double> sampled;
  FitResult whole;
};

Fits fitThere(const PageCues& cues, const std::shared_ptr<SharedDevice>& there) {
  FitDevice device(Device::cuda, [there] { return SharedGpu{there, {}}; });
  Fits fits;
  if (const std::optional<SheetFit> sampled = fitSheetBySampling(cues, {}, {}, &device)) {
    fits.sampled = flatten(sampled->parameters);
  }
  fits.whole = fitOn(device, cues, {}, {}, 0, {}, {});
  return fits;
}

Fits fitAlone(const PageCues& cues) {
  return fitThere(cues, std::make_shared<SharedDevice>(std::make_unique<BlockDevice>()));
}

void expectSameBits(const Fits& one, const Fits& other) {
  EXPECT_FALSE(one.sampled.empty());
  EXPECT_EQ(one.sampled, other.sampled);
  EXPECT_EQ(one.whole.grid, other.whole.grid);
  EXPECT_EQ(one.whole.warnings, other.whole.warnings);
}

void waitUntil(const std::function<bool()>& is_so) {
  while (!is_so()) {
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

TEST(SharedFits, EachEndsWhereItEndsAlone) {
  constexpr int kFits = 3;
  std::vector<PageCues> pages;
  std::vector<Fits> alone, together(kFits);
  for (int k = 0; k < kFits; ++k) {
    pages.push_back(pageWithoutLines(k));
    alone.push_back(fitAlone(pages.back()));
  }
  EXPECT_NE(alone[0].sampled, alone[1].sampled) << "the test needs pages that differ";
  auto made = std::make_unique<BlockDevice>();
  BlockDevice& blocks = *made;
  const auto device = std::make_shared<SharedDevice>(std::move(made));
  // A launch lasts until all other fits that still run want the device, too.
  std::atomic<std::size_t> running{kFits};
  blocks.on_launch = [&](const sampling::FusedLaunch& launch) {
    waitUntil([&] { return device->waiting() + static_cast<std::size_t>(launch.count) >= running; });
  };
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < kFits; ++k) {
    threads.emplace_back([&, k] {
      together[k] = fitThere(pages[k], device);
      --running;
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (std::size_t k = 0; k < kFits; ++k) {
    SCOPED_TRACE(k);
    expectSameBits(together[k], alone[k]);
  }
  EXPECT_GE(std::count_if(blocks.launched.begin(), blocks.launched.end(), [](int pages_in) { return pages_in > 1; }),
            100);
  EXPECT_EQ(blocks.blocks(), 2U) << "images and tables are given back";
}

TEST(SharedFits, AFailedLaunchIsAnErrorOfTheFitsInItAndTheNextFitHasAFreshDevice) {
  const PageCues page = pageWithoutLines(0);
  int opened = 0;
  DeviceInUse gpu([&] {
    auto made = std::make_unique<BlockDevice>();
    if (++opened == 1) {
      made->on_launch = [](const sampling::FusedLaunch&) { throw std::runtime_error("a kernel failed"); };
    }
    return Gpu{std::move(made), {}};
  });
  const std::shared_ptr<SharedDevice> first = gpu.get().device;
  std::vector<std::string> errors(2);
  const auto failing = [&](std::string& error) {
    try {
      fitThere(page, first);
    } catch (const std::runtime_error& thrown) {
      error = thrown.what();
    }
  };
  std::thread other(failing, std::ref(errors[0]));
  failing(errors[1]);
  other.join();
  EXPECT_THAT(errors, Each("a kernel failed"));
  expectSameBits(fitThere(page, gpu.get().device), fitAlone(page));  // `first` is still held
  EXPECT_EQ(opened, 2);
}

TEST(SharedFits, AFullDeviceSendsOneToTheCpuAndServesTheOther) {
  const PageCues first = pageWithoutLines(0), second = pageWithoutLines(1);
  const char* const full = "the page does not fit the GPU's memory: it was fitted on the CPU";
  const Image& image = first.direction.image;
  // An image and much more, but not two.
  auto made = std::make_unique<BlockDevice>(2 * image.strideBytes() * static_cast<std::size_t>(image.height()) - 1000);
  BlockDevice& blocks = *made;
  const auto device = std::make_shared<SharedDevice>(std::move(made));
  Fits second_told;
  std::thread other;
  blocks.on_launch = [&](const sampling::FusedLaunch&) {
    if (blocks.launched.size() == 1) {  // the first has its image there
      other = std::thread([&] { second_told = fitThere(second, device); });
      waitUntil([&] { return device->waiting() == 1; });
    }
  };
  const Fits first_told = fitThere(first, device);
  ASSERT_TRUE(other.joinable());
  other.join();
  expectSameBits(first_told, fitAlone(first));
  EXPECT_THAT(first_told.whole.warnings, Not(Contains(full)));
  EXPECT_EQ(second_told.whole.grid, fit(second, {}, {}, 0, {}, {}).grid);
  EXPECT_THAT(second_told.whole.warnings, Contains(full));
}

}  // namespace
}  // namespace platen::optim
