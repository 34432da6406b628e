// AVX2 kernels, compiled by function attribute so that nothing else in this file may use the wider instructions.
// Bicubic of RGB and RGBA: a row's taps are one 16-byte load, spread to 16-bit (tap, tap) pairs per channel by one
// shuffle and summed by one multiply-add: the left pair in the low lane, the right pair in the high lane. Bilinear:
// four pixels share the registers.
#include "core/pipeline/resample_avx2.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include "core/cpu_level.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <immintrin.h>
#include <limits>

namespace platen::pipeline {
namespace {

#define PLATEN_AVX2 __attribute__((target("avx2")))

constexpr int kSumShift = 2 * kWeightBits - kPairShift;
// Half a step, and what dropping the pairs' bits took on average.
constexpr int kBilinearRounding = (1 << (kSumShift - 1)) + (1 << (kWeightBits - 1));

// Byte order that makes (p0, p1) pairs of 16 bit out of interleaved pixels; -1 writes a zero.
template <int kChannels>
PLATEN_AVX2 __m256i pairShuffle() {
  if constexpr (kChannels == 3) {
    return _mm256_setr_epi8(0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1, -1, -1, -1, -1,  //
                            6, -1, 9, -1, 7, -1, 10, -1, 8, -1, 11, -1, -1, -1, -1, -1);
  } else {
    return _mm256_setr_epi8(0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1,  //
                            8, -1, 12, -1, 9, -1, 13, -1, 10, -1, 14, -1, 11, -1, 15, -1);
  }
}

// The tap that starts at byte `from` of each 8, channel by channel to 16 bits; a fourth channel of RGB is zero.
template <int kChannels>
PLATEN_AVX2 __m256i tapShuffle(int from) {
  alignas(32) std::int8_t order[32];
  for (int k = 0; k < 16; ++k) {
    const int pixel = k / 8, channel = k % 8 / 2;
    const bool low = k % 2 == 0 && channel < kChannels;
    order[k] = order[k + 16] = static_cast<std::int8_t>(low ? 8 * pixel + from + channel : -1);
  }
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(order));
}

// Two pixels of four bytes in each lane, to pixels of kChannels bytes without gaps.
template <int kChannels>
PLATEN_AVX2 __m256i closeUp() {
  return kChannels == 3 ? _mm256_setr_epi8(0, 1, 2, 4, 5, 6, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,  //
                                           0, 1, 2, 4, 5, 6, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1)
                        : _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1,  //
                                           0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1);
}

// The bilinear weights of a phase of 10 bits, as tapTable has them, side by side.
inline int pairOfWeights(int phase) {
  return ((1 << kWeightBits) - 16 * phase) | (16 * phase * (1 << 16));
}

// A strip goes down the photo row by row, each time some hundred pixels far: too short for the processor to see it
// coming. Any address will do, a wrong one is only of no use.
inline void fetchAhead(const std::byte* at, std::ptrdiff_t stride) {
  constexpr std::ptrdiff_t kRows = 8;
  const auto address = reinterpret_cast<std::uintptr_t>(at) + static_cast<std::uintptr_t>(kRows * stride);
  _mm_prefetch(reinterpret_cast<const char*>(address), _MM_HINT_T0);
}

// Four channel sums of 32 bit to four bytes.
PLATEN_AVX2 inline std::uint32_t toBytes(__m128i sums, __m128i rounding) {
  const __m128i values = _mm_srai_epi32(_mm_add_epi32(sums, rounding), kSumShift);
  const __m128i words = _mm_packs_epi32(values, values);
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_packus_epi16(words, words)));
}

// All pixels but the last are stored as four bytes: the next pixel overwrites what is too much.
template <int kChannels>
PLATEN_AVX2 inline void store(std::uint8_t* out, std::uint32_t bytes, bool last) {
  if (kChannels == 4 || !last) {
    std::memcpy(out, &bytes, 4);
  } else {
    std::memcpy(out, &bytes, static_cast<std::size_t>(kChannels));
  }
}

