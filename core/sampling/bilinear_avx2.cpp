// The loops on AVX2, FMA and F16C, 8 positions at a time; compiled with -mavx2 -mfma -mf16c and called only where the
// CPU has them.
#include "core/sampling/bilinear_gathers.h"
#include "core/sampling/bilinear_loops.h"
#include "core/sampling/half_float.h"

#include <immintrin.h>

namespace platen::sampling {

namespace {

struct Avx2 {
  static constexpr int kCount = 8;
  using Real = float __attribute__((vector_size(32)));
  using Int = std::int32_t __attribute__((vector_size(32)));
  using Word = std::uint32_t __attribute__((vector_size(32)));

  PLATEN_TAPS_INLINE static void deinterleave(Real low, Real high, Real& even, Real& odd) {
    even = __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14);
    odd = __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
  }
  PLATEN_TAPS_INLINE static Real gatherReal(const void* pixels, Int offset) {
    return (Real)_mm256_i32gather_ps(static_cast<const float*>(pixels), (__m256i)offset, 4);
  }
  template <int kStep>  // bytes that an offset counts
  PLATEN_TAPS_INLINE static Word gatherWords(const void* pixels, Int offset) {
    return (Word)_mm256_i32gather_epi32(static_cast<const int*>(pixels), (__m256i)offset, kStep);
  }
  // The lower half of each word, a 16-bit float.
  PLATEN_TAPS_INLINE static Real lowerHalves(Word words) {
    const __m256i masked = _mm256_and_si256((__m256i)words, _mm256_set1_epi32(0xffff));
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(masked, masked), 0x08);
    return (Real)_mm256_cvtph_ps(_mm256_castsi256_si128(packed));
  }
};

constexpr KernelTable<float> makeTable() {
  KernelTable<float> table{};
  fillKind<GatherLanes<Avx2>, std::uint8_t>(table, PixelKind::u8);
  fillKind<GatherLanes<Avx2>, Half>(table, PixelKind::f16);
  fillKind<GatherLanes<Avx2>, float>(table, PixelKind::f32);
  fillTiles<GatherLanes<Avx2>>(table);
  return table;
}

}  // namespace

extern const KernelTable<float> kAvx2Table = makeTable();

}  // namespace platen::sampling
