// Every instruction set that this CPU has gives what the portable loops give, within rounding, and a sample's result
// depends on nothing but that sample.
#include "tests/sampling/random_images.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

Samples<float> sampleOn(CpuLevel level,
                        const ImageView& image,
                        Border border,
                        const float* positions,
                        std::size_t n,
                        bool derivative = true) {
  const std::size_t size = n * static_cast<std::size_t>(image.channels);
  Samples<float> out{std::vector<float>(size), std::vector<float>(size), std::vector<float>(size)};
  sampleBilinearCpu(level, image, border, positions, static_cast<std::int64_t>(n), out.values.data(),
                    derivative ? out.d_dx.data() : nullptr, derivative ? out.d_dy.data() : nullptr);
  return out;
}

class CpuLevels : public ::testing::TestWithParam<CpuLevel> {};

template <class Pixel>
void compareWithPortable(CpuLevel level) {
  Random random(21);
  for (const int channels : {1, 3, 4}) {
    for (const auto& [width, height] :
         {std::pair<int, int>{1, 1}, {1, 5}, {5, 1}, {2, 2}, {3, 2}, {7, 5}, {64, 33}, {301, 200}}) {
      TestImage<Pixel> image(width, height, channels, width % 3);
      random.fill(image);
      auto positions = random.positions<float>(1000, width, height);
      // Exact centres, edges and corners among them, and positions that are nowhere.
      for (std::size_t k = 0; k < 200; ++k) {
        positions[10 * k] = std::round(positions[10 * k]) + (k % 2 == 0 ? 0.5F : 0.0F);
        positions[10 * k + 1] = std::round(positions[10 * k + 1]) + 0.5F;
      }
      positions[777] = std::numeric_limits<float>::quiet_NaN();
      positions[888] = std::numeric_limits<float>::infinity();
      positions[999] = -1e30F;
      for (const Border border : kAllBorders) {
        for (const bool derivative : {true, false}) {
          const auto truth = sampleOn(CpuLevel::portable, image.view(), border, positions.data(), 1000, derivative);
          const auto out = sampleOn(level, image.view(), border, positions.data(), 1000, derivative);
          for (std::size_t k = 0; k < truth.values.size(); ++k) {
            ASSERT_NEAR(out.values[k], truth.values[k], 1e-4F) << width << 'x' << height << 'x' << channels << ' ' << k;
            ASSERT_NEAR(out.d_dx[k], truth.d_dx[k], 1e-4F);
            ASSERT_NEAR(out.d_dy[k], truth.d_dy[k], 1e-4F);
          }
        }
      }
    }
  }
}

TEST_P(CpuLevels, U8EqualsPortable) {
  compareWithPortable<std::uint8_t>(GetParam());
}

TEST_P(CpuLevels, F16EqualsPortable) {
  compareWithPortable<c10::Half>(GetParam());
}

TEST_P(CpuLevels, F32EqualsPortable) {
  compareWithPortable<float>(GetParam());
}

TEST_P(CpuLevels, ASampleDoesntDependOnItsNeighboursOrItsPlace) {
  TestImage<std::uint8_t> image(50, 40, 3);
  Random random(22);
  random.fill(image);
  const std::size_t n = 67;  // not a multiple of any lane count
  const auto positions = random.positions<float>(n, 50, 40);
  const auto whole = sampleOn(GetParam(), image.view(), Border::replicate, positions.data(), n);
  for (std::size_t from = 0; from < n; from += 5) {
    for (const std::size_t count : {std::size_t{1}, std::size_t{3}, std::size_t{17}}) {
      const std::size_t used = std::min(count, n - from);
      const auto part = sampleOn(GetParam(), image.view(), Border::replicate, positions.data() + 2 * from, used);
      for (std::size_t k = 0; k < 3 * used; ++k) {
        ASSERT_EQ(part.values[k], whole.values[3 * from + k]);
        ASSERT_EQ(part.d_dx[k], whole.d_dx[3 * from + k]);
        ASSERT_EQ(part.d_dy[k], whole.d_dy[3 * from + k]);
      }
    }
  }
}

