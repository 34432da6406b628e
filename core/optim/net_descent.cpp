#include "core/optim/net_descent.h"

#include "core/optim/adam.h"
#include "core/optim/cosine_rate.h"
#include "core/optim/net_sum.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace platen::optim {

NetDescent descendNets(Objective& objective,
                       NetShape coarsest,
                       int refinements,
                       std::vector<double> start,
                       double rate_px,
                       int steps,
                       const NetStep& on_step,
                       const std::stop_token& stop) {
  NetDescent descent;
  std::vector<double> gradient(start.size());
  descent.energy_first = objective.evaluate(start, gradient);
  const std::vector<double> first_values = objective.values();
  NetSum nets(objective, coarsest, refinements, 2, std::move(start));
  std::vector<double> moves(nets.size(), 0.0);
  std::vector<double> slopes(nets.size());
  const auto moved = [&] { return nets.sum(moves); };
  Adam adam(nets.size(), 0.8, 0.97);
  for (int step = 0; step < steps; ++step) {
    if (stop.stop_requested()) {
      descent.termination = Termination::stopped;
      break;
    }
    std::fill(slopes.begin(), slopes.end(), 0.0);
    const double energy = nets.add(moves, 1, slopes);
    if (!std::isfinite(energy)) {
      break;
    }
    adam.step(cosineRate(rate_px, step, steps), slopes, moves);
    ++descent.steps;
    if (on_step) {
      on_step(step + 1, energy, moved());
    }
  }
  descent.unknowns = moved();
  descent.energy_last = objective.evaluate(descent.unknowns, gradient);
  if (!std::isfinite(descent.energy_last)) {
    descent.termination = Termination::diverged;
  }
  for (std::size_t k = 0; k < objective.size(); ++k) {
    descent.energies.push_back({objective.at(k).name(), first_values[k], objective.values()[k]});
  }
  return descent;
}

WarpGrid canvasGrid(const FormFrame& frame, const OffsetNet& offsets) {
  constexpr int kRows = 65, kCols = 49;
  WarpGrid grid;
  grid.rows = kRows;
  grid.cols = kCols;
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kCols; ++j) {
      const Vec2 p = frame.margin + Vec2{frame.form_extent.x * j / (kCols - 1), frame.form_extent.y * i / (kRows - 1)};
      const Vec2 net_uv{p.x / frame.canvas_extent.x, p.y / frame.canvas_extent.y};
      grid.points.push_back(frame.source_from_canvas(p + offsetAt(offsets, net_uv)));
    }
  }
  return grid;
}

}  // namespace platen::optim
