// A peer that did something else would be no peer: the branching sampler gives what the kernels give.
#include "core/bench/branching_sampler.h"

#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace platen::bench {
namespace {

TEST(BranchingSampler, DoesTheSameAsTheKernels) {
  constexpr std::int64_t kWidth = 19, kHeight = 13, kSamples = 500;
  std::mt19937 random(5);
  for (const int channels : {1, 3, 4}) {
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(kWidth * kHeight * channels));
    for (std::uint8_t& pixel : pixels) {
      pixel = static_cast<std::uint8_t>(random() % 256);
    }
    std::vector<float> positions(2 * kSamples);
    std::uniform_real_distribution<float> anywhere(-30, 50);
    for (float& coordinate : positions) {
      coordinate = anywhere(random);
    }
    const sampling::ImageView view{pixels.data(),     kWidth,   kHeight,
                                   kWidth * channels, channels, sampling::PixelKind::u8};
    const auto size = static_cast<std::size_t>(kSamples * channels);
    for (const auto border : {sampling::Border::replicate, sampling::Border::zeros, sampling::Border::reflection}) {
      std::vector<float> values(size), d_dx(size), d_dy(size), truth(size), true_dx(size), true_dy(size);
      sampleBranching(view, border, positions.data(), kSamples, values.data(), d_dx.data(), d_dy.data());
      sampling::sampleBilinearCpu(view, border, positions.data(), kSamples, truth.data(), true_dx.data(),
                                  true_dy.data());
      for (std::size_t k = 0; k < size; ++k) {
        ASSERT_NEAR(values[k], truth[k], 5e-3F) << k;
        ASSERT_NEAR(d_dx[k], true_dx[k], 5e-3F) << k;
        ASSERT_NEAR(d_dy[k], true_dy[k], 5e-3F) << k;
      }
    }
  }
}

}  // namespace
}  // namespace platen::bench