TEST_P(CpuLevels, WritesExactlyNSamples) {
  TestImage<std::uint8_t> image(20, 20, 4);
  Random random(23);
  random.fill(image);
  for (std::size_t n = 0; n < 40; ++n) {
    const auto positions = random.positions<float>(n, 20, 20);
    std::vector<float> values(4 * n + 8, -7), d_dx = values, d_dy = values;
    sampleBilinearCpu(GetParam(), image.view(), Border::zeros, positions.data(), static_cast<std::int64_t>(n),
                      values.data(), d_dx.data(), d_dy.data());
    for (std::size_t k = 4 * n; k < values.size(); ++k) {
      ASSERT_EQ(values[k], -7);
      ASSERT_EQ(d_dx[k], -7);
      ASSERT_EQ(d_dy[k], -7);
    }
  }
}

// Every 16-bit float there is, in a patch of its own.
TEST_P(CpuLevels, HalvesAreReadExactly) {
  constexpr std::int64_t kHalves = 1 << 16;
  TestImage<c10::Half> image(4, 2 * kHalves, 1);
  std::vector<float> positions;
  for (std::int64_t k = 0; k < kHalves; ++k) {
    for (std::int64_t i = 0; i < 8; ++i) {
      image.at(i % 4, 2 * k + i / 4) = c10::Half(static_cast<unsigned short>(k), c10::Half::from_bits());
    }
    positions.push_back(1.5F);
    positions.push_back(static_cast<float>(2 * k) + 0.5F);
  }
  const auto out = sampleOn(GetParam(), image.view(), Border::replicate, positions.data(), kHalves);
  for (std::int64_t k = 0; k < kHalves; ++k) {
    const float truth = image.at(0, 2 * k);
    const float value = out.values[static_cast<std::size_t>(k)];
    if (std::isfinite(truth)) {
      ASSERT_EQ(value, truth) << k;
    } else {
      ASSERT_FALSE(std::isfinite(value)) << k;
    }
  }
}

// A column of halves between rows of padding that are no numbers.
TEST_P(CpuLevels, WhatIsBesideAnImageOfOneColumnIsNotSeen) {
  TestImage<c10::Half> image(1, 9, 1, 3);
  std::fill(image.pixels.begin(), image.pixels.end(), c10::Half(std::numeric_limits<float>::quiet_NaN()));
  for (std::int64_t j = 0; j < 9; ++j) {
    image.at(0, j) = static_cast<float>(j);
  }
  const std::vector<float> positions{0.5F, 3.5F, -2, 4, 0.9F, 8.5F, 7, 20};
  for (const Border border : kAllBorders) {
    const auto out = sampleOn(GetParam(), image.view(), border, positions.data(), 4);
    EXPECT_EQ(out.values[0], 3);
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_TRUE(std::isfinite(out.values[k]) && std::isfinite(out.d_dx[k]) && std::isfinite(out.d_dy[k])) << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Available, CpuLevels, ::testing::ValuesIn(availableCpuLevels()), [](const auto& level) {
  return std::string(nameOf(level.param));
});

TEST(CpuLevel, PortableIsAlwaysThereAndTheBestIsLast) {
  EXPECT_EQ(availableCpuLevels().front(), CpuLevel::portable);
  EXPECT_EQ(availableCpuLevels().back(), bestCpuLevel());
  EXPECT_TRUE(std::is_sorted(availableCpuLevels().begin(), availableCpuLevels().end()));
}

// Run by ctest with the variable set, too (sampling_portable, sampling_avx2).
TEST(CpuLevel, TheEnvironmentCapsIt) {
  const char* wanted = std::getenv(kCpuLevelVariable);
  if (wanted == nullptr || *wanted == 0) {
    GTEST_SKIP() << kCpuLevelVariable << " is not set";
  }
  const auto most = cpuLevelNamed(wanted);
  ASSERT_TRUE(most.has_value()) << wanted;
  EXPECT_LE(bestCpuLevel(), *most);
  EXPECT_EQ(cpuLevelComplaint(), "");
}

TEST(CpuLevel, AnAbsentLevelIsRefused) {
  const TestImage<std::uint8_t> image(4, 4, 1);
  const float position[2] = {1, 1};
  float value = 0;
  const auto absent = static_cast<CpuLevel>(static_cast<int>(bestCpuLevel()) + 1);
  EXPECT_THROW(sampleBilinearCpu(absent, image.view(), Border::replicate, position, 1, &value, nullptr, nullptr),
               std::invalid_argument);
}

}  // namespace
}  // namespace platen::sampling::test
