// The fused step (fused_step.h) cut into blocks of threads, as a GPU wants it: what one thread does in each phase, for
// CUDA's kernels (fused_cuda.cu) and, block after block, for the tests on the CPU. Pages are batched: a launch's grid
// is as large as the largest of them needs, and what lies beyond a page's own lattice (holdsBlock(), controlsOf()) does
// nothing. What a page gives does not depend on the others.
//
// A block takes a segment (at most kSegmentRows lattice rows that lie in one cell along v, so they mix the same four
// control rows) and a chunk of kBlockThreads columns; a thread takes one column of it. Phases, with a barrier between:
//  1 sampleColumn   the thread mixes its four control points along u, and their d/du where the term wants tangents,
//                   walks down its rows (4 multiply-adds a coordinate), samples, and keeps the gradient with respect to
//                   its points in registers;
//  2 addSums        the threads' costs and weights by a tree;
//  3 spreadAlongU   each control of the four rows sums over the columns of the chunk that mix it.
// A second kernel sums over blocks (gatherControl, gatherSums). No atomics: every sum has a fixed order, so the same
// input gives the same bits on the same machine.
//
// The pages: fused_page.h. Terms: fused_terms.h. Who launches: fused_device.h.
#pragma once

#include "core/sampling/fused_page.h"
#include "core/sampling/fused_terms.h"
#include "core/sampling/sample_at.h"

#include <cstdint>
#include <type_traits>

