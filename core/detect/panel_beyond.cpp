#include "core/detect/panel_beyond.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace platen::detect {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kTurnStep = 2 * kDegree;
constexpr int kTurns = 14;           // to either hand: a side turns by 28 degrees at a crease, at most
constexpr double kSkew = 1.5;        // one side of a panel may be so much longer, by perspective
constexpr double kEdgeBehind = 0.7;  // mean, of the edge that closes a panel

Vec2 turned(Vec2 direction, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {direction.x * c - direction.y * s, direction.x * s + direction.y * c};
}

// On along an edge, and on where that leads.
WalkedEdge onAndOn(const EdgeField& field, Vec2 from, Vec2 along) {
  constexpr std::size_t kMostTimes = 4;
  constexpr std::size_t kAim = 50;     // mask pixels that tell the way on
  constexpr std::size_t kNearEnd = 4;  // a walk that ended there ended because it was long enough
  WalkedEdge edge = straightOn(field, from, along);
  for (std::size_t time = 1; time < kMostTimes && edge.points.size() + kNearEnd > time * kLongestWalk; ++time) {
    const Vec2 last = edge.points.back();
    const Vec2 way = last - edge.points[edge.points.size() - kAim];
    const WalkedEdge more = straightOn(field, last, way / std::max(1e-9, norm(way)));
    edge.points.insert(edge.points.end(), more.points.begin(), more.points.end());
    edge.edge.insert(edge.edge.end(), more.edge.begin(), more.edge.end());
  }
  return edge;
}

// The longest few that are not one edge, begun a little beside, the longest first.
std::vector<WalkedEdge> longestOf(std::vector<WalkedEdge> all) {
  constexpr std::size_t kMostWays = 4;
  constexpr double kApart = 5;  // mask pixels
  std::ranges::stable_sort(all,
                           [](const WalkedEdge& a, const WalkedEdge& b) { return a.points.size() > b.points.size(); });
  std::vector<WalkedEdge> ways;
  for (WalkedEdge& edge : all) {
    const bool is_known = std::ranges::any_of(ways, [&](const WalkedEdge& way) {
      const std::size_t k = edge.points.size() - 1;  // the others are as long
      return norm(way.points[k] - edge.points[k]) < kApart;
    });
    if (!is_known && ways.size() < kMostWays) {
      ways.push_back(std::move(edge));
    }
  }
  return ways;
}

// The edges that lead on from a corner.
std::vector<WalkedEdge> waysFrom(const EdgeField& field, Vec2 corner, Vec2 direction, double shortest) {
  constexpr std::array<double, 3> kAside{0, -3.0, 3.0};  // mask pixels: a corner is not that sharp
  std::vector<WalkedEdge> all;
  for (int k = -kTurns; k <= kTurns; ++k) {
    const Vec2 along = turned(direction, k * kTurnStep);
    for (const double aside : kAside) {
      WalkedEdge edge = onAndOn(field, corner + Vec2{-along.y, along.x} * aside, along);
      if (static_cast<double>(edge.points.size()) >= shortest) {
        all.push_back(std::move(edge));
      }
    }
  }
  return longestOf(std::move(all));
}

// How much edge there is along a straight line, two pixels to either side counted.
double edgeBetween(const EdgeField& field, Vec2 a, Vec2 b, int looks) {
  const Vec2 along = b - a;
  const Vec2 across = Vec2{-along.y, along.x} / std::max(1e-9, norm(along));
  const double normal = normalAngleOf(along);
  double sum = 0;
  for (int k = 1; k <= looks; ++k) {
    const Vec2 p = a + along * (k / (looks + 1.0));
    double most = 0;
    for (int off = -2; off <= 2; ++off) {
      most = std::max(most, field.edgeAt(p + across * off, normal, kAgreeAlong));
    }
    sum += most;
  }
  return sum / looks;
}

