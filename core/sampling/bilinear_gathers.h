// Lanes of vectors whose pixels come by gather instructions (bilinear_loops.h explains what Lanes provides). Isa names
// the vector types and the gather of one instruction set; bilinear_avx2.cpp and bilinear_avx512.cpp define one each.
//
// u8 pixels: one 32-bit gather brings a pixel and its right neighbour (grey) or one whole pixel (3, 4 channels), for
// the gathers' throughput is the limit in cache. A 32-bit read at the last pixels would pass the end of the view, so
// its offset is lowered to the last one allowed and the word shifted by as many bytes.
// f16 pixels: one such gather brings two neighbouring halves; 3 and 4 channels take two for a pixel.
// Offsets are 32 bits wide: the caller keeps views of 2^31 elements and more, and those under 4 bytes, to the portable
// loops.
#pragma once

#include "core/sampling/bilinear_table.h"
#include "core/sampling/bilinear_taps.h"
#include "core/sampling/half_float.h"

#include <cstdint>
#include <type_traits>
#include <utility>

namespace platen::sampling {

template <class Isa>
struct GatherLanes {
  using Scalar = float;
  using Real = typename Isa::Real;
  using Int = typename Isa::Int;
  using Word = typename Isa::Word;  // unsigned 32-bit lanes
  static constexpr int kCount = Isa::kCount;

  PLATEN_TAPS_INLINE static void loadPositions(const Scalar* positions, Real& x, Real& y) {
    Real low, high;
    __builtin_memcpy(&low, positions, sizeof(Real));
    __builtin_memcpy(&high, positions + kCount, sizeof(Real));
    Isa::deinterleave(low, high, x, y);
  }

  template <int kChannels>
  PLATEN_TAPS_INLINE static void store(const Real (&from)[kChannels], Scalar* to) {
    if constexpr (kChannels == 1) {
      __builtin_memcpy(to, &from[0], sizeof(Real));
    } else if constexpr (kChannels == 3) {
      using Places = std::make_integer_sequence<int, kCount>;
      const Real out[3] = {third<0>(from, Places{}), third<1>(from, Places{}), third<2>(from, Places{})};
      __builtin_memcpy(to, out, sizeof(out));
    } else {
      for (int k = 0; k < kCount; ++k) {
        for (int c = 0; c < kChannels; ++c) {
          to[k * kChannels + c] = from[c][k];
        }
      }
    }
  }

  // A third of three vectors side by side: value c of lane k stands at 3 k + c.
  template <int kPart, int... kPlace>
  PLATEN_TAPS_INLINE static Real third(const Real (&from)[3], std::integer_sequence<int, kPlace...>) {
    constexpr int kFirst = kPart * kCount;
    const Real two = __builtin_shufflevector(from[0], from[1],
                                             ((kFirst + kPlace) / 3 + ((kFirst + kPlace) % 3 == 1 ? kCount : 0))...);
    return __builtin_shufflevector(two, from[2],
                                   ((kFirst + kPlace) % 3 == 2 ? kCount + (kFirst + kPlace) / 3 : kPlace)...);
  }

  template <class Pixel, int kChannels>
  class Fetch {
   public:
    explicit Fetch(const ImageView& image)
        : pixels_(static_cast<const Pixel*>(image.pixels)),
          row_stride_(static_cast<std::int32_t>(image.row_stride)),
          column_step_(image.width > 1 ? kChannels : 0),
          row_step_(image.height > 1 ? static_cast<std::int32_t>(image.row_stride) : 0),
          last_word_(static_cast<std::int32_t>(spanOf(image) - 4 / static_cast<std::int64_t>(sizeof(Pixel)))) {}