namespace platen::sampling {

// What the threads of a block share.
struct FusedShared {
  // For the four control rows, by column: of the surface, of its d/du.
  float gradient_x[4][kBlockThreads], gradient_y[4][kBlockThreads];
  float tangent_x[4][kBlockThreads], tangent_y[4][kBlockThreads];
  double cost[kBlockThreads], weight[kBlockThreads];
};

PLATEN_TAPS_INLINE void readFour(const float* table, std::int32_t which, float (&to)[4]) {
  for (int a = 0; a < 4; ++a) {
    to[a] = readOnly(table + 4 * static_cast<std::int64_t>(which) + a);
  }
}

// One point under each of the terms.
template <int kChannels>
PLATEN_TAPS_INLINE TermPoint pointOf(const SquaresTerm& term,
                                     const FusedPage& page,
                                     std::int64_t point,
                                     const float (&)[2],
                                     const taps::Sample<float> (&samples)[kChannels],
                                     const float (&)[2]) {
  TermPoint at;
  at.weight = page.weights == nullptr ? 1.0F : readOnly(page.weights + point);
  const float factor = 2 * at.weight * term.value_scale;
  for (int c = 0; c < kChannels; ++c) {
    const float target = page.target == nullptr ? 0.0F : readOnly(page.target + point * kChannels + c);
    const float residual = term.value_scale * samples[c].value - target;
    at.cost += at.weight * residual * residual;
    at.d_x += factor * (residual * samples[c].d_dx);
    at.d_y += factor * (residual * samples[c].d_dy);
  }
  return at;
}

PLATEN_TAPS_INLINE TermPoint pointOf(const AnglesTerm& term,
                                     const FusedPage&,
                                     std::int64_t,
                                     const float (&place)[2],
                                     const taps::Sample<float> (&samples)[3],
                                     const float (&tangent)[2]) {
  const float value[3] = {samples[0].value, samples[1].value, samples[2].value};
  const float d_dx[2] = {samples[0].d_dx, samples[1].d_dx};
  const float d_dy[2] = {samples[0].d_dy, samples[1].d_dy};
  const TermPoint at = anglePoint(term, place[0], place[1], value, d_dx, d_dy, tangent[0], tangent[1]);
  return at.weight > 0 ? at : TermPoint{};
}

// Four control rows mixed along u at one column.
PLATEN_TAPS_INLINE void mixAlongU(const FusedBlocks& blocks,
                                  const float* table,
                                  const float* net,
                                  std::int32_t first_row,
                                  std::int32_t column,
                                  float (&x)[4],
                                  float (&y)[4]) {
  const std::int32_t first = readOnly(blocks.first_u + column);
  float w[4];
  readFour(table, column, w);
  for (int a = 0; a < 4; ++a) {
    const float* controls = net + 2 * (static_cast<std::int64_t>(first_row + a) * blocks.control_cols + first);
    float c[8];
    for (int k = 0; k < 8; ++k) {
      c[k] = readOnly(controls + k);
    }
    x[a] = w[0] * c[0] + w[1] * c[2] + w[2] * c[4] + w[3] * c[6];
    y[a] = w[0] * c[1] + w[1] * c[3] + w[2] * c[5] + w[3] * c[7];
  }
}

PLATEN_TAPS_INLINE void mixAlongV(const float (&v)[4],
                                  const float (&x)[4],
                                  const float (&y)[4],
                                  const float* base,
                                  std::int64_t point,
                                  float (&to)[2]) {
  to[0] = v[0] * x[0] + v[1] * x[1] + v[2] * x[2] + v[3] * x[3];
  to[1] = v[0] * y[0] + v[1] * y[1] + v[2] * y[2] + v[3] * y[3];
  if (base != nullptr) {
    to[0] += readOnly(base + 2 * point);
    to[1] += readOnly(base + 2 * point + 1);
  }
}

template <class Pixel, int kChannels, Border kBorder, bool kGradient, class Term>
PLATEN_TAPS_INLINE void sampleColumn(const FusedPage& page, int segment, int chunk, int thread, FusedShared& shared) {
  constexpr bool kTangents = std::is_same_v<Term, AnglesTerm>;
  const FusedBlocks& blocks = page.blocks;
  const Term& term = termOf<Term>(page);
  const std::int32_t column = chunk * kBlockThreads + thread;
  float points_x[4] = {}, points_y[4] = {}, slopes_x[4] = {}, slopes_y[4] = {};
  float gradient_x[4] = {}, gradient_y[4] = {}, tangent_x[4] = {}, tangent_y[4] = {};
  float cost = 0, weight = 0;
  if (column < blocks.cols) {
    const FusedSegment part = blocks.segment[segment];
    mixAlongU(blocks, blocks.weights_u, page.net, part.first, column, points_x, points_y);
    if constexpr (kTangents) {
      mixAlongU(blocks, blocks.slopes_u, page.net, part.first, column, slopes_x, slopes_y);
    }
    for (std::int32_t row = part.row; row < part.end; ++row) {
      const std::int64_t point = static_cast<std::int64_t>(row) * blocks.cols + column;
      float v[4];
      readFour(blocks.weights_v, row, v);
      float place[2], tangent[2] = {};
      mixAlongV(v, points_x, points_y, page.base, point, place);
      if constexpr (kTangents) {
        mixAlongV(v, slopes_x, slopes_y, page.base_along_u, point, tangent);
      }
      place[0] *= page.scale;
      place[1] *= page.scale;
      taps::Sample<float> samples[kChannels];
      sampleAt<Pixel, kChannels, kBorder>(page.image, place[0], place[1], samples);
      const TermPoint at = pointOf(term, page, point, place, samples, tangent);
      cost += at.cost;
      weight += at.weight;
      if constexpr (kGradient) {
        for (int a = 0; a < 4; ++a) {
          gradient_x[a] += v[a] * (page.scale * at.d_x);
          gradient_y[a] += v[a] * (page.scale * at.d_y);
          if constexpr (kTangents) {
            tangent_x[a] += v[a] * at.d_tangent_x;
            tangent_y[a] += v[a] * at.d_tangent_y;
          }
        }
      }
    }
  }
  shared.cost[thread] = static_cast<double>(cost);
  shared.weight[thread] = static_cast<double>(weight);
  if constexpr (kGradient) {
    for (int a = 0; a < 4; ++a) {
      shared.gradient_x[a][thread] = gradient_x[a];
      shared.gradient_y[a][thread] = gradient_y[a];
      if constexpr (kTangents) {
        shared.tangent_x[a][thread] = tangent_x[a];
        shared.tangent_y[a][thread] = tangent_y[a];
      }
    }
  }
}

// One level of the tree: `half` is kBlockThreads / 2, then / 4, ... 1, with a barrier after each; the sums are those of
// thread 0.
PLATEN_TAPS_INLINE void addSums(FusedShared& shared, int half, int thread) {
  if (thread < half) {
    shared.cost[thread] += shared.cost[thread + half];
    shared.weight[thread] += shared.weight[thread + half];
  }
}

// Writes all of this block's numbers.
template <bool kTangents>
PLATEN_TAPS_INLINE void spreadAlongU(
    const FusedPage& page, int segment, int chunk, int thread, const FusedShared& shared) {
  const FusedBlocks& blocks = page.blocks;
  float* partial = page.partials + blockIndex(blocks, segment, chunk) * partialSize(blocks);
  const std::int32_t from = chunk * kBlockThreads, to = from + kBlockThreads;
  const std::int32_t last_cell = blocks.control_cols - 4;
  for (std::int32_t item = thread; item < 4 * blocks.control_cols; item += kBlockThreads) {
    const std::int32_t a = item / blocks.control_cols, b = item % blocks.control_cols;
    // Cells b - 3 .. b mix control b.
    std::int32_t column = readOnly(blocks.columns_of_cell + (b > 3 ? b - 3 : 0));
    std::int32_t end = readOnly(blocks.columns_of_cell + (b < last_cell ? b : last_cell) + 1);
    column = column > from ? column : from;
    end = end < to ? end : to;
    float x = 0, y = 0;
    for (; column < end; ++column) {
      const std::int64_t at = 4 * static_cast<std::int64_t>(column) + (b - readOnly(blocks.first_u + column));
      const float w = readOnly(blocks.weights_u + at);
      x += w * shared.gradient_x[a][column - from];
      y += w * shared.gradient_y[a][column - from];
      if constexpr (kTangents) {
        const float slope = readOnly(blocks.slopes_u + at);
        x += slope * shared.tangent_x[a][column - from];
        y += slope * shared.tangent_y[a][column - from];
      }
    }
    partial[2 * item] = x;
    partial[2 * item + 1] = y;
  }
}

// The gradient of control number `control` of a page from the numbers of all its blocks, [segments, chunks, 4, ...].
PLATEN_TAPS_INLINE void gatherControl(const FusedPage& page, std::int32_t control) {
  const FusedBlocks& blocks = page.blocks;
  const std::int32_t a = control / blocks.control_cols, b = control % blocks.control_cols;
  const std::int32_t last_cell = blocks.control_rows - 4;
  const std::int32_t end = readOnly(blocks.segments_of_cell + (a < last_cell ? a : last_cell) + 1);
  float x = 0, y = 0;
  for (std::int32_t s = readOnly(blocks.segments_of_cell + (a > 3 ? a - 3 : 0)); s < end; ++s) {
    const std::int32_t slot = (a - blocks.segment[s].first) * blocks.control_cols + b;
    for (std::int32_t chunk = 0; chunk < blocks.chunks; ++chunk) {
      const float* from = page.partials + blockIndex(blocks, s, chunk) * partialSize(blocks);
      x += readOnly(from + 2 * slot);
      y += readOnly(from + 2 * slot + 1);
    }
  }
  page.grad_net[2 * control] = x;
  page.grad_net[2 * control + 1] = y;
}

// One thread's share of the blocks' sums, [blocks, 2]; those of the threads by addSums.
PLATEN_TAPS_INLINE void gatherSums(const FusedPage& page, int thread, FusedShared& shared) {
  const FusedBlocks& blocks = page.blocks;
  shared.cost[thread] = shared.weight[thread] = 0;
  for (std::int32_t block = thread; block < blocks.segments * blocks.chunks; block += kBlockThreads) {
    shared.cost[thread] += readOnly(page.block_sums + 2 * block);
    shared.weight[thread] += readOnly(page.block_sums + 2 * block + 1);
  }
}

}  // namespace platen::sampling
