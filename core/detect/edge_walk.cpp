#include "core/detect/edge_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace platen::detect {

double normalOf(Vec2 along) {
  return std::atan2(along.x, -along.y);
}

// The path of most edge that begins at a point and goes on in a direction, which it may leave by so much, as far as
// there is an edge: dynamic programming over the steps along it.
Edge straightOn(const EdgeField& field, Vec2 from, Vec2 along) {
  constexpr int kOff = 4, kOffAtFirst = 2;  // mask pixels
  constexpr std::size_t kWidth = 2 * kOff + 1;
  constexpr double kChange = 0.35;  // cost of a step aside
  constexpr double kSeen = 0.3;     // of an edge, where it ends
  constexpr double kMeanEdge = 0.85;
  constexpr double kNever = -1e9;
  const Vec2 across{-along.y, along.x};
  const double normal = normalOf(along);
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
  Edge edge{std::vector<Vec2>(steps), std::vector<double>(steps)};
  for (std::size_t step = steps; step-- > 0;) {
    edge.points[step] = place(step, end);
    edge.edge[step] = gain[step][end];
    end = came[step][end];
  }
  return edge;
}

// Along a straight line, a pixel to either side counted.
Edge straightTo(const EdgeField& field, Vec2 from, Vec2 to) {
  const double length = norm(to - from);
  const Vec2 along = (to - from) / length;
  const Vec2 across{-along.y, along.x};
  const double normal = normalOf(along);
  Edge edge;
  for (int step = 1; step <= static_cast<int>(length); ++step) {
    const Vec2 p = from + along * static_cast<double>(step);
    edge.points.push_back(p);
    edge.edge.push_back(std::max({field.edgeAt(p, normal, kAgreeAlong), field.edgeAt(p + across, normal, kAgreeAlong),
                                  field.edgeAt(p - across, normal, kAgreeAlong)}));
  }
  return edge;
}

// How much of an edge it is, for how long it is.
double worthOf(const Edge& edge) {
  constexpr double kWorth = 0.6;  // an edge less than this is worth nothing
  double worth = 0;
  for (const double e : edge.edge) {
    worth += e - kWorth;
  }
  return worth;
}

double meanOf(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) {
    sum += v;
  }
  return sum / static_cast<double>(values.size());
}

}  // namespace platen::detect
