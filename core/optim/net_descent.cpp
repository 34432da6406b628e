#include "core/optim/net_descent.h"

#include "core/optim/cosine_rate.h"
#include "core/optim/net_sum.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <ATen/ATen.h>
#include <torch/optim/adam.h>

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
  auto sum = std::make_unique<NetSum>(objective, coarsest, refinements, 2, std::move(start));
  const NetSum& nets = *sum;
  Objective outer;
  outer.add(std::move(sum));
  at::Tensor moves = at::zeros({static_cast<std::int64_t>(nets.size())}, at::kDouble);
  moves.requires_grad_(true);
  const auto moved = [&] { return nets.sum({moves.data_ptr<double>(), nets.size()}); };
  torch::optim::Adam adam({moves}, torch::optim::AdamOptions(rate_px).betas({0.8, 0.97}));
  auto& options = static_cast<torch::optim::AdamOptions&>(adam.param_groups().front().options());
  for (int step = 0; step < steps; ++step) {
    if (stop.stop_requested()) {
      descent.termination = Termination::stopped;
      break;
    }
    options.lr(cosineRate(rate_px, step, steps));
    adam.zero_grad();
    const at::Tensor value = objectiveValue(outer, moves);
    const double energy = value.item<double>();
    if (!std::isfinite(energy)) {
      break;
    }
    value.backward();
    adam.step();
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
