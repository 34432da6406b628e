#include "core/optim/canvas_points.h"

#include "core/wide_registers.h"

#include <utility>

namespace platen::optim {
namespace {

constexpr int kFirstSteps = 12;  // from where the photo shows a point to where it is on the page
constexpr int kStepsOn = 3;

// The four cubic B-spline weights at x within a span.
inline void writeWeights(double x, double* w) {
  const double y = 1 - x;
  constexpr double kSixth = 1.0 / 6;
  w[0] = y * y * y * kSixth;
  w[1] = (0.5 * x - 1) * x * x + 4 * kSixth;
  w[2] = (0.5 * y - 1) * y * y + 4 * kSixth;
  w[3] = x * x * x * kSixth;
}

// As splineWeights (offset_net.h) has it.
inline int spanOf(double t, int spans) {
  return t > 0 ? static_cast<int>(t < spans - 1.0 ? t : spans - 1.0) : 0;
}

}  // namespace

struct CanvasPoints::Net {
  const double* controls;
  int spans_u, spans_v;
  double per_x, per_y;  // spans per canvas_px
};

// p = seen - offset(p), by iteration from p on.
PLATEN_WIDE_REGISTERS void CanvasPoints::followAll(
    const Net& net, std::span<const Vec2> seen, int steps, Vec2* points, InNet* places) {
  const std::size_t stride = 2 * (static_cast<std::size_t>(net.spans_u) + 3);
  for (std::size_t k = 0; k < seen.size(); ++k) {
    Vec2 p = points[k];
    InNet at;
    for (int step = 0; step < steps; ++step) {
      const double u = p.x * net.per_x;
      const double v = p.y * net.per_y;
      const int col = spanOf(u, net.spans_u);
      const int row = spanOf(v, net.spans_v);
      double along[4];
      writeWeights(u - col, along);
      writeWeights(v - row, at.of_row);
      at.along_left = Four{along[0], along[0], along[1], along[1]};
      at.along_right = Four{along[2], along[2], along[3], along[3]};
      at.first = static_cast<std::size_t>(row) * stride + 2 * static_cast<std::size_t>(col);
      const double* c = net.controls + at.first;
      Four left{};
      Four right{};
      for (std::size_t a = 0; a < 4; ++a, c += stride) {
        left += at.of_row[a] * *reinterpret_cast<const Four*>(c);
        right += at.of_row[a] * *reinterpret_cast<const Four*>(c + 4);
      }
      const Four sum = left * at.along_left + right * at.along_right;
      p = {seen[k].x - (sum[0] + sum[2]), seen[k].y - (sum[1] + sum[3])};
    }
    points[k] = p;
    places[k] = at;
  }
}

// Adds to the gradient of the controls around each point what it is pulled by, along `across`.
PLATEN_WIDE_REGISTERS void CanvasPoints::pullAll(
    const InNet* places, std::span<const double> pulls, Vec2 across, std::size_t stride, double* gradient) {
  const Four mask{across.x, across.y, across.x, across.y};
  for (std::size_t k = 0; k < pulls.size(); ++k) {
    const InNet& at = places[k];
    const Four pull = -pulls[k] * mask;  // p = q - u(p)
    const Four left = pull * at.along_left;
    const Four right = pull * at.along_right;
    double* g = gradient + at.first;
    for (std::size_t a = 0; a < 4; ++a, g += stride) {
      *reinterpret_cast<Four*>(g) += at.of_row[a] * left;
      *reinterpret_cast<Four*>(g + 4) += at.of_row[a] * right;
    }
  }
}

CanvasPoints::CanvasPoints(std::vector<Vec2> seen, NetShape shape, Vec2 extent)
    : seen_(std::move(seen)), shape_(shape), extent_(extent), at_(seen_), places_(seen_.size()) {}

std::span<const Vec2> CanvasPoints::follow(std::span<const double> controls) {
  const int steps = std::exchange(followed_, true) ? kStepsOn : kFirstSteps;
  const Net net{controls.data(), shape_.spans_u, shape_.spans_v, shape_.spans_u / extent_.x,
                shape_.spans_v / extent_.y};
  followAll(net, seen_, steps, at_.data(), places_.data());
  return at_;
}

void CanvasPoints::pullBack(std::size_t first,
                            std::span<const double> pulls,
                            Vec2 across,
                            std::span<double> gradient) const {
  pullAll(&places_[first], pulls, across, 2 * static_cast<std::size_t>(shape_.cols()), gradient.data());
}

}  // namespace platen::optim
