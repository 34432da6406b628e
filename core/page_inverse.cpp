#include "core/page_inverse.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace platen {
namespace {

constexpr int kMostSteps = 20;
constexpr double kSettled = 1e-4;  // source_px
constexpr double kFarthest = 0.5;  // page_uv beyond the page that a step may lead to at least

}  // namespace

std::optional<Vec2> pageFromSource(const WarpGrid& grid, Vec2 source_px, double margin) {
  return grid.empty() ? std::nullopt : pageFromSource(grid, splineNet(grid), source_px, margin);
}

std::optional<Vec2> pageFromSource(const WarpGrid& grid, const SplineNet& net, Vec2 source_px, double margin) {
  double nearest = std::numeric_limits<double>::infinity();
  Vec2 uv;
  for (int i = 0; i < grid.rows; ++i) {
    for (int j = 0; j < grid.cols; ++j) {
      if (const double away = norm(grid.at(i, j) - source_px); away < nearest) {
        nearest = away;
        uv = {static_cast<double>(j) / (grid.cols - 1), static_cast<double>(i) / (grid.rows - 1)};
      }
    }
  }
  const double farthest = std::max(kFarthest, 2 * margin);
  WarpJet jet = warpJet(net, uv);
  for (int step = 0; step < kMostSteps; ++step) {
    const Vec2 off = source_px - jet.point;
    if (norm(off) < kSettled) {
      const bool inside = uv.x >= -margin && uv.y >= -margin && uv.x <= 1 + margin && uv.y <= 1 + margin;
      return inside ? std::optional(uv) : std::nullopt;
    }
    const double determinant = cross(jet.du, jet.dv);
    if (!(std::abs(determinant) > 1e-9)) {
      return std::nullopt;
    }
    const Vec2 by{cross(off, jet.dv) / determinant, cross(jet.du, off) / determinant};
    // A whole step may fold back: halve it until it comes nearer.
    double share = 1;
    Vec2 next = uv;
    WarpJet there = jet;
    do {
      next = uv + by * share;
      next = {std::clamp(next.x, -farthest, 1 + farthest), std::clamp(next.y, -farthest, 1 + farthest)};
      there = warpJet(net, next);
      share /= 2;
    } while (share > 1e-3 && !(norm(source_px - there.point) < norm(off)));
    uv = next;
    jet = there;
  }
  return std::nullopt;
}

}  // namespace platen
