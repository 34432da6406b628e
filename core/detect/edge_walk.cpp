#include "core/detect/edge_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace platen::detect {

double normalAngleOf(Vec2 along) {
  return std::atan2(along.x, -along.y);
}

WalkedEdge straightOn(const EdgeField& field, Vec2 from, Vec2 along) {
  constexpr int kOff = 4, kOffAtFirst = 2;  // mask pixels
  constexpr std::size_t kWidth = 2 * kOff + 1;
  constexpr double kChange = 0.35;  // cost of a step aside
  constexpr double kSeen = 0.3;     // of an edge, where it ends
  constexpr double kMeanEdge = 0.85;
  constexpr double kNever = -1e9;
  const Vec2 across{-along.y, along.x};
  const double normal = normalAngleOf(along);
  const auto place = [&](std::size_t step, std::size_t w) {
    return from + along * static_cast<double>(step) + across * (static_cast<double>(w) - kOff);
  };
  std::vector<std::array<double, kWidth>> gain(kLongestWalk);
  std::vector<std::array<std::size_t, kWidth>> came(kLongestWalk);
  std::array<double, kWidth> total{};
  std::size_t steps = 0;
  std::size_t end = 0;
  for (std::size_t step = 0; step < gain.size(); ++step) {
    std::array<double, kWidth> next{};
    for (std::size_t w = 0; w < kWidth; ++w) {
      gain[step][w] = field.edgeAt(place(step, w), normal, kAgreeAlong);
      double most = kNever;
      if (step == 0) {
        most = w + kOffAtFirst >= kOff && w <= kOff + kOffAtFirst ? 0 : kNever;
      }
      for (std::size_t v = w - std::min<std::size_t>(w, 1); step > 0 && v <= std::min(w + 1, kWidth - 1); ++v) {
        const double before = total[v] - (v == w ? 0 : kChange);
        if (before > most) {
          most = before;
          came[step][w] = v;
        }
      }
      next[w] = most + gain[step][w];
    }
    total = next;
    const auto best = static_cast<std::size_t>(std::max_element(total.begin(), total.end()) - total.begin());
    if (total[best] >= kMeanEdge * static_cast<double>(step + 1) && gain[step][best] > kSeen) {
      steps = step + 1;
      end = best;
    }
  }
  WalkedEdge edge{std::vector<Vec2>(steps), std::vector<double>(steps)};
  for (std::size_t step = steps; step-- > 0;) {
    edge.points[step] = place(step, end);
    edge.edge[step] = gain[step][end];
    end = came[step][end];
  }
  return edge;
}

}  // namespace platen::detect
