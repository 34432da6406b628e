// Edges that are followed from a point: where a side of a sheet goes on beyond what the mask has of it.
//
// Points are mask indices (page_mask.h).
#pragma once

#include "core/detect/edge_field.h"
#include "core/geometry.h"

#include <vector>

namespace platen::detect {

// An edge that was followed, a point for each mask pixel.
struct WalkedEdge {
  std::vector<Vec2> points;
  std::vector<double> edge;  // 0..1
};

inline constexpr int kLongestWalk = 120;   // mask pixels
inline constexpr double kAgreeAlong = 24;  // degrees between an edge and the way along it

// Radians, of an edge that runs along.
double normalAngleOf(Vec2 along);

// The path of most edge that begins at a point and goes on in a direction (a unit vector), which it may leave by four
// pixels, as far as there is an edge: dynamic programming over the steps along it.
WalkedEdge straightOn(const EdgeField& field, Vec2 from, Vec2 along);

}  // namespace platen::detect
