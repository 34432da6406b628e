#include "core/optim/offset_net.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

// One line of n + 3 controls to 2 n + 3: a new control on an old knot takes [1 6 1] / 8, one between two knots [1 1]
// / 2.
void refineLine(const std::vector<Vec2>& coarse, std::vector<Vec2>& fine) {
  const std::size_t spans = coarse.size() - 3;
  fine.resize(2 * spans + 3);
  for (std::size_t k = 0; k < fine.size(); ++k) {
    // Entry k is control k - 1; the first entry lies between the controls -1 and 0.
    const std::size_t c = k / 2;
    fine[k] =
        k % 2 == 0 ? 0.5 * (coarse[c] + coarse[c + 1]) : 0.125 * (coarse[c] + 6.0 * coarse[c + 1] + coarse[c + 2]);
  }
}

}  // namespace

SplineWeights splineWeights(double coordinate, int spans) {
  const double t = coordinate * spans;
  SplineWeights w;
  w.first = std::clamp(static_cast<int>(std::floor(t)), 0, spans - 1);
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
  const auto rows = static_cast<std::size_t>(net.shape.rows());
  const auto cols = static_cast<std::size_t>(net.shape.cols());
  OffsetNet fine = OffsetNet::zero({2 * net.shape.spans_u, 2 * net.shape.spans_v});
  const auto fine_rows = static_cast<std::size_t>(fine.shape.rows());
  const auto fine_cols = static_cast<std::size_t>(fine.shape.cols());
  std::vector<Vec2> wide(rows * fine_cols);
  std::vector<Vec2> line;
  std::vector<Vec2> out;
  for (std::size_t i = 0; i < rows; ++i) {
    line.resize(cols);
    for (std::size_t j = 0; j < cols; ++j) {
      line[j] = {net.controls[2 * (i * cols + j)], net.controls[2 * (i * cols + j) + 1]};
    }
    refineLine(line, out);
    std::copy(out.begin(), out.end(), wide.begin() + static_cast<std::ptrdiff_t>(i * fine_cols));
  }
  line.resize(rows);
  for (std::size_t j = 0; j < fine_cols; ++j) {
    for (std::size_t i = 0; i < rows; ++i) {
      line[i] = wide[i * fine_cols + j];
    }
    refineLine(line, out);
    for (std::size_t i = 0; i < fine_rows; ++i) {
      fine.controls[2 * (i * fine_cols + j)] = out[i].x;
      fine.controls[2 * (i * fine_cols + j) + 1] = out[i].y;
    }
  }
  return fine;
}

}  // namespace platen::optim
