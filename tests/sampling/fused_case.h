// A page of the batched fused step with random contents, what it costs by FusedStep on the CPU, and how far off the
// blocks' f32 sums may be.
#pragma once

#include "core/sampling/fused_step.h"
#include "core/sampling/fused_tables.h"
#include "tests/sampling/random_images.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace platen::sampling::test {

struct FusedResult {
  double cost = 0;
  std::vector<float> gradient;
};

// A lattice, its net, targets and weights. The net is a bent page that leaves the image on one side.
template <class Pixel>
struct FusedCase {
  static constexpr float kValueScale = 1.0F / 255;

  FusedCase(int seed, NetShape shape_in, int rows_in, int cols_in, int channels, bool plain = false)
      : shape(shape_in), rows(rows_in), cols(cols_in), image(90 + seed % 7, 70 + seed % 5, channels, seed % 3) {
    Random random(static_cast<std::uint64_t>(seed));
    fillSmooth(seed);
    for (int a = 0; a < shape.controlRows(); ++a) {
      for (int b = 0; b < shape.controlCols(); ++b) {
        net.push_back(static_cast<float>((1.3 * (b - 1) / shape.cols - 0.1) * 120 + random.uniform(-4, 4)));
        net.push_back(static_cast<float>((1.2 * (a - 1) / shape.rows - 0.1) * 90 + random.uniform(-4, 4)));
      }
    }
    const std::size_t points = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
    for (std::size_t k = 0; !plain && k < points * static_cast<std::size_t>(channels); ++k) {
      target.push_back(static_cast<float>(random.uniform(0, 1)));
    }
    for (std::size_t k = 0; !plain && k < points; ++k) {
      weights.push_back(static_cast<float>(random.uniform(0, 2)));
    }
  }

  // Smooth: a place that rounds to the other side of a pixel's centre, where the derivative jumps, changes little.
  void fillSmooth(int seed) {
    for (std::int64_t j = 0; j < image.height; ++j) {
      for (std::int64_t i = 0; i < image.width; ++i) {
        for (int c = 0; c < image.channels; ++c) {
          const double wave = std::sin(static_cast<double>(i) / 9 + c) * std::cos(static_cast<double>(j) / 7 + seed);
          image.at(i, j, c) = static_cast<Pixel>(127 + 100 * wave);
        }
      }
    }
  }

  // The term of fused_blocks.h as one of FusedStep's.
  [[nodiscard]] double termOf(const FusedBand<float>& band) const {
    const auto channels = static_cast<std::size_t>(band.channels);
    double sum = 0;
    for (std::size_t k = 0; k < band.count; ++k) {
      const float weight = weights.empty() ? 1.0F : weights[band.first + k];
      band.d_at[2 * k] = band.d_at[2 * k + 1] = 0;
      for (std::size_t c = 0; c < channels; ++c) {
        const std::size_t at = k * channels + c;
        const float residual =
            kValueScale * band.values[at] - (target.empty() ? 0.0F : target[band.first * channels + at]);
        sum += static_cast<double>(weight * residual * residual);
        band.d_at[2 * k] += 2 * weight * residual * kValueScale * band.d_dx[at];
        band.d_at[2 * k + 1] += 2 * weight * residual * kValueScale * band.d_dy[at];
      }
    }
    return sum;
  }

  [[nodiscard]] FusedResult truth(Border border) const {
    FusedStep<float> step(
        SplineLattice<float>({shape.cols, latticePositions(cols)}, {shape.rows, latticePositions(rows)}));
    FusedResult result{0, std::vector<float>(net.size())};
    const auto term = [this](const FusedBand<float>& band) { return termOf(band); };
    result.cost = step.run(FusedImage<float>{image.view(), border, scale}, net.data(), term, result.gradient.data());
    return result;
  }

  NetShape shape;
  int rows, cols;
  float scale = 0.75F;
  TestImage<Pixel> image;
  std::vector<float> net, target, weights;  // the latter two empty: zeros and ones
};

// Costs within 1e-5 of their size (and as much again: a place that rounds differently moves a small residual),
// gradients within 2e-3 of the largest: f32 sums in another order, and derivatives that jump at a pixel's centre.
inline void expectClose(const FusedResult& result, const FusedResult& truth) {
  EXPECT_NEAR(result.cost, truth.cost, 1e-5 * (1 + truth.cost));
  float largest = 0;
  for (const float g : truth.gradient) {
    largest = std::max(largest, std::abs(g));
  }
  EXPECT_GT(largest, 0.0F);
  ASSERT_EQ(result.gradient.size(), truth.gradient.size());
  for (std::size_t k = 0; k < truth.gradient.size(); ++k) {
    ASSERT_NEAR(result.gradient[k], truth.gradient[k], 2e-3F * largest) << k;
  }
}

struct LatticeCase {
  NetShape shape;
  int rows, cols;
};
// Less than a block; many blocks with short last ones; cells without a column; one point; the benchmark's.
constexpr LatticeCase kLattices[] = {
    {{4, 5}, 8, 9}, {{3, 4}, 53, 150}, {{9, 12}, 5, 7}, {{2, 3}, 1, 1}, {{8, 8}, 64, 64}};

}  // namespace platen::sampling::test
