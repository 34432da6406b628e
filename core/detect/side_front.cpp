#include "core/detect/side_front.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace platen::detect {
namespace {

// The end of a side, as a straight line.
struct End {
  Vec2 point;      // its last place
  Vec2 direction;  // unit, off the side
  bool is_of_straight_side = false;
};

// The line of least squares through places, the first of which is the side's last.
struct Line {
  Vec2 mean, along;  // along: unit, towards the first place
  [[nodiscard]] double off(Vec2 p) const { return std::abs(cross(along, p - mean)); }
};

Line lineThrough(const std::vector<Vec2>& places) {
  Line line;
  for (const Vec2 p : places) {
    line.mean = line.mean + p / static_cast<double>(places.size());
  }
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (const Vec2 p : places) {
    const Vec2 d = p - line.mean;
    xx += d.x * d.x;
    xy += d.x * d.y;
    yy += d.y * d.y;
  }
  const double angle = std::atan2(2 * xy, xx - yy) / 2;
  line.along = {std::cos(angle), std::sin(angle)};
  if (dot(line.along, places.front() - line.mean) < 0) {
    line.along = line.along * -1.0;
  }
  return line;
}

// The line that nearly all places lie on, found by leaving out what lies off it; nothing where they bend.
std::optional<Line> lineOfMost(const std::vector<Vec2>& places) {
  constexpr double kNear = 1.5;       // mask pixels
  constexpr double kNearlyAll = 0.7;  // of the places
  Line line = lineThrough(places);
  std::vector<Vec2> near;
  for (const double reach : {3 * kNear, 2 * kNear, kNear}) {
    near.clear();
    std::ranges::copy_if(places, std::back_inserter(near), [&](Vec2 p) { return line.off(p) < reach; });
    if (static_cast<double>(near.size()) < kNearlyAll * static_cast<double>(places.size())) {
      return std::nullopt;
    }
    line = lineThrough(near);
  }
  return line;
}

std::optional<End> endOf(const std::vector<cv::Point2d>& side, bool at_front) {
  constexpr double kHalf = 0.5;    // of the side, where it is straight: the bar's print may draw its last part aside
  constexpr double kPart = 0.15;   // else
  constexpr double kStraight = 2;  // mask pixels
  constexpr std::size_t kFewest = 6;
  const auto lastPlaces = [&](double part) {
    std::vector<Vec2> places;
    const auto count = std::max(kFewest, static_cast<std::size_t>(part * static_cast<double>(side.size())));
    for (std::size_t k = 0; k < std::min(count, side.size()); ++k) {
      const cv::Point2d& p = at_front ? side[k] : side[side.size() - 1 - k];
      places.push_back({p.x, p.y});
    }
    return places;
  };
  if (side.size() < kFewest) {
    return std::nullopt;
  }
  const auto endAlong = [](const Line& line, Vec2 last) {
    return End{line.mean + line.along * dot(line.along, last - line.mean), line.along, false};
  };
  const std::vector<Vec2> half = lastPlaces(kHalf);
  if (const std::optional<Line> line = lineOfMost(half)) {
    End end = endAlong(*line, half.front());
    end.is_of_straight_side = true;
    return end;
  }
  const std::vector<Vec2> part = lastPlaces(kPart);
  const Line line = lineThrough(part);
  if (std::ranges::any_of(part, [&](Vec2 p) { return line.off(p) > kStraight; })) {
    return std::nullopt;
  }
  return endAlong(line, part.front());
}

// Where a side would meet another one; its own end where they are nearly parallel or meet far away.
Vec2 cornerOf(const End& side, const End& other) {
  constexpr double kNear = 14;  // mask pixels
  const double det = cross(side.direction, other.direction);
  if (std::abs(det) < 0.5) {
    return side.point;
  }
  const Vec2 corner = side.point + side.direction * (cross(other.point - side.point, other.direction) / det);
  return norm(corner - side.point) < kNear ? corner : side.point;
}

const RoughSide* sideOf(const PageMask& sheet, SideKind kind) {
  const auto found =
      std::find_if(sheet.sides.begin(), sheet.sides.end(), [&](const RoughSide& side) { return side.kind == kind; });
  return found == sheet.sides.end() ? nullptr : &*found;
}

// As far as an edge from near a corner leads where the side does: beside a bar its shadow has an edge, too.
void endWhereItTurns(WalkedEdge& edge, Vec2 corner, Vec2 direction) {
  constexpr double kOff = 3;      // mask pixels,
  constexpr double kTurn = 0.07;  // and of the way
  const auto turned = std::ranges::find_if(edge.points, [&](Vec2 p) {
    const Vec2 way = p - corner;
    return std::abs(cross(direction, way)) >= kOff + kTurn * norm(way);
  });
  edge.edge.resize(static_cast<std::size_t>(turned - edge.points.begin()));
  edge.points.erase(turned, edge.points.end());
}

// The longest edge from near a corner on, nearly straight on.
WalkedEdge goesOn(const EdgeField& field, Vec2 corner, Vec2 direction) {
  constexpr std::array<double, 3> kTurns{0, -0.07, 0.07};  // radians
  constexpr std::array<double, 3> kAside{0, -2.5, 2.5};    // mask pixels
  WalkedEdge longest;
  for (const double turn : kTurns) {
    const Vec2 along{direction.x - turn * direction.y, direction.y + turn * direction.x};
    for (const double aside : kAside) {
      WalkedEdge edge = straightOn(field, corner + Vec2{-direction.y, direction.x} * aside, along / norm(along));
      endWhereItTurns(edge, corner, direction);
      if (edge.points.size() > longest.points.size()) {
        longest = std::move(edge);
      }
    }
  }
  return longest;
}

// The edge along a straight line, as far as there is one.
WalkedEdge alongRuler(const EdgeField& field, Vec2 corner, Vec2 direction) {
  constexpr double kMeanEdge = 0.85;
  constexpr double kSeen = 0.3;
  const Vec2 across{-direction.y, direction.x};
  const double normal = normalAngleOf(direction);
  WalkedEdge edge;
  double sum = 0;
  std::size_t seen = 0;
  for (int step = 0; step < kLongestWalk; ++step) {
    const Vec2 p = corner + direction * static_cast<double>(step);
    double most = 0;
    for (const double off : {-1.5, 0.0, 1.5}) {  // mask pixels
      most = std::max(most, field.edgeAt(p + across * off, normal, kAgreeAlong));
    }
    edge.points.push_back(p);
    edge.edge.push_back(most);
    sum += most;
    if (most > kSeen && sum >= kMeanEdge * static_cast<double>(edge.points.size())) {
      seen = edge.points.size();
    }
  }
  edge.points.resize(seen);
  edge.edge.resize(seen);
  return edge;
}

// A straight side goes on straight, if there is an edge about as far as along any other way: a walk strays into
// shadows.
WalkedEdge continuationOf(const EdgeField& field, Vec2 corner, const End& end) {
  constexpr double kAsFar = 0.75;
  WalkedEdge walk = goesOn(field, corner, end.direction);
  if (end.is_of_straight_side) {
    WalkedEdge straight = alongRuler(field, corner, end.direction);
    if (static_cast<double>(straight.points.size()) >= kAsFar * static_cast<double>(walk.points.size())) {
      return straight;
    }
  }
  return walk;
}

// A side's front, and the ends of the sides beside it.
struct FrontAndEnds {
  SideFront front;
  std::array<End, 2> ends;
};

std::optional<FrontAndEnds> frontAndEndsOf(const PageMask& sheet, SideKind kind) {
  const bool is_level = kind == SideKind::top || kind == SideKind::bottom;
  const bool at_front = kind == SideKind::top || kind == SideKind::left;
  const RoughSide* side = sideOf(sheet, kind);
  const std::array<const RoughSide*, 2> beside{sideOf(sheet, is_level ? SideKind::left : SideKind::top),
                                               sideOf(sheet, is_level ? SideKind::right : SideKind::bottom)};
  if (side == nullptr || beside[0] == nullptr || beside[1] == nullptr) {
    return std::nullopt;
  }
  FrontAndEnds found;
  for (std::size_t k = 0; k < 2; ++k) {
    const std::optional<End> along = endOf(beside[k]->points, at_front);
    const std::optional<End> across = endOf(side->points, k == 0);
    if (!along || !across) {
      return std::nullopt;
    }
    found.front.corners[k] = cornerOf(*along, *across);
    found.front.directions[k] = along->direction;
    found.ends[k] = *along;
  }
  for (const cv::Point2d& p : side->points) {
    found.front.side.push_back({p.x, p.y});
  }
  return found;
}

}  // namespace

std::optional<SideFront> frontOf(const PageMask& sheet, SideKind kind) {
  std::optional<FrontAndEnds> found = frontAndEndsOf(sheet, kind);
  return found ? std::optional(std::move(found->front)) : std::nullopt;
}

std::optional<FollowedFront> followedFrontOf(const EdgeField& field,
                                             const PageMask& sheet,
                                             SideKind kind,
                                             std::size_t shortest) {
  std::optional<FrontAndEnds> found = frontAndEndsOf(sheet, kind);
  if (!found) {
    return std::nullopt;
  }
  FollowedFront followed{std::move(found->front), {}};
  for (std::size_t k = 0; k < 2; ++k) {
    followed.beside[k] = continuationOf(field, followed.corners[k], found->ends[k]);
    if (followed.beside[k].points.size() <= shortest) {
      return std::nullopt;
    }
  }
  return followed;
}

}  // namespace platen::detect