// Low halves of a's and b's pair sums, dropped by kPairShift, interleaved as (a, b) pairs of 16 bit.
PLATEN_AVX2 inline __m256i interleave(__m256i a, __m256i b) {
  return _mm256_blend_epi16(_mm256_srli_epi32(a, kPairShift), _mm256_slli_epi32(b, 16 - kPairShift), 0xAA);
}

template <int kChannels>
PLATEN_AVX2 void bicubicU8(const SourceView& source,
                           const TapTable& table,
                           const std::int32_t* x,
                           const std::int32_t* y,
                           int n,
                           void* out_pixels) {
  auto* out = static_cast<std::uint8_t*>(out_pixels);
  const std::int32_t mask = (1 << table.phase_bits) - 1;
  const std::int16_t* weights = table.fixed.data();
  const __m256i shuffle = pairShuffle<kChannels>();
  const __m256i spread = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
  const __m128i rounding = _mm_set1_epi32((1 << (kSumShift - 1)) + (2 << (kWeightBits - 1)));
  for (int i = 0; i < n; ++i, out += kChannels) {
    const std::int16_t* wx = weights + (x[i] & mask) * 4;
    const std::int16_t* wy = weights + (y[i] & mask) * 4;
    const std::byte* at = source.pixels + ((y[i] >> table.phase_bits) - 1) * source.stride +
                          ((x[i] >> table.phase_bits) - 1) * static_cast<std::ptrdiff_t>(kChannels);
    const __m256i w = _mm256_permutevar8x32_epi32(
        _mm256_castsi128_si256(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(wx))), spread);
    if (i % 16 == 0) {
      fetchAhead(at, source.stride);
    }
    __m256i rows[4];
    for (auto& row : rows) {
      const __m256i taps = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)));
      row = _mm256_madd_epi16(_mm256_shuffle_epi8(taps, shuffle), w);
      at += source.stride;
    }
    std::int32_t wy01 = 0;
    std::int32_t wy23 = 0;
    std::memcpy(&wy01, wy, 4);
    std::memcpy(&wy23, wy + 2, 4);
    const __m256i sum = _mm256_add_epi32(_mm256_madd_epi16(interleave(rows[0], rows[1]), _mm256_set1_epi32(wy01)),
                                         _mm256_madd_epi16(interleave(rows[2], rows[3]), _mm256_set1_epi32(wy23)));
    const __m128i both = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    store<kChannels>(out, toBytes(both, rounding), i + 1 == n);
  }
}

// One pixel; two taps a row.
template <int kChannels>
PLATEN_AVX2 inline std::uint32_t bilinearPixel(const std::byte* at, std::ptrdiff_t stride, int fx, int fy) {
  const __m128i shuffle = _mm256_castsi256_si128(pairShuffle<kChannels>());
  const __m128i wx = _mm_set1_epi32(pairOfWeights(fx));
  const __m128i top =
      _mm_madd_epi16(_mm_shuffle_epi8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(at)), shuffle), wx);
  const __m128i bottom =
      _mm_madd_epi16(_mm_shuffle_epi8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(at + stride)), shuffle), wx);
  const __m128i pairs = _mm_blend_epi16(_mm_srli_epi32(top, kPairShift), _mm_slli_epi32(bottom, 16 - kPairShift), 0xAA);
  return toBytes(_mm_madd_epi16(pairs, _mm_set1_epi32(pairOfWeights(fy))), _mm_set1_epi32(kBilinearRounding));
}

// The two pixels at a and the two at b, side by side in the lanes.
PLATEN_AVX2 inline __m256i fourPairs(const std::byte* const at[4], std::ptrdiff_t offset) {
  const auto load = [offset](const std::byte* left, const std::byte* right) PLATEN_AVX2 {
    return _mm_unpacklo_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(left + offset)),
                              _mm_loadl_epi64(reinterpret_cast<const __m128i*>(right + offset)));
  };
  return _mm256_set_m128i(load(at[2], at[3]), load(at[0], at[1]));
}

