// The sampler on a GPU gives what the CPU's gives, within rounding; and on a machine without a GPU the launchers
// refuse, with words.
#include "core/sampling/bilinear_cuda.h"

#include "tests/sampling/on_a_gpu.h"
#include "tests/sampling/random_images.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

// At most this far apart: some roundings of numbers up to 255.
constexpr float kTolerance = 1e-3F;

class BilinearCuda : public OnAGpu {};

// In and around the image, off pixel centres, where the derivative jumps; a few are no numbers.
std::vector<float> placesAround(Random& random, std::size_t n, std::int64_t width, std::int64_t height) {
  auto places = random.positions<float>(n, width, height);
  for (float& place : places) {
    place = std::floor(place) + 0.5F + static_cast<float>(random.uniform(0.02, 0.98));
  }
  places[7] = std::numeric_limits<float>::quiet_NaN();
  places[100] = std::numeric_limits<float>::infinity();
  places[201] = -1e30F;
  return places;
}

template <class Pixel>
void compareWithCpu() {
  Random random(51);
  constexpr std::size_t kPlaces = 1000;  // not a multiple of a block's threads
  for (const int channels : {1, 3}) {
    for (const auto& [width, height] : {std::pair<int, int>{1, 1}, {1, 5}, {5, 1}, {2, 2}, {7, 5}, {301, 200}}) {
      TestImage<Pixel> image(width, height, channels, width % 3);
      random.fill(image);
      const auto places = placesAround(random, kPlaces, width, height);
      const DeviceMemory pixels = onDevice(image.pixels), positions = onDevice(places);
      ImageView view = image.view();
      view.pixels = pixels.as<void>();
      for (const Border border : kAllBorders) {
        SCOPED_TRACE(testing::Message() << width << " x " << height << " x " << channels << borderName(border));
        const auto truth = sampleAll(image.view(), border, places);
        const std::vector<float> unset(truth.values.size(), -7.0F);
        const DeviceMemory values = onDevice(unset), alone = onDevice(unset), d_dx = onDevice(unset),
                           d_dy = onDevice(unset);
        sampleBilinearCuda(view, border, positions.as<float>(), kPlaces, values.as<float>(), d_dx.as<float>(),
                           d_dy.as<float>(), nullptr);
        sampleBilinearCuda(view, border, positions.as<float>(), kPlaces, alone.as<float>(), nullptr, nullptr, nullptr);
        finishStream(nullptr);
        const auto got = fromDevice<float>(values), got_x = fromDevice<float>(d_dx), got_y = fromDevice<float>(d_dy);
        const auto got_alone = fromDevice<float>(alone);
        for (std::size_t k = 0; k < unset.size(); ++k) {
          ASSERT_NEAR(got[k], truth.values[k], kTolerance) << k;
          ASSERT_NEAR(got_alone[k], truth.values[k], kTolerance) << k;
          ASSERT_NEAR(got_x[k], truth.d_dx[k], kTolerance) << k;
          ASSERT_NEAR(got_y[k], truth.d_dy[k], kTolerance) << k;
        }
      }
    }
  }
}

TEST_F(BilinearCuda, BytesEqualTheCpu) {
  compareWithCpu<std::uint8_t>();
}

TEST_F(BilinearCuda, FloatsEqualTheCpu) {
  compareWithCpu<float>();
}

