#include "core/pipeline/column_weights.h"

#include <algorithm>
#include <cstddef>

namespace platen::pipeline {
namespace {

// n columns of one cell.
void blend(const std::array<const double*, 4>& w, const Vec2* controls, Vec2 origin, int n, float* x, float* y) {
  const Vec2 c0 = controls[0], c1 = controls[1], c2 = controls[2], c3 = controls[3];
  for (int k = 0; k < n; ++k) {
    x[k] = static_cast<float>(w[0][k] * c0.x + w[1][k] * c1.x + w[2][k] * c2.x + w[3][k] * c3.x - origin.x);
  }
  for (int k = 0; k < n; ++k) {
    y[k] = static_cast<float>(w[0][k] * c0.y + w[1][k] * c1.y + w[2][k] * c2.y + w[3][k] * c3.y - origin.y);
  }
}

}  // namespace

SplineWeights splineWeights(double t, int cells) {
  const double at = std::clamp(t, 0.0, 1.0) * cells;
  SplineWeights b;
  b.cell = std::min(static_cast<int>(at), cells - 1);
  const double x = at - b.cell;
  const double y = 1 - x;
  b.w = {y * y * y / 6, (3 * x * x * x - 6 * x * x + 4) / 6, (3 * y * y * y - 6 * y * y + 4) / 6, x * x * x / 6};
  return b;
}

void weighColumns(int first, int count, int across, int cells, ColumnWeights& weights) {
  const double step = 1.0 / static_cast<double>(across);
  weights.cell.resize(static_cast<std::size_t>(count));
  for (auto& w : weights.w) {
    w.resize(static_cast<std::size_t>(count));
  }
  for (std::size_t k = 0; k < weights.cell.size(); ++k) {
    const SplineWeights b = splineWeights((first + static_cast<int>(k) + 0.5) * step, cells);
    weights.cell[k] = b.cell;
    for (std::size_t a = 0; a < 4; ++a) {
      weights.w[a][k] = b.w[a];
    }
  }
}

void blendColumns(const ColumnPart& columns, const Vec2* row, Vec2 origin, float* x, float* y) {
  const int* cells = columns.of->cell.data() + columns.first;
  for (int k = 0, end = 0; k < columns.count; k = end) {
    while (end < columns.count && cells[end] == cells[k]) {
      ++end;
    }
    std::array<const double*, 4> w{};
    std::transform(columns.of->w.begin(), columns.of->w.end(), w.begin(),
                   [&](const std::vector<double>& all) { return all.data() + columns.first + k; });
    blend(w, row + cells[k], origin, end - k, x + k, y + k);
  }
}

}  // namespace platen::pipeline