// Four pixels at a time, each in 64 bits (4 channels of 16). With weights 2^14 - 16 f and 16 f, f of 10 bits, a row's
// pair sum dropped by 8 bits is 64 p0 + floor(f (p1 - p0) / 16), which is what the high half of a 16-bit product gives.
template <int kChannels>
PLATEN_AVX2 void bilinearU8(const SourceView& source,
                            const TapTable& table,
                            const std::int32_t* x,
                            const std::int32_t* y,
                            int n,
                            void* out_pixels) {
  static_assert(kWeightBits == 14 && kPairShift == 8);
  constexpr int kPixels = 4;
  auto* out = static_cast<std::uint8_t*>(out_pixels);
  const int bits = table.phase_bits;
  const std::int32_t mask = (1 << bits) - 1;
  const auto address = [&](int i) {
    return source.pixels + (y[i] >> bits) * source.stride + (x[i] >> bits) * static_cast<std::ptrdiff_t>(kChannels);
  };
  const __m256i base = _mm256_set1_epi64x(reinterpret_cast<std::intptr_t>(source.pixels));
  const __m256i stride = _mm256_set1_epi64x(source.stride), channels = _mm256_set1_epi64x(kChannels);
  const __m128i shift = _mm_cvtsi32_si128(bits);
  const __m256i first = tapShuffle<kChannels>(0), second = tapShuffle<kChannels>(kChannels);
  const __m256i each_four_times = _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9,  //
                                                   0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9);
  const __m128i masks = _mm_set1_epi32(mask);
  const __m256i rounding = _mm256_set1_epi32(kBilinearRounding);
  int i = 0;
  // The last store may pass its pixels by two bytes: others must follow. Addresses are products of 32 bits.
  const int in_fours = source.stride <= std::numeric_limits<std::int32_t>::max() ? n : 0;
  for (; i + kPixels < in_fours; i += kPixels, out += kPixels * kChannels) {
    const __m128i at_x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(x + i));
    const __m128i at_y = _mm_loadu_si128(reinterpret_cast<const __m128i*>(y + i));
    const __m128i fx = _mm_and_si128(at_x, masks);
    const __m128i fy = _mm_and_si128(at_y, masks);
    const __m256i along_x = _mm256_shuffle_epi8(_mm256_cvtepu32_epi64(_mm_slli_epi32(fx, 5)), each_four_times);
    alignas(32) const std::byte* at[kPixels];
    _mm256_store_si256(
        reinterpret_cast<__m256i*>(at),
        _mm256_add_epi64(
            _mm256_add_epi64(base, _mm256_mul_epi32(_mm256_cvtepi32_epi64(_mm_sra_epi32(at_y, shift)), stride)),
            _mm256_mul_epi32(_mm256_cvtepi32_epi64(_mm_sra_epi32(at_x, shift)), channels)));
    fetchAhead(at[0], source.stride);
    __m256i rows[2];
    std::ptrdiff_t offset = 0;
    for (auto& row : rows) {
      const __m256i pairs = fourPairs(at, offset);
      const __m256i left = _mm256_shuffle_epi8(pairs, first);
      const __m256i step = _mm256_sub_epi16(_mm256_shuffle_epi8(pairs, second), left);
      row = _mm256_add_epi16(_mm256_slli_epi16(left, 6), _mm256_mulhi_epi16(along_x, _mm256_slli_epi16(step, 7)));
      offset = source.stride;
    }
    // (2^14 - 16 f, 16 f) of each pixel, as in pairOfWeights.
    const __m128i lower = _mm_slli_epi32(fy, 4);
    const __m256i wy = _mm256_cvtepu32_epi64(
        _mm_or_si128(_mm_sub_epi32(_mm_set1_epi32(1 << kWeightBits), lower), _mm_slli_epi32(lower, 16)));
    const __m256i even = _mm256_madd_epi16(_mm256_unpacklo_epi16(rows[0], rows[1]), _mm256_shuffle_epi32(wy, 0x00));
    const __m256i odd = _mm256_madd_epi16(_mm256_unpackhi_epi16(rows[0], rows[1]), _mm256_shuffle_epi32(wy, 0xAA));
    const __m256i words = _mm256_packs_epi32(_mm256_srai_epi32(_mm256_add_epi32(even, rounding), kSumShift),
                                             _mm256_srai_epi32(_mm256_add_epi32(odd, rounding), kSumShift));
    const __m256i bytes = _mm256_shuffle_epi8(_mm256_packus_epi16(words, words), closeUp<kChannels>());
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out), _mm256_castsi256_si128(bytes));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out + 2 * kChannels), _mm256_extracti128_si256(bytes, 1));
  }
  for (; i < n; ++i, out += kChannels) {
    store<kChannels>(out, bilinearPixel<kChannels>(address(i), source.stride, x[i] & mask, y[i] & mask), i + 1 == n);
  }
}

