// The fused step (fused_step.h) cut into blocks of threads, as a GPU wants it: what one thread does in each phase, for
// CUDA's kernels (fused_cuda.cu) and, block after block, for the tests on the CPU. Pages are batched: they share the
// lattice and have an image, a net and targets each.
//
// A block takes a segment (at most kSegmentRows lattice rows that lie in one cell along v, so they mix the same four
// control rows) and a chunk of kBlockThreads columns; a thread takes one column of it. Phases, with a barrier between:
//  1 sampleColumn   the thread mixes its four control points along u, walks down its rows (4 multiply-adds a
//                   coordinate), samples, and keeps the gradient with respect to its four points in registers;
//  2 addCosts       the threads' costs by a tree;
//  3 spreadAlongU   each control of the four rows sums over the columns of the chunk that mix it.
// A second kernel sums over blocks (gatherControl, gatherCosts). No atomics: every sum has a fixed order, so the same
// input gives the same bits on the same machine.
//
// The term is  sum over points p and channels c of  weight[p] (value_scale value[p, c] - target[p, c])^2.
#pragma once

#include "core/sampling/sample_at.h"

#include <cstdint>

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
  const float* weights_v;                // [rows, 4]
  const std::int32_t* columns_of_cell;   // [cells along u + 1]: the first column of each
  const FusedSegment* segment;           // [segments]
  const std::int32_t* segments_of_cell;  // [cells along v + 1]: the first segment of each
};

struct FusedPage {
  SampledImage image;
  float scale;           // image px per unit of the surface
  const float* net;      // [control_rows, control_cols, 2]
  const float* target;   // [rows, cols, channels]; null: zeros
  const float* weights;  // [rows, cols]; null: ones
  float* grad_net;       // as net, overwritten; null: not wanted
  double* cost;          // one number, overwritten
};

// What the threads of a block share.
struct FusedShared {
  float gradient_x[4][kBlockThreads], gradient_y[4][kBlockThreads];  // for the four control rows, by column
  double cost[kBlockThreads];
};

// Numbers that one block leaves for the second kernel: [4, control_cols, 2].
PLATEN_TAPS_INLINE std::int64_t partialSize(const FusedBlocks& blocks) {
  return std::int64_t{8} * blocks.control_cols;
}

PLATEN_TAPS_INLINE void readFour(const float* table, std::int32_t which, float (&to)[4]) {
  for (int a = 0; a < 4; ++a) {
    to[a] = readOnly(table + 4 * static_cast<std::int64_t>(which) + a);
  }
}

template <class Pixel, int kChannels, Border kBorder, bool kGradient>
PLATEN_TAPS_INLINE void sampleColumn(const FusedBlocks& blocks,
                                     const FusedPage& page,
                                     float value_scale,
                                     int segment,
                                     int chunk,
                                     int thread,
                                     FusedShared& shared) {
  const std::int32_t column = chunk * kBlockThreads + thread;
  float points_x[4] = {}, points_y[4] = {}, gradient_x[4] = {}, gradient_y[4] = {};
  float cost = 0;
  if (column < blocks.cols) {
    const FusedSegment part = blocks.segment[segment];
    const std::int32_t first = readOnly(blocks.first_u + column);
    float w[4];
    readFour(blocks.weights_u, column, w);
    for (int a = 0; a < 4; ++a) {
      const float* controls = page.net + 2 * (static_cast<std::int64_t>(part.first + a) * blocks.control_cols + first);
      float c[8];
      for (int k = 0; k < 8; ++k) {
        c[k] = readOnly(controls + k);
      }
      points_x[a] = w[0] * c[0] + w[1] * c[2] + w[2] * c[4] + w[3] * c[6];
      points_y[a] = w[0] * c[1] + w[1] * c[3] + w[2] * c[5] + w[3] * c[7];
    }
    for (std::int32_t row = part.row; row < part.end; ++row) {
      float v[4];
      readFour(blocks.weights_v, row, v);
      const float x = v[0] * points_x[0] + v[1] * points_x[1] + v[2] * points_x[2] + v[3] * points_x[3];
      const float y = v[0] * points_y[0] + v[1] * points_y[1] + v[2] * points_y[2] + v[3] * points_y[3];
      taps::Sample<float> samples[kChannels];
      sampleAt<Pixel, kChannels, kBorder>(page.image, x * page.scale, y * page.scale, samples);
      const std::int64_t point = static_cast<std::int64_t>(row) * blocks.cols + column;
      const float weight = page.weights == nullptr ? 1.0F : readOnly(page.weights + point);
      float along_x = 0, along_y = 0;
      for (int c = 0; c < kChannels; ++c) {
        const float target = page.target == nullptr ? 0.0F : readOnly(page.target + point * kChannels + c);
        const float residual = value_scale * samples[c].value - target;
        cost += weight * residual * residual;
        along_x += residual * samples[c].d_dx;
        along_y += residual * samples[c].d_dy;
      }
      if constexpr (kGradient) {
        const float factor = 2 * weight * value_scale * page.scale;
        for (int a = 0; a < 4; ++a) {
          gradient_x[a] += v[a] * (factor * along_x);
          gradient_y[a] += v[a] * (factor * along_y);
        }
      }
    }
  }
  shared.cost[thread] = static_cast<double>(cost);
  if constexpr (kGradient) {
    for (int a = 0; a < 4; ++a) {
      shared.gradient_x[a][thread] = gradient_x[a];
      shared.gradient_y[a][thread] = gradient_y[a];
    }
  }
}

