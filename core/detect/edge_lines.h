// Straight lines of most edge, by a Hough transform (Duda and Hart 1972) in which every pixel votes for the lines near
// its own direction only, weighted by how much of an edge it is (edge_field.h). What the lines are is not said here.
//
// Places on lines are relative to the middle of the scene: mask indices less half its size.
#pragma once

#include "core/detect/edge_field.h"
#include "core/geometry.h"

#include <optional>
#include <vector>

namespace platen::detect {

// All points p with dot(p, normal) = offset.
struct EdgeLine {
  double angle = 0;   // of the normal, radians
  double offset = 0;  // pixels
  double votes = 0;
  Vec2 normal, along;
};

// Lines whose normal is within 32 degrees of `base` (radians), the strongest first; at most 36.
std::vector<EdgeLine> strongestLines(const EdgeField& field, double base);

// None where they are nearly parallel.
std::optional<Vec2> crossing(const EdgeLine& a, const EdgeLine& b);

// How much edge a line has between two of its places, quickly for many pairs of them.
class LineSupport {
 public:
  LineSupport(const EdgeField& field, const EdgeLine& line);

  struct Share {
    double shown = 0;  // of the stretch, inside the photo
    double edge = 0;   // of what is shown, has an edge; mean
  };
  // From a to b, in any order, as dot(p, line.along).
  [[nodiscard]] Share between(double a, double b) const;

 private:
  int reach_;
  std::vector<double> edge_sum_, shown_sum_;  // running sums from -reach_ on
};

}  // namespace platen::detect