PLATEN_AVX2 inline std::int32_t leastOf(__m256i eight) {
  __m128i least = _mm_min_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
  least = _mm_min_epi32(least, _mm_shuffle_epi32(least, 0x4E));
  return _mm_cvtsi128_si32(_mm_min_epi32(least, _mm_shuffle_epi32(least, 0xB1)));
}

PLATEN_AVX2 PositionRange positions(
    const float* const columns[4], const float weight[4], float scale, std::int32_t origin, int n, std::int32_t* out) {
  const __m256 w0 = _mm256_set1_ps(weight[0]);
  const __m256 w1 = _mm256_set1_ps(weight[1]);
  const __m256 w2 = _mm256_set1_ps(weight[2]);
  const __m256 w3 = _mm256_set1_ps(weight[3]);
  const __m256 far_left = _mm256_set1_ps(-kFarAway);
  const __m256 far_right = _mm256_set1_ps(kFarAway);
  const __m256 scales = _mm256_set1_ps(scale);
  const __m256i origins = _mm256_set1_epi32(origin);
  const auto eight = [&](int k) PLATEN_AVX2 {
    const __m256 low = _mm256_add_ps(_mm256_mul_ps(_mm256_loadu_ps(columns[0] + k), w0),
                                     _mm256_mul_ps(_mm256_loadu_ps(columns[1] + k), w1));
    const __m256 high = _mm256_add_ps(_mm256_mul_ps(_mm256_loadu_ps(columns[2] + k), w2),
                                      _mm256_mul_ps(_mm256_loadu_ps(columns[3] + k), w3));
    // max and min return their second operand for NaN: the clamp comes second.
    __m256 at = _mm256_max_ps(_mm256_add_ps(low, high), far_left);
    at = _mm256_min_ps(at, far_right);
    const __m256i q = _mm256_add_epi32(_mm256_cvtps_epi32(_mm256_mul_ps(at, scales)), origins);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + k), q);
    return q;
  };
  __m256i least = _mm256_set1_epi32(std::numeric_limits<std::int32_t>::max());
  __m256i most = _mm256_set1_epi32(std::numeric_limits<std::int32_t>::min());
  int k = 0;
  for (; k + 8 <= n; k += 8) {
    const __m256i q = eight(k);
    least = _mm256_min_epi32(least, q);
    most = _mm256_max_epi32(most, q);
  }
  PositionRange range;
  range.least = leastOf(least);
  range.most = -1 - leastOf(_mm256_xor_si256(most, _mm256_set1_epi32(-1)));
  if (k < n) {
    eight(k);
    for (; k < n; ++k) {
      range = {std::min(range.least, out[k]), std::max(range.most, out[k])};
    }
  }
  return range;
}

bool hasAvx2() {
  static const bool has = bestCpuLevel() >= CpuLevel::avx2;
  return has;
}

}  // namespace

ResampleRow resampleU8Avx2(int channels, int taps) {
  if (!hasAvx2() || (channels != 3 && channels != 4) || (taps != 2 && taps != 4)) {
    return nullptr;
  }
  if (taps == 4) {
    return channels == 3 ? bicubicU8<3> : bicubicU8<4>;
  }
  return channels == 3 ? bilinearU8<3> : bilinearU8<4>;
}

PositionRow positionsAvx2() {
  return hasAvx2() ? positions : nullptr;
}

}  // namespace platen::pipeline

#else

namespace platen::pipeline {
ResampleRow resampleU8Avx2(int /*channels*/, int /*taps*/) {
  return nullptr;
}
PositionRow positionsAvx2() {
  return nullptr;
}
}  // namespace platen::pipeline

#endif