// Between two edges that lead on from the crease's ends: up to where most of an edge closes it, farther off where two
// creases do.
std::optional<Panel> panelBetween(const EdgeField& field,
                                  const WalkedEdge& one,
                                  const WalkedEdge& two,
                                  std::size_t shortest) {
  constexpr std::size_t kStep = 3;  // mask pixels
  constexpr int kFewLooks = 12, kLooks = 60;
  constexpr double kFewMiss = 0.1;
  constexpr double kDeep = 0.3;  // of edge: the farthest places
  struct Close {
    std::size_t a = 0, b = 0;
    double edge = 0, worth = 0;
  };
  Close best;
  const auto deepest = static_cast<double>(std::max(one.points.size(), two.points.size()));
  for (std::size_t a = shortest; a < one.points.size(); a += kStep) {
    const auto least = std::max(shortest, static_cast<std::size_t>(static_cast<double>(a) / kSkew));
    const auto most = static_cast<std::size_t>(static_cast<double>(a) * kSkew);
    for (std::size_t b = least; b < std::min(most, two.points.size()); b += kStep) {
      if (edgeBetween(field, one.points[a], two.points[b], kFewLooks) < kEdgeBehind - kFewMiss) {
        continue;
      }
      const double edge = edgeBetween(field, one.points[a], two.points[b], kLooks);
      const double worth = edge + kDeep * static_cast<double>(a + b) / (2 * deepest);
      if (edge >= kEdgeBehind && worth > best.worth) {
        best = {a, b, edge, worth};
      }
    }
  }
  if (best.worth == 0) {
    return std::nullopt;
  }
  const auto upTo = [](const WalkedEdge& edge, std::size_t last) {
    return std::vector<Vec2>(edge.points.begin(), edge.points.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  };
  return Panel{{upTo(one, best.a), upTo(two, best.b)}, best.edge};
}

// The same where something lies on the corner, a thumb that holds the paper: from a little farther on.
std::vector<WalkedEdge> waysBehind(const EdgeField& field, Vec2 corner, Vec2 direction, double shortest) {
  constexpr std::array<int, 3> kBehind{15, 30, 45};  // mask pixels
  std::vector<WalkedEdge> ways;
  for (int k = -kTurns; k <= kTurns; ++k) {
    const Vec2 along = turned(direction, k * kTurnStep);
    for (const int behind : kBehind) {
      const WalkedEdge edge = onAndOn(field, corner + along * static_cast<double>(behind), along);
      if (static_cast<double>(edge.points.size()) + behind < shortest + kBehind.back()) {
        continue;
      }
      WalkedEdge way;
      for (int step = 0; step < behind; ++step) {
        way.points.push_back(corner + (edge.points.front() - corner) * (static_cast<double>(step) / behind));
        way.edge.push_back(0);
      }
      way.points.insert(way.points.end(), edge.points.begin(), edge.points.end());
      way.edge.insert(way.edge.end(), edge.edge.begin(), edge.edge.end());
      ways.push_back(std::move(way));
      break;
    }
  }
  return longestOf(std::move(ways));
}

}  // namespace

std::optional<Panel> panelBeyond(const EdgeField& field, const SideFront& front, double shortest) {
  std::vector<WalkedEdge> from_first = waysFrom(field, front.corners[0], front.directions[0], shortest);
  std::vector<WalkedEdge> from_second = waysFrom(field, front.corners[1], front.directions[1], shortest);
  if (from_first.empty() && from_second.empty()) {
    return std::nullopt;
  }
  if (from_first.empty()) {
    from_first = waysBehind(field, front.corners[0], front.directions[0], shortest);
  } else if (from_second.empty()) {
    from_second = waysBehind(field, front.corners[1], front.directions[1], shortest);
  }
  std::optional<Panel> best;
  for (const WalkedEdge& two : from_second) {
    for (const WalkedEdge& one : from_first) {
      std::optional<Panel> panel = panelBetween(field, one, two, static_cast<std::size_t>(shortest));
      if (panel && (!best || panel->edgeInAll() > best->edgeInAll())) {
        best = std::move(panel);
      }
    }
  }
  return best;
}

}  // namespace platen::detect