    PLATEN_TAPS_INLINE void operator()(Int column, Int row, Real (&to)[4][kChannels]) const {
      const Int top = row * row_stride_ + column * kChannels;
      const Int bottom = top + row_step_;
      if constexpr (sizeof(Pixel) == 4) {
        for (int c = 0; c < kChannels; ++c) {
          to[0][c] = Isa::gatherReal(pixels_, top + c);
          to[1][c] = Isa::gatherReal(pixels_, top + (column_step_ + c));
          to[2][c] = Isa::gatherReal(pixels_, bottom + c);
          to[3][c] = Isa::gatherReal(pixels_, bottom + (column_step_ + c));
        }
      } else if constexpr (std::is_same_v<Pixel, Half> && kChannels == 1) {
        const Word upper = wordAt(top);
        const Word lower = wordAt(bottom);
        // One pixel wide: what stands to its right may be no number, which even times zero stays one.
        const unsigned right = column_step_ == 0 ? 0 : 16;
        to[0][0] = Isa::lowerHalves(upper);
        to[1][0] = Isa::lowerHalves(upper >> right);
        to[2][0] = Isa::lowerHalves(lower);
        to[3][0] = Isa::lowerHalves(lower >> right);
      } else if constexpr (std::is_same_v<Pixel, Half>) {
        const Int corners[4] = {top, top + column_step_, bottom, bottom + column_step_};
        for (int tap = 0; tap < 4; ++tap) {
          for (int c = 0; c < kChannels; c += 2) {
            const Word two = wordAt(corners[tap] + c);
            to[tap][c] = Isa::lowerHalves(two);
            if (c + 1 < kChannels) {
              to[tap][c + 1] = Isa::lowerHalves(two >> 16u);
            }
          }
        }
      } else if constexpr (kChannels == 1) {
        const Word upper = wordAt(top);
        const Word lower = wordAt(bottom);
        to[0][0] = byteOf(upper, 0);
        to[1][0] = byteOf(upper, 1);
        to[2][0] = byteOf(lower, 0);
        to[3][0] = byteOf(lower, 1);
      } else {
        const Word words[4] = {wordAt(top), wordAt(top + column_step_), wordAt(bottom), wordAt(bottom + column_step_)};
        for (int tap = 0; tap < 4; ++tap) {
          for (int c = 0; c < kChannels; ++c) {
            to[tap][c] = byteOf(words[tap], c);
          }
        }
      }
    }

   private:
    // The four bytes from pixel `offset` on, or as many of them as the view has (then zeros).
    PLATEN_TAPS_INLINE Word wordAt(Int offset) const {
      constexpr int kBytes = static_cast<int>(sizeof(Pixel));
      const Int allowed = Int{} + last_word_;
      const Int read = taps::select(offset < allowed, offset, allowed);
      const Word words = Isa::template gatherWords<kBytes>(pixels_, read);
      return words >> (Word)((offset - read) * (8 * kBytes));
    }
    PLATEN_TAPS_INLINE static Real byteOf(Word words, int index) {
      return taps::convertTo<Real>((Int)((words >> (8 * index)) & 255u));
    }

    const Pixel* pixels_;
    std::int32_t row_stride_, column_step_, row_step_;
    std::int32_t last_word_;  // offset of the last 32-bit read that stays inside
  };

  // A word holds a pixel and its right neighbour. In the last columns of a tile it starts earlier, to stay in its row.
  class TileFetch {
   public:
    explicit TileFetch(const ImageView& image)
        : tiles_(image.pixels), row_stride_(static_cast<std::int32_t>(image.row_stride)) {}

    PLATEN_TAPS_INLINE void operator()(Int column, Int row, Real (&to)[4][1]) const {
      constexpr std::int32_t kCore = kTileCore, kSide = kTileSide, kBytes = kTileBytes;
      const Int across = tileOf(column), down = tileOf(row);
      const Int x = column - across * kCore, y = row - down * kCore;
      const Int last = Int{} + (kSide - 4);
      const Int read = taps::select(x < last, x, last);
      const Int at = down * row_stride_ + across * kBytes + y * kSide + read;
      const auto bits = (Word)((x - read) * 8);
      const Word upper = Isa::template gatherWords<1>(tiles_, at) >> bits;
      const Word lower = Isa::template gatherWords<1>(tiles_, at + kSide) >> bits;
      to[0][0] = taps::convertTo<Real>((Int)(upper & 255u));
      to[1][0] = taps::convertTo<Real>((Int)((upper >> 8) & 255u));
      to[2][0] = taps::convertTo<Real>((Int)(lower & 255u));
      to[3][0] = taps::convertTo<Real>((Int)((lower >> 8) & 255u));
    }

   private:
    // index / kTileCore; exact up to kMaxTiledSideF32 (apron_tiles.h).
    PLATEN_TAPS_INLINE static Int tileOf(Int index) {
      return taps::convertTo<Int>((taps::convertTo<Real>(index) + 0.5F) * (1.0F / kTileCore));
    }

    const void* tiles_;
    std::int32_t row_stride_;
  };
};

}  // namespace platen::sampling
