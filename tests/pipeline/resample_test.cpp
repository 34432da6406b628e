// The vector kernels beside the plain ones that define them: the same bytes for any run of pixels, and none behind it.
#include "core/pipeline/resample.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

constexpr int kWidth = 61, kHeight = 47;
constexpr std::uint8_t kUntouched = 77;

struct Case {
  int channels;
  Filter filter;
};

class ResampleKernel : public ::testing::TestWithParam<Case> {};

TEST_P(ResampleKernel, GivesTheBytesOfThePlainOneAndWritesNoOthers) {
  const auto [channels, filter] = GetParam();
  std::mt19937 random(7);
  const auto upTo = [&](int n) { return static_cast<std::int32_t>(random() % static_cast<unsigned>(n)); };
  std::vector<std::byte> pixels(static_cast<std::size_t>(kWidth * kHeight * channels));
  for (std::byte& p : pixels) {
    p = static_cast<std::byte>(upTo(3) == 0 ? 255 * upTo(2) : upTo(256));  // extremes among them
  }
  const SourceView source{pixels.data(), kWidth * channels, kWidth, kHeight};
  const TapTable table = tapTable(filter, PixelType::u8);
  const ResampleRow vector = resampleInside(PixelType::u8, channels, table.taps);
  const ResampleRow plain = resampleInside(PixelType::u8, channels, table.taps, true);
  const int before = table.before(), after = table.taps / 2;
  const int phases = 1 << table.phase_bits;
  for (int n = 1; n <= 40; ++n) {
    std::vector<std::int32_t> x, y;
    for (int i = 0; i < n; ++i) {
      x.push_back(before * phases + upTo((kWidth - before - after - kReadAhead) * phases));
      y.push_back(before * phases + upTo((kHeight - before - after) * phases));
      if (i % 5 == 0) {  // whole pixels and the last phase
        x.back() &= ~(phases - 1);
        y.back() |= phases - 1;
      }
    }
    const auto used = static_cast<std::size_t>(n * channels);
    std::vector<std::uint8_t> expected(used + 16, kUntouched), out = expected;
    plain(source, table, x.data(), y.data(), n, expected.data());
    vector(source, table, x.data(), y.data(), n, out.data());
    ASSERT_EQ(out, expected) << n;
    ASSERT_EQ(out[used], kUntouched);
  }
}

INSTANTIATE_TEST_SUITE_P(All,
                         ResampleKernel,
                         ::testing::Values(Case{1, Filter::bilinear},
                                           Case{3, Filter::bilinear},
                                           Case{4, Filter::bilinear},
                                           Case{1, Filter::bicubic},
                                           Case{3, Filter::bicubic},
                                           Case{4, Filter::bicubic},
                                           Case{3, Filter::lanczos}));

TEST(PositionRow, VectorAndPlainGiveThePositionsAndTheirRangeAlone) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> somewhere(-900, 900);
  const float weight[4] = {0.1F, 0.6F, 0.2F, 0.1F};
  for (int n = 1; n <= 40; ++n) {
    std::vector<float> columns[4];
    const float* rows[4];
    for (std::size_t a = 0; a < 4; ++a) {
      columns[a].assign(static_cast<std::size_t>(n + kVectorPadding), 1e9F);  // what lies behind n does not count
      std::generate_n(columns[a].begin(), n, [&] { return somewhere(random); });
      rows[a] = columns[a].data();
    }
    if (n % 7 == 0) {
      columns[2][0] = std::numeric_limits<float>::quiet_NaN();
    }
    for (const bool portable : {true, false}) {
      std::vector<std::int32_t> out(static_cast<std::size_t>(n + kVectorPadding));
      const PositionRange range = positionRow(portable)(rows, weight, 1024, 5, n, out.data());
      for (int k = 0; k < n; ++k) {
        double at = 0;
        for (std::size_t a = 0; a < 4; ++a) {
          at += double{weight[a]} * double{columns[a][static_cast<std::size_t>(k)]};
        }
        if (std::isfinite(at)) {
          ASSERT_NEAR(out[static_cast<std::size_t>(k)], at * 1024 + 5, 1) << n << (portable ? " plain" : " vector");
        }
      }
      const auto [least, most] = std::minmax_element(out.begin(), out.begin() + n);
      EXPECT_EQ(range.least, *least) << n << (portable ? " plain" : " vector");
      EXPECT_EQ(range.most, *most) << n << (portable ? " plain" : " vector");
    }
  }
}

}  // namespace
}  // namespace platen::pipeline
