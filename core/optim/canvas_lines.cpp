#include "core/optim/canvas_lines.h"

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

std::vector<Vec2> pointsOf(const std::vector<CanvasLine>& lines) {
  std::vector<Vec2> points;
  for (const CanvasLine& line : lines) {
    points.insert(points.end(), line.seen.begin(), line.seen.end());
  }
  return points;
}

}  // namespace

CanvasLineEnergy::CanvasLineEnergy(
    std::string name, double weight, double reach_px, std::vector<CanvasLine> lines, NetShape shape, Vec2 extent)
    : Energy(std::move(name), weight),
      lines_(std::move(lines)),
      reach_(reach_px),
      points_(pointsOf(lines_), shape, extent) {}

double CanvasLineEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  const std::span<const Vec2> at = points_.follow(controls);
  double sum = 0;
  std::size_t begin = 0;
  std::vector<double> off, pull;
  for (const CanvasLine& line : lines_) {
    const std::size_t count = line.seen.size();
    off.resize(count);
    pull.resize(count);
    const Vec2 across = line.is_h ? Vec2{-line.slope, 1} : Vec2{1, 0};
    double mean = 0;
    for (std::size_t k = 0; k < count; ++k) {
      off[k] = dot(across, at[begin + k]);
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
      for (double& d : pull) {
        d = scale * share * (d - mean_pull);
      }
      points_.pullBack(begin, pull, across, gradient);
    }
    begin += count;
  }
  return sum;
}

}  // namespace platen::optim
