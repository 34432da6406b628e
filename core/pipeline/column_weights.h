// The warp's spline along the rows of a page: what each column takes of which controls, and those controls blended for
// a whole row of columns. Uniform cubic B-splines (core/warp_grid.h); sums of doubles in one order, so that the same
// columns give the same floats whatever the run they are in.
#pragma once

#include "core/geometry.h"

#include <array>
#include <vector>

namespace platen::pipeline {

// Of the four controls from `cell` on.
struct SplineWeights {
  int cell = 0;
  std::array<double, 4> w{};
};
// At page coordinate t, cut to [0, 1], over the given number of cells.
SplineWeights splineWeights(double t, int cells);

// Of each column: the first of its four controls, and their weights.
struct ColumnWeights {
  std::vector<int> cell;
  std::array<std::vector<double>, 4> w;
};
// At the centres of columns [first, first + count) of the `across` columns of the page.
void weighColumns(int first, int count, int across, int cells, ColumnWeights& weights);

struct ColumnPart {
  const ColumnWeights* of = nullptr;
  int first = 0, count = 0;
};
// `row`: the net's controls of one row. x and y get `columns.count` coordinates relative to `origin`.
void blendColumns(const ColumnPart& columns, const Vec2* row, Vec2 origin, float* x, float* y);

}  // namespace platen::pipeline