TEST_F(BilinearCuda, TheWayBackEqualsTheCpu) {
  Random random(52);
  for (const int channels : {1, 3, 4}) {
    constexpr std::int64_t kPlaces = 333;
    const std::size_t size = static_cast<std::size_t>(kPlaces) * static_cast<std::size_t>(channels);
    std::vector<float> grads(size), d_dx(size), d_dy(size), truth(2 * kPlaces);
    for (std::vector<float>* numbers : {&grads, &d_dx, &d_dy}) {
      for (float& number : *numbers) {
        number = static_cast<float>(random.uniform(-1, 1));
      }
    }
    backwardToPositionsCpu(grads.data(), d_dx.data(), d_dy.data(), kPlaces, channels, truth.data());
    const DeviceMemory g = onDevice(grads), x = onDevice(d_dx), y = onDevice(d_dy);
    const DeviceMemory out(truth.size() * sizeof(float));
    backwardToPositionsCuda(g.as<float>(), x.as<float>(), y.as<float>(), kPlaces, channels, out.as<float>(), nullptr);
    finishStream(nullptr);
    const auto got = fromDevice<float>(out);
    for (std::size_t k = 0; k < truth.size(); ++k) {
      ASSERT_NEAR(got[k], truth[k], 1e-5F) << k;
    }
  }
}

// What follows runs with and without a GPU: arguments are checked before CUDA is asked for anything.
struct Arguments {
  ImageView image{reinterpret_cast<const void*>(256), 4, 4, 4, 1, PixelKind::u8};
  std::vector<float> numbers = std::vector<float>(8);
  std::int64_t n = 1;
  float* d_dx = nullptr;
  float* d_dy = nullptr;

  void launch() {
    sampleBilinearCuda(image, Border::replicate, numbers.data(), n, numbers.data() + 2, d_dx, d_dy, nullptr);
  }
};

TEST(CudaArguments, WhatMakesNoSenseIsRefused) {
  const auto refused = [](auto&& change) {
    Arguments arguments;
    change(arguments);
    EXPECT_THROW(arguments.launch(), std::invalid_argument);
  };
  refused([](Arguments& a) { a.image.pixels = nullptr; });
  refused([](Arguments& a) { a.image.width = 0; });
  refused([](Arguments& a) { a.image.width = a.image.row_stride = kMaxSideF32 + 1; });
  refused([](Arguments& a) { a.image.row_stride = 3; });
  refused([](Arguments& a) { a.image.channels = 2; });
  refused([](Arguments& a) { a.n = -1; });
  refused([](Arguments& a) { a.d_dx = a.numbers.data(); });
  std::vector<float> numbers(4);
  float* some = numbers.data();
  EXPECT_THROW(backwardToPositionsCuda(some, some, some, 1, 0, some, nullptr), std::invalid_argument);
  EXPECT_THROW(backwardToPositionsCuda(some, nullptr, some, 1, 1, some, nullptr), std::invalid_argument);
  EXPECT_THROW(backwardToPositionsCuda(some, some, some, -1, 1, some, nullptr), std::invalid_argument);
}

TEST(CudaArguments, KindsWithoutAKernelAreRefused) {
  for (const PixelKind kind : {PixelKind::f16, PixelKind::f64}) {
    Arguments arguments;
    arguments.image.kind = kind;
    EXPECT_THROW(arguments.launch(), std::invalid_argument);
  }
  Arguments four;
  four.image.channels = 4;
  four.image.row_stride = 16;
  EXPECT_THROW(four.launch(), std::invalid_argument);
}

TEST(CudaDevices, ThereIsAGpuOrAReason) {
  const CudaDevices devices = cudaDevices();
  EXPECT_GE(devices.count, 0);
  EXPECT_EQ(devices.count == 0, !devices.reason.empty()) << devices.reason;
}

TEST(CudaDevices, WithoutAGpuALaunchThrowsAndSaysWhy) {
  if (cudaDevices().count > 0) {
    GTEST_SKIP() << "this machine has a GPU";
  }
  Arguments arguments;
  EXPECT_THROW(
      {
        try {
          arguments.launch();
        } catch (const std::runtime_error& error) {
          EXPECT_NE(std::string(error.what()).find("CUDA: "), std::string::npos) << error.what();
          throw;
        }
      },
      std::runtime_error);
  EXPECT_THROW(DeviceMemory(16), std::runtime_error);
  arguments.n = 0;
  EXPECT_NO_THROW(arguments.launch()) << "nothing to do needs no GPU";
}

}  // namespace
}  // namespace platen::sampling::test
