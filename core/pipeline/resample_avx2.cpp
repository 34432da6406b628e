// AVX2 kernels, compiled by function attribute so that nothing else in this file may use the wider instructions.
// Bicubic and bilinear of RGB and RGBA: a row's taps are one 16-byte load, spread to 16-bit (tap, tap) pairs per
// channel by one shuffle and summed by one multiply-add: the left pair in the low lane, the right pair in the high
// lane.
#include "core/pipeline/resample_avx2.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include "core/cpu_level.h"

#include <algorithm>
#include <cstring>
#include <immintrin.h>

namespace platen::pipeline {
namespace {

#define PLATEN_AVX2 __attribute__((target("avx2")))

constexpr int kSumShift = 2 * kWeightBits - kPairShift;

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

// Two taps a row: the two rows take the two lanes.
template <int kChannels>
PLATEN_AVX2 void bilinearU8(const SourceView& source,
                            const TapTable& table,
                            const std::int32_t* x,
                            const std::int32_t* y,
                            int n,
                            void* out_pixels) {
  auto* out = static_cast<std::uint8_t*>(out_pixels);
  const std::int32_t mask = (1 << table.phase_bits) - 1;
  const std::int16_t* weights = table.fixed.data();
  const __m256i both_lanes = pairShuffle<kChannels>();
  const __m128i shuffle = _mm256_castsi256_si128(both_lanes);
  const __m128i rounding = _mm_set1_epi32((1 << (kSumShift - 1)) + (1 << (kWeightBits - 1)));
  for (int i = 0; i < n; ++i, out += kChannels) {
    const std::byte* at = source.pixels + (y[i] >> table.phase_bits) * source.stride +
                          (x[i] >> table.phase_bits) * static_cast<std::ptrdiff_t>(kChannels);
    std::int32_t wx = 0;
    std::int32_t wy = 0;
    std::memcpy(&wx, weights + (x[i] & mask) * 2, 4);
    std::memcpy(&wy, weights + (y[i] & mask) * 2, 4);
    const __m128i w = _mm_set1_epi32(wx);
    const __m128i top =
        _mm_madd_epi16(_mm_shuffle_epi8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(at)), shuffle), w);
    const __m128i bottom = _mm_madd_epi16(
        _mm_shuffle_epi8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(at + source.stride)), shuffle), w);
    const __m128i pairs =
        _mm_blend_epi16(_mm_srli_epi32(top, kPairShift), _mm_slli_epi32(bottom, 16 - kPairShift), 0xAA);
    store<kChannels>(out, toBytes(_mm_madd_epi16(pairs, _mm_set1_epi32(wy)), rounding), i + 1 == n);
  }
}

PLATEN_AVX2 void positions(
    const float* const columns[4], const float weight[4], float scale, std::int32_t origin, int n, std::int32_t* out) {
  const __m256 w0 = _mm256_set1_ps(weight[0]);
  const __m256 w1 = _mm256_set1_ps(weight[1]);
  const __m256 w2 = _mm256_set1_ps(weight[2]);
  const __m256 w3 = _mm256_set1_ps(weight[3]);
  const __m256 far_left = _mm256_set1_ps(-kFarAway);
  const __m256 far_right = _mm256_set1_ps(kFarAway);
  const __m256 scales = _mm256_set1_ps(scale);
  const __m256i origins = _mm256_set1_epi32(origin);
  // Buffers are padded to whole vectors (render.cpp), so the last step may work on what lies beyond n.
  for (int k = 0; k < n; k += 8) {
    const __m256 low = _mm256_add_ps(_mm256_mul_ps(_mm256_loadu_ps(columns[0] + k), w0),
                                     _mm256_mul_ps(_mm256_loadu_ps(columns[1] + k), w1));
    const __m256 high = _mm256_add_ps(_mm256_mul_ps(_mm256_loadu_ps(columns[2] + k), w2),
                                      _mm256_mul_ps(_mm256_loadu_ps(columns[3] + k), w3));
    // max and min return their second operand for NaN: the clamp comes second.
    __m256 at = _mm256_max_ps(_mm256_add_ps(low, high), far_left);
    at = _mm256_min_ps(at, far_right);
    const __m256i q = _mm256_add_epi32(_mm256_cvtps_epi32(_mm256_mul_ps(at, scales)), origins);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + k), q);
  }
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
