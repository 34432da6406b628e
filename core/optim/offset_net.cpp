#include "core/optim/offset_net.h"

#include "core/sampling/spline_grid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace platen::optim {
SplineWeights splineWeights(double coordinate, int spans) {
  const double t = coordinate * spans;
  SplineWeights w;
  // In floating point first: a coordinate may be NaN or lie far outside, and no int holds those.
  w.first = t > 0 ? static_cast<int>(std::min(std::floor(t), spans - 1.0)) : 0;
  const double x = t - w.first;
  const double y = 1 - x;
  w.value[0] = y * y * y / 6;
  w.value[1] = (3 * x * x * x - 6 * x * x + 4) / 6;
  w.value[2] = (3 * y * y * y - 6 * y * y + 4) / 6;
  w.value[3] = x * x * x / 6;
  w.slope[0] = -y * y / 2 * spans;
  w.slope[1] = (3 * x * x - 4 * x) / 2 * spans;
  w.slope[2] = (4 * y - 3 * y * y) / 2 * spans;
  w.slope[3] = x * x / 2 * spans;
  return w;
}

Vec2 offsetAt(const OffsetNet& net, Vec2 net_uv) {
  const SplineWeights wu = splineWeights(net_uv.x, net.shape.spans_u);
  const SplineWeights wv = splineWeights(net_uv.y, net.shape.spans_v);
  Vec2 sum;
  for (int a = 0; a < 4; ++a) {
    const double* row =
        &net.controls[2 * (static_cast<std::size_t>(wv.first + a) * static_cast<std::size_t>(net.shape.cols()) +
                           static_cast<std::size_t>(wu.first))];
    for (int b = 0; b < 4; ++b) {
      const double w = wv.value[a] * wu.value[b];
      sum = sum + w * Vec2{row[2 * b], row[2 * b + 1]};
    }
  }
  return sum;
}

OffsetNet refined(const OffsetNet& net) {
  return {{2 * net.shape.spans_u, 2 * net.shape.spans_v},
          sampling::refine(sampling::NetShape{net.shape.spans_v, net.shape.spans_u}, net.controls.data())};
}

}  // namespace platen::optim
