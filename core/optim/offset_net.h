// The free form's unknowns: a uniform cubic B-spline net of offsets on top of the baked sheet. Indexing and maths are
// those of sampling/spline_grid.h; here the net has a name, and single points are asked for. Knows nothing of sheets or
// images.
//
// Frame: net_uv, (U, V) in [0,1] x [0,1] over the net's own rectangle (BaseMap::netFromSheet), offsets in work_px.
#pragma once

#include "core/geometry.h"
#include "core/optim/parameter_parts.h"

#include <cstddef>
#include <span>
#include <vector>

namespace platen::optim {

struct NetShape {
  int spans_u = 0;
  int spans_v = 0;
  [[nodiscard]] int cols() const { return spans_u + 3; }
  [[nodiscard]] int rows() const { return spans_v + 3; }
  // Entries of the flat control vector: row-major, x and y beside each other.
  [[nodiscard]] std::size_t size() const {
    return 2 * static_cast<std::size_t>(rows()) * static_cast<std::size_t>(cols());
  }
  friend bool operator==(const NetShape&, const NetShape&) = default;
};

struct OffsetNet {
  NetShape shape;
  std::vector<double> controls;  // shape.size() entries, work_px

  static OffsetNet zero(NetShape shape) { return {shape, std::vector<double>(shape.size(), 0.0)}; }
};

template <class P, class Visit>
requires PartsOf<P, OffsetNet>
void visitParts(P& p, const Visit& visit, const ParameterPart* in) {
  visit(ParameterPart{"controls", "px", in}, std::span(p.controls));
}

// The four cubic B-spline weights that act at one coordinate, on controls first .. first + 3.
struct SplineWeights {
  int first = 0;
  double value[4] = {};
  double slope[4] = {};  // per unit of net_uv, not per span
};
// Outside [0,1] the border's polynomial goes on.
SplineWeights splineWeights(double coordinate, int spans);

Vec2 offsetAt(const OffsetNet& net, Vec2 net_uv);

// The same surface on twice as many spans in both directions.
OffsetNet refined(const OffsetNet& net);

}  // namespace platen::optim
