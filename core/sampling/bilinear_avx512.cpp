// The loops on AVX-512, 16 positions at a time; compiled with -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma and
// called only where the CPU has them all.
#include "core/sampling/bilinear_gathers.h"
#include "core/sampling/bilinear_loops.h"
#include "core/sampling/half_float.h"

#include <immintrin.h>

namespace platen::sampling {

namespace {

struct Avx512 {
  static constexpr int kCount = 16;
  // The masked gathers with a zero source: the plain ones start from an undefined register, which g++ 12 warns about.
  static constexpr __mmask16 kAll = 0xffff;
  using Real = float __attribute__((vector_size(64)));
  using Int = std::int32_t __attribute__((vector_size(64)));
  using Word = std::uint32_t __attribute__((vector_size(64)));

  PLATEN_TAPS_INLINE static void deinterleave(Real low, Real high, Real& even, Real& odd) {
    even = __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    odd = __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
  }
  PLATEN_TAPS_INLINE static Real gatherReal(const void* pixels, Int offset) {
    return (Real)_mm512_mask_i32gather_ps(_mm512_setzero_ps(), kAll, (__m512i)offset, pixels, 4);
  }
  template <int kStep>  // bytes that an offset counts
  PLATEN_TAPS_INLINE static Word gatherWords(const void* pixels, Int offset) {
    return (Word)_mm512_mask_i32gather_epi32(_mm512_setzero_si512(), kAll, (__m512i)offset, pixels, kStep);
  }
  // The lower half of each word, a 16-bit float.
  PLATEN_TAPS_INLINE static Real lowerHalves(Word words) {
    return (Real)_mm512_maskz_cvtph_ps(kAll, _mm512_maskz_cvtepi32_epi16(kAll, (__m512i)words));
  }
};

constexpr KernelTable<float> makeTable() {
  KernelTable<float> table{};
  fillKind<GatherLanes<Avx512>, std::uint8_t>(table, PixelKind::u8);
  fillKind<GatherLanes<Avx512>, Half>(table, PixelKind::f16);
  fillKind<GatherLanes<Avx512>, float>(table, PixelKind::f32);
  fillTiles<GatherLanes<Avx512>>(table);
  return table;
}

}  // namespace

extern const KernelTable<float> kAvx512Table = makeTable();

}  // namespace platen::sampling
