#include "core/warp_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace platen {
namespace {

// Coefficients of the interpolating uniform cubic B-spline of n >= 2 samples with natural ends: c[k-1] + 4 c[k] +
// c[k+1] = 6 f[k], and c[-1] - 2 c[0] + c[1] = 0 at the left end gives c[0] = f[0] (same at the right). Thomas
// algorithm for the inner unknowns. `out` has n + 2 entries; entry k + 1 belongs to sample k.
void prefilter(const std::vector<Vec2>& f, std::vector<Vec2>& out) {
  const std::size_t n = f.size();
  out.assign(n + 2, {});
  out[1] = f[0];
  out[n] = f[n - 1];
  if (n > 2) {
    std::vector<double> upper(n - 2);
    double diag = 4;
    out[2] = (6 * f[1] - f[0]) / diag;
    for (std::size_t k = 1; k + 2 < n; ++k) {
      upper[k - 1] = 1 / diag;
      diag = 4 - upper[k - 1];
      const Vec2 right = k + 3 == n ? 6 * f[k + 1] - f[n - 1] : 6 * f[k + 1];
      out[k + 2] = (right - out[k + 1]) / diag;
    }
    if (n == 3) {
      out[2] = (6 * f[1] - f[0] - f[2]) / 4;
    }
    for (std::size_t k = n - 2; k-- > 1;) {
      out[k + 1] = out[k + 1] - upper[k - 1] * out[k + 2];
    }
  }
  out[0] = 2 * out[1] - out[2];
  out[n + 1] = 2 * out[n] - out[n - 1];
}

struct Basis {
  int cell = 0;
  std::array<double, 4> w{}, dw{};
};

// Weights at `t` (in cells, 0..cells) inside; outside the position is clamped and `beyond` tells by how much.
Basis basisAt(double t, int cells, double& beyond) {
  const double clamped = t > 0 ? std::min(t, static_cast<double>(cells)) : 0.0;  // NaN comes out through `beyond`
  beyond = t - clamped;
  Basis b;
  b.cell = std::min(static_cast<int>(clamped), cells - 1);
  const double x = clamped - b.cell;
  const double y = 1 - x;
  b.w = {y * y * y / 6, (3 * x * x * x - 6 * x * x + 4) / 6, (3 * y * y * y - 6 * y * y + 4) / 6, x * x * x / 6};
  b.dw = {-y * y / 2, (3 * x * x - 4 * x) / 2, (4 * y - 3 * y * y) / 2, x * x / 2};
  return b;
}

}  // namespace

SplineNet splineNet(const WarpGrid& grid) {
  if (grid.rows < 2 || grid.cols < 2 ||
      grid.points.size() != static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.cols)) {
    throw std::invalid_argument("splineNet: a warp grid has at least 2 x 2 samples, and rows * cols points");
  }
  SplineNet net;
  net.rows = grid.rows + 2;
  net.cols = grid.cols + 2;
  const auto stride = static_cast<std::size_t>(net.cols);
  net.controls.resize(static_cast<std::size_t>(net.rows) * stride);
  std::vector<Vec2> line, filtered;
  std::vector<std::vector<Vec2>> along_rows(static_cast<std::size_t>(grid.rows));
  for (std::size_t i = 0; i < along_rows.size(); ++i) {
    const auto first = grid.points.begin() + static_cast<std::ptrdiff_t>(i) * grid.cols;
    line.assign(first, first + grid.cols);
    prefilter(line, along_rows[i]);
  }
  line.resize(along_rows.size());
  for (std::size_t j = 0; j < stride; ++j) {
    for (std::size_t i = 0; i < along_rows.size(); ++i) {
      line[i] = along_rows[i][j];
    }
    prefilter(line, filtered);
    for (std::size_t i = 0; i < filtered.size(); ++i) {
      net.controls[i * stride + j] = filtered[i];
    }
  }
  return net;
}

WarpJet warpJet(const SplineNet& net, Vec2 page_uv) {
  const int cells_u = net.cols - 3;
  const int cells_v = net.rows - 3;
  double beyond_u = 0;
  double beyond_v = 0;
  const Basis bu = basisAt(page_uv.x * cells_u, cells_u, beyond_u);
  const Basis bv = basisAt(page_uv.y * cells_v, cells_v, beyond_v);
  WarpJet jet;
  Vec2 twist;  // the mixed derivative, per cell
  for (std::size_t a = 0; a < 4; ++a) {
    Vec2 row;
    Vec2 row_du;
    for (std::size_t b = 0; b < 4; ++b) {
      const Vec2 c = net.controls[(static_cast<std::size_t>(bv.cell) + a) * static_cast<std::size_t>(net.cols) +
                                  static_cast<std::size_t>(bu.cell) + b];
      row = row + bu.w[b] * c;
      row_du = row_du + bu.dw[b] * c;
    }
    jet.point = jet.point + bv.w[a] * row;
    jet.du = jet.du + bv.w[a] * row_du;
    jet.dv = jet.dv + bv.dw[a] * row;
    twist = twist + bv.dw[a] * row_du;
  }
  // Linear in u and in v outside; the twist keeps the slope across a side continuous, and jets true there.
  jet.point = jet.point + beyond_u * jet.du + beyond_v * jet.dv + beyond_u * beyond_v * twist;
  const Vec2 du = jet.du + beyond_v * twist;
  const Vec2 dv = jet.dv + beyond_u * twist;
  jet.du = du * cells_u;
  jet.dv = dv * cells_v;
  return jet;
}

Vec2 sourceFromPage(const SplineNet& net, Vec2 page_uv) {
  return warpJet(net, page_uv).point;
}

WarpGrid subGrid(const WarpGrid& grid, const Box& page_uv, int rows, int cols) {
  const SplineNet net = splineNet(grid);
  WarpGrid part;
  part.rows = rows;
  part.cols = cols;
  part.points.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      part.points.push_back(sourceFromPage(
          net, {page_uv.x0 + page_uv.width() * j / (cols - 1), page_uv.y0 + page_uv.height() * i / (rows - 1)}));
    }
  }
  return part;
}

WarpGrid turned(const WarpGrid& grid, int quarter_turns) {
  WarpGrid now = grid;
  for (int turn = 0; turn < (quarter_turns & 3); ++turn) {
    WarpGrid next;
    next.rows = now.cols;
    next.cols = now.rows;
    next.points.resize(now.points.size());
    for (int i = 0; i < next.rows; ++i) {
      for (int j = 0; j < next.cols; ++j) {
        next.at(i, j) = now.at(now.rows - 1 - j, i);
      }
    }
    now = std::move(next);
  }
  return now;
}

WarpGrid identityGrid(Size source_px) {
  const double w = source_px.width;
  const double h = source_px.height;
  return {2, 2, {{0, 0}, {w, 0}, {0, h}, {w, h}}};
}

double minRelativeDeterminant(const SplineNet& net, int lattice) {
  std::vector<double> dets;
  dets.reserve(static_cast<std::size_t>(lattice) * static_cast<std::size_t>(lattice));
  for (int i = 0; i < lattice; ++i) {
    for (int j = 0; j < lattice; ++j) {
      const WarpJet jet = warpJet(net, {(j + 0.5) / lattice, (i + 0.5) / lattice});
      dets.push_back(cross(jet.du, jet.dv));
    }
  }
  const double least = *std::min_element(dets.begin(), dets.end());
  const auto middle = dets.begin() + static_cast<std::ptrdiff_t>(dets.size() / 2);
  std::nth_element(dets.begin(), middle, dets.end());
  return *middle != 0 ? least / std::abs(*middle) : -1;
}

}  // namespace platen
