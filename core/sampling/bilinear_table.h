// The table from which one kernel is chosen per call: [pixel kind][channels][border][derivative], and that of tiles.
// Internal to core/sampling: each instruction set fills one table from the same loops (bilinear_loops.h).
#pragma once

#include "core/sampling/apron_tiles.h"
#include "core/sampling/bilinear_kernels.h"

#include <cstdint>

namespace platen::sampling {

template <class Scalar>
using Kernel = void (*)(
    const ImageView& image, const Scalar* positions, std::int64_t n, Scalar* values, Scalar* d_dx, Scalar* d_dy);

constexpr int kKinds = 4;         // PixelKind
constexpr int kChannelSlots = 3;  // 1, 3, 4
constexpr int kBorders = 3;       // Border

template <class Scalar>
struct KernelTable {
  Kernel<Scalar> at[kKinds][kChannelSlots][kBorders][2];  // last: derivative wanted; null: not provided
  Kernel<Scalar> tiles[kBorders][2];                      // the same for apron tiles
};

extern const KernelTable<float> kPortableTable;
extern const KernelTable<double> kPortableTableF64;
#ifdef PLATEN_SAMPLING_X86
extern const KernelTable<float> kAvx2Table;
extern const KernelTable<float> kAvx512Table;
#endif

// Elements from the first to the last that a view may read. Forced inline: it is compiled with several instruction
// sets.
[[gnu::always_inline]] inline std::int64_t spanOf(const ImageView& image) {
  if (image.layout == Layout::apronTiles) {
    return tilesAlong(image.height) * image.row_stride;
  }
  return (image.height - 1) * image.row_stride + image.width * image.channels;
}

}  // namespace platen::sampling
