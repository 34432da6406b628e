// Where a fit's sampled energies are computed: the blocks of a GPU on the CPU give what the CPU's loops give, images
// are brought over once, and what cannot be had is told. With a real GPU, the same of a whole fit.
#include "core/optim/fit_device.h"

#include "core/optim/direction_energy.h"
#include "core/optim/fit.h"
#include "core/optim/sampled_sheet_fit.h"
#include "tests/optim/known_sheet.h"
#include "tests/support/block_device.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using sampling::SharedDevice;
using sampling::SharedGpu;
using test::BlockDevice;
using test::makeSyntheticPage;
using test::SyntheticPage;
using test::SyntheticRecipe;
using ::testing::Contains;
using ::testing::HasSubstr;

SyntheticPage pageWithoutLines() {
  SyntheticRecipe recipe;
  recipe.truth = {0.03, 0.2, std::log(1.3), 0, {0.5, -0.2, -0.4, 0.3, 0.8}};
  recipe.half_width_q = 0.25;
  recipe.margin = 0.15;
  recipe.images = true;
  SyntheticPage page = makeSyntheticPage(recipe);
  page.cues.segments.clear();
  page.cues.has_text = false;
  return page;
}

// Hands out the blocks on the CPU, and keeps an eye on them while they are in use.
struct Blocks {
  std::size_t memory = std::numeric_limits<std::size_t>::max();
  int opened = 0;
  BlockDevice* device = nullptr;

  FitDevice::Open open() {
    return [this] {
      ++opened;
      auto made = std::make_unique<BlockDevice>(memory);
      device = made.get();
      return SharedGpu{std::make_shared<SharedDevice>(std::move(made)), {}};
    };
  }
};

struct Evaluated {
  double value = 0, coverage = 0;
  std::vector<double> gradient;
};

Evaluated evaluated(const SyntheticPage& page, FitDevice* device, bool on_base) {
  const BaseMap base(SheetModel(page.frame, page.recipe.truth), page.page_sheet_uv);
  const NetShape shape{4, 5};
  std::vector<double> controls(shape.size());
  for (std::size_t k = 0; k < controls.size(); ++k) {
    controls[k] = 6 * std::sin(1.3 * static_cast<double>(k));
    if (!on_base) {  // the map itself: all over the photo
      const std::size_t point = k / 2;
      const std::size_t row = point / 7;
      const double along = k % 2 == 0 ? static_cast<double>(point % 7) / 6 : static_cast<double>(row) / 7;
      const Vec2 extent = page.cues.frame.extent();
      controls[k] += along * (k % 2 == 0 ? extent.x : extent.y);
    }
  }
  DirectionEnergy energy(1, page.cues.direction, 4, PageLattice(shape, 50, 70, on_base ? &base : nullptr), device);
  Evaluated result;
  result.gradient.resize(controls.size());
  result.value = energy.add(controls, 0.7, result.gradient);
  result.coverage = energy.coverage();
  EXPECT_NEAR(energy.add(controls, 0, {}), result.value, 1e-5 * result.value);
  return result;
}

// Values to 1e-5, gradients to 2e-3 of the largest: f32 sums in another order, and derivatives that jump.
void expectAlike(const Evaluated& there, const Evaluated& here) {
  EXPECT_GT(here.value, 0.1);
  EXPECT_NEAR(there.value, here.value, 1e-5 * here.value);
  EXPECT_NEAR(there.coverage, here.coverage, 1e-5);
  double largest = 0;
  for (const double g : here.gradient) {
    largest = std::max(largest, std::abs(g));
  }
  EXPECT_GT(largest, 0);
  for (std::size_t k = 0; k < here.gradient.size(); ++k) {
    ASSERT_NEAR(there.gradient[k], here.gradient[k], 2e-3 * largest) << k;
  }
}

void expectDirectionsAlike(FitDevice& device) {
  const SyntheticPage page = pageWithoutLines();
  for (const bool on_base : {true, false}) {
    expectAlike(evaluated(page, &device, on_base), evaluated(page, nullptr, on_base));
  }
  EXPECT_FALSE(device.warning());
}

constexpr double kSamePage_px = 1;  // of a page of some 1000: a descent carries roundings along

// The maps of two fits, at most so far apart.
void expectSamePage(const FitResult& one, const FitResult& other, double most_px) {
  ASSERT_EQ(one.grid.points.size(), other.grid.points.size());
  for (std::size_t k = 0; k < one.grid.points.size(); ++k) {
    ASSERT_LT(norm(one.grid.points[k] - other.grid.points[k]), most_px) << k;
  }
}

TEST(FitDevice, TheDirectionEnergyIsTheSameThere) {
  Blocks blocks;
  FitDevice device(Device::cuda, blocks.open());
  expectDirectionsAlike(device);
}

// A fit of some 400 steps, whose gradients are computed there.
void expectSampledFitAlike(FitDevice& device) {
  const SyntheticPage page = pageWithoutLines();
  const auto there = fitSheetBySampling(page.cues, {}, {}, &device);
  const auto here = fitSheetBySampling(page.cues, {}, {});
  ASSERT_TRUE(there && here);
  EXPECT_EQ(there->steps, here->steps);
  const SheetModel one(there->frame, there->parameters);
  const SheetModel other(here->frame, here->parameters);
  double worst_px = 0;
  constexpr int kSide = 9;
  for (int k = 0; k < kSide * kSide; ++k) {
    const int row = k / kSide;
    const Vec2 at{0.25 * (k % kSide) - 1, 0.25 * row - 1};
    worst_px = std::max(worst_px, norm(one.workFromSheet(at) - other.workFromSheet(at)));
  }
  EXPECT_LT(worst_px, kSamePage_px);
}

