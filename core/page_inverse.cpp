#include "core/page_inverse.h"

#include <algorithm>
#include <limits>

namespace platen {
namespace {

constexpr int kMostSteps = 30;
constexpr double kSettled = 1e-4;             // source_px
constexpr double kFolds = 0.01;               // of the determinant in the page's middle
constexpr double kFarthest = 0.5;             // page_uv beyond the page that a step may lead to at least
constexpr double kShortestShare = 1. / 1024;  // of a Newton step

Vec2 nearestSample(const WarpGrid& grid, Vec2 source_px) {
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
  return uv;
}

}  // namespace

std::optional<Vec2> pageFromSource(const WarpGrid& grid, Vec2 source_px, double margin) {
  return grid.empty() ? std::nullopt : pageFromSource(grid, splineNet(grid), source_px, margin);
}

std::optional<Vec2> pageFromSource(const WarpGrid& grid, const SplineNet& net, Vec2 source_px, double margin) {
  const std::optional<Vec2> uv =
      pageFromSourceNear(net, source_px, nearestSample(grid, source_px), std::max(kFarthest, 2 * margin));
  const bool inside = uv && uv->x >= -margin && uv->y >= -margin && uv->x <= 1 + margin && uv->y <= 1 + margin;
  return inside ? uv : std::nullopt;
}

std::optional<Vec2> pageFromSourceNear(const SplineNet& net, Vec2 source_px, Vec2 start, double farthest) {
  const WarpJet middle = warpJet(net, {0.5, 0.5});
  const double least_determinant = kFolds * cross(middle.du, middle.dv);
  Vec2 uv = start;
  WarpJet jet = warpJet(net, uv);
  for (int step = 0; step < kMostSteps; ++step) {
    const double determinant = cross(jet.du, jet.dv);
    if (!(determinant > least_determinant)) {
      return std::nullopt;
    }
    const Vec2 off = source_px - jet.point;
    if (norm(off) < kSettled) {
      return uv;
    }
    const Vec2 by{cross(off, jet.dv) / determinant, cross(jet.du, off) / determinant};
    Vec2 next;
    WarpJet there;
    double share = 1;
    do {
      next = uv + by * share;
      next = {std::clamp(next.x, -farthest, 1 + farthest), std::clamp(next.y, -farthest, 1 + farthest)};
      there = warpJet(net, next);
      share /= 2;
    } while (share > kShortestShare && !(norm(source_px - there.point) < norm(off)));
    uv = next;
    jet = there;
  }
  return std::nullopt;
}

}  // namespace platen
