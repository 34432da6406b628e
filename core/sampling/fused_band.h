// What a term of a fused step (fused_step.h) sees and writes, and how a function of one sample becomes a term.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace platen::sampling {

// Whole rows of the lattice, row-major: sample k is lattice point first + k.
template <class Scalar>
struct FusedBand {
  std::size_t first = 0, count = 0;
  int channels = 1;
  bool gradient_wanted = false;     // else d_dx and d_dy are zero, and what is written below is not used
  const Scalar* at = nullptr;       // [count, 2] in the image's px
  const Scalar* values = nullptr;   // [count, channels]
  const Scalar* d_dx = nullptr;     // [count, channels], per image px
  const Scalar* d_dy = nullptr;     // likewise
  const Scalar* along_u = nullptr;  // [count, 2] the surface's d/du, in the net's unit; null unless the step has it
  const Scalar* along_v = nullptr;  // d/dv, likewise
  // The cost's derivatives with respect to at, along_u and along_v: the term writes all of them.
  Scalar* d_at = nullptr;
  Scalar* d_along_u = nullptr;  // null where along_u is
  Scalar* d_along_v = nullptr;
};

// One sample, and what it costs.
template <class Scalar, int kChannels>
struct FusedSample {
  std::array<Scalar, 2> at{};
  std::array<Scalar, kChannels> value{};
  std::array<Scalar, 2> along_u{}, along_v{};  // zero unless the step has them
};
template <class Scalar, int kChannels>
struct FusedCost {
  Scalar cost = 0;
  std::array<Scalar, kChannels> d_value{};
  std::array<Scalar, 2> d_at{};  // where the cost depends on the place itself, not through the image
  std::array<Scalar, 2> d_along_u{}, d_along_v{};
};

// A term from a function FusedSample -> FusedCost: the sum of the costs, with the chain rule through the image done
// here. A function without branches runs on vectors. kTangents: the step's surface has both tangents.
template <class Scalar, int kChannels, bool kTangents = false, class Function>
auto eachSample(Function function) {
  return [function](const FusedBand<Scalar>& band) -> double {
    constexpr std::size_t kChunk = 64;
    constexpr auto kStride = static_cast<std::size_t>(kChannels);
    std::array<Scalar, kChunk> costs{};
    std::array<double, 4> sums{};
    for (std::size_t from = 0; from < band.count; from += kChunk) {
      const std::size_t used = std::min(kChunk, band.count - from);
      for (std::size_t j = 0; j < used; ++j) {
        const std::size_t k = from + j;
        FusedSample<Scalar, kChannels> sample;
        sample.at = {band.at[2 * k], band.at[2 * k + 1]};
        for (std::size_t c = 0; c < kStride; ++c) {
          sample.value[c] = band.values[kStride * k + c];
        }
        if constexpr (kTangents) {
          sample.along_u = {band.along_u[2 * k], band.along_u[2 * k + 1]};
          sample.along_v = {band.along_v[2 * k], band.along_v[2 * k + 1]};
        }
        const FusedCost<Scalar, kChannels> cost = function(sample);
        costs[j] = cost.cost;
        Scalar along_x = 0, along_y = 0;
        for (std::size_t c = 0; c < kStride; ++c) {
          along_x += cost.d_value[c] * band.d_dx[kStride * k + c];
          along_y += cost.d_value[c] * band.d_dy[kStride * k + c];
        }
        band.d_at[2 * k] = along_x + cost.d_at[0];
        band.d_at[2 * k + 1] = along_y + cost.d_at[1];
        if constexpr (kTangents) {
          band.d_along_u[2 * k] = cost.d_along_u[0];
          band.d_along_u[2 * k + 1] = cost.d_along_u[1];
          band.d_along_v[2 * k] = cost.d_along_v[0];
          band.d_along_v[2 * k + 1] = cost.d_along_v[1];
        }
      }
      for (std::size_t j = 0; j < used; ++j) {  // four sums, for one would wait for itself
        sums[j % 4] += static_cast<double>(costs[j]);
      }
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  };
}

}  // namespace platen::sampling
