#include "core/page_cues.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace platen {
namespace {

// The vector from the nearest point of a piece a..b to p.
Vec2 offPiece(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 run = b - a;
  const double length2 = dot(run, run);
  const double t = length2 > 0 ? std::clamp(dot(p - a, run) / length2, 0.0, 1.0) : 0;
  return p - (a + run * t);
}

// Whether the line comes that near to p, in about the direction.
bool passes(const Polyline& line, Vec2 p, Vec2 along) {
  constexpr double kNear = 4;        // work_px
  constexpr double kAlike = 0.9659;  // cosine of 15 degrees
  for (std::size_t k = 1; k < line.size(); ++k) {
    const Vec2 off = offPiece(p, line[k - 1], line[k]);
    const Vec2 run = line[k] - line[k - 1];
    if (dot(off, off) < kNear * kNear && std::abs(dot(run, along)) >= kAlike * norm(run) * norm(along)) {
      return true;
    }
  }
  return false;
}

struct Place {
  Vec2 at;     // work_px
  Vec2 along;  // of any length
};

std::vector<Place> placesOn(const Polyline& line) {
  constexpr double kStep = 6;  // work_px
  std::vector<Place> places;
  for (std::size_t k = 1; k < line.size(); ++k) {
    const Vec2 run = line[k] - line[k - 1];
    const int steps = std::max(1, static_cast<int>(norm(run) / kStep));
    for (int step = 0; step < steps; ++step) {
      places.push_back({line[k - 1] + run * ((step + 0.5) / steps), run});
    }
  }
  return places;
}

bool liesOn(const std::vector<Place>& places, const PrintedRule& rule) {
  constexpr double kMayMiss = 0.1;
  double left = kMayMiss * static_cast<double>(places.size());
  return std::all_of(places.begin(), places.end(), [&](const Place& place) {
    return passes(rule.points, place.at, place.along) || (left -= 1) >= 0;
  });
}

}  // namespace

SideKind turned(SideKind kind, int quarter_turns) {
  constexpr std::array kClockwise{SideKind::top, SideKind::right, SideKind::bottom, SideKind::left};
  const auto* const at = std::find(kClockwise.begin(), kClockwise.end(), kind);
  return kClockwise[static_cast<std::size_t>((at - kClockwise.begin()) + quarter_turns) % kClockwise.size()];
}

std::vector<PrintedRule> rulesNotFollowed(const PageCues& cues) {
  std::vector<PrintedRule> left;
  std::copy_if(cues.rules.begin(), cues.rules.end(), std::back_inserter(left), [&](const PrintedRule& piece) {
    const std::vector<Place> places = placesOn(piece.points);
    return std::none_of(cues.followed_rules.begin(), cues.followed_rules.end(),
                        [&](const PrintedRule& rule) { return liesOn(places, rule); });
  });
  return left;
}

}  // namespace platen