TEST(FitDevice, ASampledFitEndsThereWhereItEndsHereAndBringsItsImageOnce) {
  Blocks blocks;
  FitDevice device(Device::cuda, blocks.open());
  expectSampledFitAlike(device);
  EXPECT_EQ(blocks.opened, 1);
  ASSERT_NE(blocks.device, nullptr);
  EXPECT_THAT(blocks.device->asked, HasSubstr("uldf"));
  const Image image = pageWithoutLines().cues.direction.image;
  EXPECT_EQ(blocks.device->uploadsOf(image.strideBytes() * static_cast<std::size_t>(image.height() - 1) +
                                     3 * static_cast<std::size_t>(image.width())),
            1);
}

TEST(FitDevice, AWholeFitIsTheSameThere) {
  const SyntheticPage page = pageWithoutLines();
  Blocks blocks;
  FitDevice device(Device::cuda, blocks.open());
  const FitResult there = fitOn(device, page.cues, {}, {}, 0, {}, {});
  const FitResult here = fit(page.cues, {}, {}, 0, {}, {});
  expectSamePage(there, here, kSamePage_px);
  EXPECT_EQ(there.warnings, here.warnings);
  ASSERT_NE(blocks.device, nullptr);
  EXPECT_THAT(blocks.device->asked, HasSubstr("ld")) << "it was used";
}

TEST(FitDevice, AutomaticTakesItForLargeLaunchesAlone) {
  const SyntheticPage page = pageWithoutLines();
  Blocks blocks;
  FitDevice device(Device::automatic, blocks.open());
  const sampling::AnglesTerm term;
  EXPECT_EQ(device.stepOf(PageLattice({4, 5}, 100, 140, nullptr), page.cues.direction, term), nullptr);
  EXPECT_EQ(blocks.opened, 0) << "no GPU is woken for nothing";
  EXPECT_NE(device.stepOf(PageLattice({4, 5}, 256, 256, nullptr), page.cues.direction, term), nullptr);
  EXPECT_EQ(blocks.opened, 1);
  FitDevice cpu(Device::cpu, blocks.open());
  EXPECT_EQ(cpu.stepOf(PageLattice({4, 5}, 256, 256, nullptr), page.cues.direction, term), nullptr);
  EXPECT_EQ(blocks.opened, 1);
}

TEST(FitDevice, APageThatDoesNotFitItsMemoryIsFittedOnTheCpuAndSaysSo) {
  const SyntheticPage page = pageWithoutLines();
  const FitResult here = fit(page.cues, {}, {}, 0, {}, {});
  const Image& image = page.cues.direction.image;
  // Too little for the image; and for the image, but not for what belongs to the steps.
  for (const std::size_t memory :
       {std::size_t{1000}, image.strideBytes() * static_cast<std::size_t>(image.height()) + 2000}) {
    Blocks blocks;
    blocks.memory = memory;
    FitDevice device(Device::cuda, blocks.open());
    const FitResult there = fitOn(device, page.cues, {}, {}, 0, {}, {});
    EXPECT_EQ(there.grid, here.grid);
    EXPECT_THAT(there.warnings, Contains("the page does not fit the GPU's memory: it was fitted on the CPU"));
  }
}

TEST(FitDevice, WithoutAGpuTheFitStaysOnTheCpu) {
  const SyntheticPage page = pageWithoutLines();
  const FitResult here = fit(page.cues, {}, {}, 0, {}, {});
  const auto none = [] { return SharedGpu{nullptr, "no NVIDIA driver is installed"}; };
  FitDevice asked(Device::cuda, none);
  const FitResult told = fitOn(asked, page.cues, {}, {}, 0, {}, {});
  EXPECT_EQ(told.grid, here.grid);
  EXPECT_THAT(told.warnings,
              Contains("no GPU can be used (no NVIDIA driver is installed): the page was fitted on the CPU"));
  FitDevice automatic(Device::automatic, none);
  EXPECT_EQ(fitOn(automatic, page.cues, {}, {}, 0, {}, {}).warnings, here.warnings) << "silently";
}

class OnARealGpu : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string problem = gpuProblem(); !problem.empty()) {
      GTEST_SKIP() << "no GPU: " << problem;
    }
  }
};

TEST_F(OnARealGpu, TheDirectionEnergyIsTheSameThere) {
  FitDevice device(Device::cuda);
  expectDirectionsAlike(device);
}

TEST_F(OnARealGpu, ASampledFitEndsThereWhereItEndsHere) {
  FitDevice device(Device::cuda);
  expectSampledFitAlike(device);
}

TEST_F(OnARealGpu, AWholeFitIsTheSameThere) {
  const SyntheticPage page = pageWithoutLines();
  FitOptions options;
  options.device = Device::cuda;
  const FitResult there = fit(page.cues, {}, options, 0, {}, {});
  const FitResult here = fit(page.cues, {}, {}, 0, {}, {});
  expectSamePage(there, here, kSamePage_px);
  EXPECT_EQ(there.warnings, here.warnings);
}

}  // namespace
}  // namespace platen::optim
