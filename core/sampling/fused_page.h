// A page of a fused step in the memory of who runs its blocks (fused_blocks.h): its lattice cut into blocks, its image,
// its numbers, where its results go.
#pragma once

#include "core/sampling/fused_terms.h"
#include "core/sampling/sample_at.h"

#include <cstdint>
#include <type_traits>

namespace platen::sampling {

constexpr int kBlockThreads = 64;
constexpr int kSegmentRows = 4;

// Lattice rows [row, end), which mix the control rows first .. first + 3.
struct FusedSegment {
  std::int32_t row, end, first;
};

// The lattice. Pointers are to the memory of who runs the blocks.
struct FusedBlocks {
  std::int32_t rows, cols, control_rows, control_cols;
  std::int32_t segments, chunks;         // blocks of a page: segments * chunks
  const std::int32_t* first_u;           // [cols] as in SplineAxis
  const float* weights_u;                // [cols, 4]
  const float* slopes_u;                 // [cols, 4] of the surface's d/du; null: without tangents
  const float* weights_v;                // [rows, 4]
  const std::int32_t* columns_of_cell;   // [cells along u + 1]: the first column of each
  const FusedSegment* segment;           // [segments]
  const std::int32_t* segments_of_cell;  // [cells along v + 1]: the first segment of each
};

struct FusedPage {
  FusedBlocks blocks;
  SquaresTerm squares;  // one of the two, as the launch says
  AnglesTerm angles;
  SampledImage image;
  float scale;                // image px per unit of the surface
  const float* net;           // [control_rows, control_cols, 2]
  const float* base;          // [rows, cols, 2] added to the surface; null: none
  const float* base_along_u;  // likewise to its d/du
  const float* target;        // SquaresTerm: [rows, cols, channels]; null: zeros
  const float* weights;       // SquaresTerm: [rows, cols]; null: ones
  float* grad_net;            // as net, overwritten; not touched where no gradient is wanted
  double* sums;               // cost and weight, overwritten
  float* partials;            // scratch: partialSize() for each of its blocks
  double* block_sums;         // scratch: two for each of its blocks
};

template <class Term>
PLATEN_TAPS_INLINE const Term& termOf(const FusedPage& page) {
  if constexpr (std::is_same_v<Term, AnglesTerm>) {
    return page.angles;
  } else {
    return page.squares;
  }
}

// Numbers that one block leaves for the second kernel: [4, control_cols, 2].
PLATEN_TAPS_INLINE std::int64_t partialSize(const FusedBlocks& blocks) {
  return std::int64_t{8} * blocks.control_cols;
}

// Of a launch whose grid is another page's: is there such a block here? The same for all of a block's threads.
PLATEN_TAPS_INLINE bool holdsBlock(const FusedBlocks& blocks, int segment, int chunk) {
  return segment < blocks.segments && chunk < blocks.chunks;
}

PLATEN_TAPS_INLINE std::int64_t blockIndex(const FusedBlocks& blocks, int segment, int chunk) {
  return static_cast<std::int64_t>(segment) * blocks.chunks + chunk;
}

PLATEN_TAPS_INLINE std::int32_t controlsOf(const FusedBlocks& blocks) {
  return blocks.control_rows * blocks.control_cols;
}

}  // namespace platen::sampling
