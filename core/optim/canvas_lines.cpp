#include "core/optim/canvas_lines.h"

#include <cmath>
#include <cstddef>
#include <utility>

namespace platen::optim {
namespace {

constexpr int kFirstSteps = 12;  // from where the photo shows a point to where it is on the page
constexpr int kStepsOn = 3;

}  // namespace

CanvasLineEnergy::CanvasLineEnergy(
    std::string name, double weight, double reach_px, std::vector<CanvasLine> lines, NetShape shape, Vec2 extent)
    : Energy(std::move(name), weight), lines_(std::move(lines)), reach_(reach_px), shape_(shape), extent_(extent) {
  for (const CanvasLine& line : lines_) {
    at_.insert(at_.end(), line.seen.begin(), line.seen.end());
  }
}

double CanvasLineEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  const auto cols = static_cast<std::size_t>(shape_.cols());
  const int steps = std::exchange(followed_, true) ? kStepsOn : kFirstSteps;
  double sum = 0;
  std::size_t begin = 0;
  std::vector<SplineWeights> wu, wv;
  std::vector<double> off, pull;
  for (const CanvasLine& line : lines_) {
    const std::size_t count = line.seen.size();
    wu.resize(count);
    wv.resize(count);
    off.resize(count);
    pull.resize(count);
    double mean = 0;
    for (std::size_t k = 0; k < count; ++k) {
      Vec2& p = at_[begin + k];
      for (int step = 0; step < steps; ++step) {
        wu[k] = splineWeights(p.x / extent_.x, shape_.spans_u);
        wv[k] = splineWeights(p.y / extent_.y, shape_.spans_v);
        Vec2 offset;
        for (std::size_t a = 0; a < 4; ++a) {
          const double* c = &controls[2 * ((static_cast<std::size_t>(wv[k].first) + a) * cols +
                                           static_cast<std::size_t>(wu[k].first))];
          for (std::size_t b = 0; b < 4; ++b) {
            const double w = wv[k].value[a] * wu[k].value[b];
            offset = offset + w * Vec2{c[2 * b], c[2 * b + 1]};
          }
        }
        p = line.seen[k] - offset;
      }
      off[k] = line.is_h ? p.y : p.x;
      mean += off[k] / static_cast<double>(count);
    }
    const double place = line.place.value_or(mean);
    double mean_pull = 0;
    const double share = line.weight / static_cast<double>(count);
    for (std::size_t k = 0; k < count; ++k) {
      const double d = (off[k] - place) / reach_;
      sum += share * std::log1p(d * d);
      pull[k] = 2 * d / (1 + d * d) / reach_;
      mean_pull += pull[k] / static_cast<double>(count);
    }
    if (line.place) {
      mean_pull = 0;  // else the mean moves with the points
    }
    if (scale != 0) {
      for (std::size_t k = 0; k < count; ++k) {
        const double d = -scale * share * (pull[k] - mean_pull);
        for (std::size_t a = 0; a < 4; ++a) {
          double* g = &gradient[2 * ((static_cast<std::size_t>(wv[k].first) + a) * cols +
                                     static_cast<std::size_t>(wu[k].first)) +
                                (line.is_h ? 1 : 0)];
          for (std::size_t b = 0; b < 4; ++b) {
            g[2 * b] += d * wv[k].value[a] * wu[k].value[b];
          }
        }
      }
    }
    begin += count;
  }
  return sum;
}

}  // namespace platen::optim
