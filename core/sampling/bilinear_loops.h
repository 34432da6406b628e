// The loop over positions, written once over "lanes": a scalar (portable) or a vector of floats. Included by exactly
// the files that compile it for one instruction set (bilinear_portable.cpp, bilinear_avx2.cpp, bilinear_avx512.cpp).
//
// Lanes provides: Scalar, Real, Int, kCount; loadPositions, store; Fetch<Pixel, channels>, which reads the four pixels
// under a batch of positions, and TileFetch, which reads them out of apron tiles. All functions that reach the machine
// code are inlined into the kernels, whose template argument Lanes makes them different symbols for each instruction
// set.
#pragma once

#include "core/sampling/bilinear_table.h"
#include "core/sampling/bilinear_taps.h"

#include <cstdint>

namespace platen::sampling {

template <class Lanes, class Fetch, int kChannels, Border kBorder, bool kDerivative>
struct BilinearLoop {
  using Scalar = typename Lanes::Scalar;
  using Real = typename Lanes::Real;
  using Int = typename Lanes::Int;

  // kCount samples; every pointer is to whole batches.
  PLATEN_TAPS_INLINE static void batch(const Fetch& fetch,
                                       const taps::Axis<Scalar>& columns,
                                       const taps::Axis<Scalar>& rows,
                                       const Scalar* positions,
                                       Scalar* values,
                                       Scalar* d_dx,
                                       Scalar* d_dy) {
    Real x, y;
    Lanes::loadPositions(positions, x, y);
    const auto cell_x = taps::cellOf<kBorder, Real, Int>(x, columns);
    const auto cell_y = taps::cellOf<kBorder, Real, Int>(y, rows);
    const auto finite = taps::finiteMask(x, y);
    Real pixels[4][kChannels];  // v00, v10, v01, v11
    fetch(cell_x.base, cell_y.base, pixels);
    Real out[3][kChannels];
    for (int c = 0; c < kChannels; ++c) {
      const auto sample =
          taps::sampleOf<kBorder>(cell_x, cell_y, finite, pixels[0][c], pixels[1][c], pixels[2][c], pixels[3][c]);
      out[0][c] = sample.value;
      out[1][c] = sample.d_dx;
      out[2][c] = sample.d_dy;
    }
    Lanes::template store<kChannels>(out[0], values);
    if constexpr (kDerivative) {
      Lanes::template store<kChannels>(out[1], d_dx);
      Lanes::template store<kChannels>(out[2], d_dy);
    }
  }

  static void run(
      const ImageView& image, const Scalar* positions, std::int64_t n, Scalar* values, Scalar* d_dx, Scalar* d_dy) {
    constexpr std::int64_t kCount = Lanes::kCount;
    const Fetch fetch(image);
    const taps::Axis<Scalar> columns = taps::axisOf<Scalar>(image.width);
    const taps::Axis<Scalar> rows = taps::axisOf<Scalar>(image.height);
    std::int64_t k = 0;
    for (; k + kCount <= n; k += kCount) {
      const std::int64_t out = k * kChannels;
      if constexpr (kDerivative) {
        batch(fetch, columns, rows, positions + 2 * k, values + out, d_dx + out, d_dy + out);
      } else {
        batch(fetch, columns, rows, positions + 2 * k, values + out, nullptr, nullptr);
      }
    }
    if constexpr (kCount > 1) {
      if (k < n) {  // the rest through the same code, so that a sample's result doesn't depend on where it stands
        Scalar in[2 * kCount] = {};
        Scalar out[3][kCount * kChannels];
        const std::int64_t rest = n - k;
        for (std::int64_t i = 0; i < 2 * rest; ++i) {
          in[i] = positions[2 * k + i];
        }
        batch(fetch, columns, rows, in, out[0], out[1], out[2]);
        for (std::int64_t i = 0; i < rest * kChannels; ++i) {
          values[k * kChannels + i] = out[0][i];
          if constexpr (kDerivative) {
            d_dx[k * kChannels + i] = out[1][i];
            d_dy[k * kChannels + i] = out[2][i];
          }
        }
      }
    }
  }
};

template <class Lanes, class Fetch, int kChannels>
constexpr void fillSlot(Kernel<typename Lanes::Scalar> (&slot)[kBorders][2]) {
  slot[0][0] = BilinearLoop<Lanes, Fetch, kChannels, Border::replicate, false>::run;
  slot[0][1] = BilinearLoop<Lanes, Fetch, kChannels, Border::replicate, true>::run;
  slot[1][0] = BilinearLoop<Lanes, Fetch, kChannels, Border::zeros, false>::run;
  slot[1][1] = BilinearLoop<Lanes, Fetch, kChannels, Border::zeros, true>::run;
  slot[2][0] = BilinearLoop<Lanes, Fetch, kChannels, Border::reflection, false>::run;
  slot[2][1] = BilinearLoop<Lanes, Fetch, kChannels, Border::reflection, true>::run;
}

template <class Lanes, class Pixel>
constexpr void fillKind(KernelTable<typename Lanes::Scalar>& table, PixelKind kind) {
  auto& slots = table.at[static_cast<int>(kind)];
  fillSlot<Lanes, typename Lanes::template Fetch<Pixel, 1>, 1>(slots[0]);
  fillSlot<Lanes, typename Lanes::template Fetch<Pixel, 3>, 3>(slots[1]);
  fillSlot<Lanes, typename Lanes::template Fetch<Pixel, 4>, 4>(slots[2]);
}

template <class Lanes>
constexpr void fillTiles(KernelTable<typename Lanes::Scalar>& table) {
  fillSlot<Lanes, typename Lanes::TileFetch, 1>(table.tiles);
}

}  // namespace platen::sampling