// One level of the tree: `half` is kBlockThreads / 2, then / 4, ... 1, with a barrier after each; the sum is costs[0].
PLATEN_TAPS_INLINE void addCosts(double* costs, int half, int thread) {
  if (thread < half) {
    costs[thread] += costs[thread + half];
  }
}

// partial: this block's numbers, all of which are written.
PLATEN_TAPS_INLINE void spreadAlongU(
    const FusedBlocks& blocks, int chunk, int thread, const FusedShared& shared, float* partial) {
  const std::int32_t from = chunk * kBlockThreads, to = from + kBlockThreads;
  const std::int32_t last_cell = blocks.control_cols - 4;
  for (std::int32_t item = thread; item < 4 * blocks.control_cols; item += kBlockThreads) {
    const std::int32_t a = item / blocks.control_cols, b = item % blocks.control_cols;
    // Cells b - 3 .. b mix control b.
    std::int32_t column = blocks.columns_of_cell[b > 3 ? b - 3 : 0];
    std::int32_t end = blocks.columns_of_cell[(b < last_cell ? b : last_cell) + 1];
    column = column > from ? column : from;
    end = end < to ? end : to;
    float x = 0, y = 0;
    for (; column < end; ++column) {
      const float w = blocks.weights_u[4 * static_cast<std::int64_t>(column) + (b - blocks.first_u[column])];
      x += w * shared.gradient_x[a][column - from];
      y += w * shared.gradient_y[a][column - from];
    }
    partial[2 * item] = x;
    partial[2 * item + 1] = y;
  }
}

// The gradient of control number `control` of a page from the numbers of all its blocks, [segments, chunks, 4, ...].
PLATEN_TAPS_INLINE void gatherControl(const FusedBlocks& blocks,
                                      const float* partials,
                                      std::int32_t control,
                                      float* grad_net) {
  const std::int32_t a = control / blocks.control_cols, b = control % blocks.control_cols;
  const std::int32_t last_cell = blocks.control_rows - 4;
  const std::int32_t end = blocks.segments_of_cell[(a < last_cell ? a : last_cell) + 1];
  float x = 0, y = 0;
  for (std::int32_t s = blocks.segments_of_cell[a > 3 ? a - 3 : 0]; s < end; ++s) {
    const std::int32_t slot = (a - blocks.segment[s].first) * blocks.control_cols + b;
    for (std::int32_t chunk = 0; chunk < blocks.chunks; ++chunk) {
      const float* from = partials + (static_cast<std::int64_t>(s) * blocks.chunks + chunk) * partialSize(blocks);
      x += from[2 * slot];
      y += from[2 * slot + 1];
    }
  }
  grad_net[2 * control] = x;
  grad_net[2 * control + 1] = y;
}

// One thread's share of the blocks' costs, the threads' sums by addCosts.
PLATEN_TAPS_INLINE double gatherCosts(const FusedBlocks& blocks, const double* costs, int thread) {
  double sum = 0;
  for (std::int32_t block = thread; block < blocks.segments * blocks.chunks; block += kBlockThreads) {
    sum += costs[block];
  }
  return sum;
}

}  // namespace platen::sampling
