// The fused step on a GPU gives what FusedStep gives on the CPU, a batch what its pages give alone, and the same twice.
#include "core/sampling/fused_cuda.h"

#include "tests/sampling/fused_case.h"
#include "tests/sampling/on_a_gpu.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

class FusedCuda : public OnAGpu {};

// A page's arrays on the GPU.
template <class Pixel>
struct PageOnDevice {
  explicit PageOnDevice(const FusedCase<Pixel>& page)
      : image(page.image.view()),
        scale(page.scale),
        pixels(onDevice(page.image.pixels)),
        net(onDevice(page.net)),
        target(onDevice(page.target)),
        weights(onDevice(page.weights)),
        gradient(onDevice(std::vector<float>(page.net.size(), 7.0F))),
        cost(onDevice(std::vector<double>{-1})) {
    image.pixels = pixels.template as<void>();
  }

  [[nodiscard]] FusedPageCuda page(bool with_gradient = true) const {
    return {image,
            scale,
            net.as<float>(),
            target.as<float>(),
            weights.as<float>(),
            with_gradient ? gradient.as<float>() : nullptr,
            cost.as<double>()};
  }
  [[nodiscard]] FusedResult result() const { return {fromDevice<double>(cost)[0], fromDevice<float>(gradient)}; }

  ImageView image;
  float scale;
  DeviceMemory pixels, net, target, weights, gradient, cost;
};

template <class Pixel>
FusedResult runOnDevice(const FusedCase<Pixel>& page, Border border, bool with_gradient = true) {
  const PageOnDevice<Pixel> device(page);
  FusedStepCuda step(page.shape, page.rows, page.cols);
  step.setPages({device.page(with_gradient)}, border, FusedCase<Pixel>::kValueScale);
  step.run(nullptr);
  finishStream(nullptr);
  return device.result();
}

template <class Pixel>
void compareWithCpu() {
  int seed = 61;
  for (const LatticeCase& lattice : kLattices) {
    for (const int channels : {1, 3}) {
      for (const bool plain : {false, true}) {
        const FusedCase<Pixel> page(seed++, lattice.shape, lattice.rows, lattice.cols, channels, plain);
        for (const Border border : kAllBorders) {
          SCOPED_TRACE(testing::Message() << lattice.rows << " x " << lattice.cols << " x " << channels << ", plain "
                                          << plain << ", " << borderName(border));
          expectClose(runOnDevice(page, border), page.truth(border));
        }
      }
    }
  }
}

TEST_F(FusedCuda, BytesGiveWhatTheCpuGives) {
  compareWithCpu<std::uint8_t>();
}

TEST_F(FusedCuda, FloatsGiveWhatTheCpuGives) {
  compareWithCpu<float>();
}

TEST_F(FusedCuda, ABatchGivesWhatItsPagesGiveAlone) {
  constexpr int kPages = 5;
  std::vector<PageOnDevice<std::uint8_t>> devices;
  std::vector<FusedPageCuda> pages;
  std::vector<FusedResult> alone;
  for (int seed = 80; seed < 80 + kPages; ++seed) {
    const FusedCase<std::uint8_t> page(seed, {4, 5}, 53, 150, 1, seed % 2 == 0);
    alone.push_back(runOnDevice(page, Border::replicate));
    devices.emplace_back(page);
    pages.push_back(devices.back().page());
  }
  FusedStepCuda step({4, 5}, 53, 150);
  step.setPages(pages, Border::replicate, FusedCase<std::uint8_t>::kValueScale);
  for (int repeat = 0; repeat < 2; ++repeat) {  // and the second time the same
    step.run(nullptr);
    finishStream(nullptr);
    for (std::size_t k = 0; k < devices.size(); ++k) {
      EXPECT_EQ(devices[k].result().cost, alone[k].cost) << k;
      EXPECT_EQ(devices[k].result().gradient, alone[k].gradient) << k;
    }
  }
}

TEST_F(FusedCuda, WithoutAGradientTheCostIsTheSame) {
  const FusedCase<std::uint8_t> page(91, {4, 5}, 20, 30, 3);
  const FusedResult cost = runOnDevice(page, Border::replicate, false);
  const double whole = runOnDevice(page, Border::replicate).cost;
  EXPECT_NEAR(cost.cost, whole, 1e-5 * whole) << "compiled apart: contracted apart";
  EXPECT_EQ(cost.gradient[3], 7.0F) << "not touched";
}

// Without a GPU too: pages are checked before CUDA is asked for anything.
TEST(FusedCudaArguments, WhatMakesNoSenseIsRefused) {
  EXPECT_THROW(FusedStepCuda({0, 1}, 8, 8), std::invalid_argument);
  FusedStepCuda step({2, 2}, 8, 8);
  EXPECT_THROW(step.run(nullptr), std::logic_error);
  EXPECT_THROW(step.setPages({}, Border::zeros, 1), std::invalid_argument);
  std::vector<float> numbers(100);
  double cost = 0;
  FusedPageCuda fine;
  fine.image = {numbers.data(), 4, 4, 4, 1, PixelKind::f32};
  fine.net = fine.grad_net = numbers.data();
  fine.cost = &cost;
  const auto refused = [&](auto&& change) {
    FusedPageCuda page = fine;
    change(page);
    EXPECT_THROW(step.setPages({fine, page}, Border::zeros, 1), std::invalid_argument);
  };
  refused([](FusedPageCuda& page) { page.net = nullptr; });
  refused([](FusedPageCuda& page) { page.cost = nullptr; });
  refused([](FusedPageCuda& page) { page.grad_net = nullptr; });
  refused([](FusedPageCuda& page) { page.image.kind = PixelKind::u8; });
  refused([](FusedPageCuda& page) { page.image.height = 0; });
  fine.image.kind = PixelKind::f64;
  EXPECT_THROW(step.setPages({fine}, Border::zeros, 1), std::invalid_argument);
}

TEST(FusedCudaArguments, WithoutAGpuPagesAreRefusedWithAReason) {
  if (cudaDevices().count > 0) {
    GTEST_SKIP() << "this machine has a GPU";
  }
  FusedStepCuda step({2, 2}, 8, 8);
  std::vector<float> numbers(100);
  double cost = 0;
  FusedPageCuda page;
  page.image = {numbers.data(), 4, 4, 4, 1, PixelKind::f32};
  page.net = numbers.data();
  page.cost = &cost;
  EXPECT_THROW(step.setPages({page}, Border::zeros, 1), std::runtime_error);
  EXPECT_THROW(step.run(nullptr), std::logic_error) << "no page was set";
}

}  // namespace
}  // namespace platen::sampling::test
