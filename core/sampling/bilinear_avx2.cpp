// The loops on AVX2 and FMA, 8 positions at a time; compiled with -mavx2 -mfma and called only where the CPU has both.
#include "core/sampling/bilinear_gathers.h"
#include "core/sampling/bilinear_loops.h"

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
  PLATEN_TAPS_INLINE static Word gatherWords(const void* pixels, Int offset) {
    return (Word)_mm256_i32gather_epi32(static_cast<const int*>(pixels), (__m256i)offset, 1);
  }
};

constexpr KernelTable<float> makeTable() {
  KernelTable<float> table{};
  fillKind<GatherLanes<Avx2>, std::uint8_t>(table, PixelKind::u8);
  fillKind<GatherLanes<Avx2>, float>(table, PixelKind::f32);
  return table;
}

}  // namespace

extern const KernelTable<float> kAvx2Table = makeTable();

}  // namespace platen::sampling
