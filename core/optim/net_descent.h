// One level of a descent on nets over the canvas (form_cues.h): Adam with a cosine rate on the sum of nets on all
// coarser grids (net_sum.h). And the map that such a net makes. Registration and the paper net go down this way.
#pragma once

#include "core/fit.h"
#include "core/form_cues.h"
#include "core/optim/objective.h"
#include "core/optim/offset_net.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace platen::optim {

// Called after every step: step from 1, the energy before it, the unknowns as the objective sees them.
using NetStep = std::function<void(int step, double energy, const std::vector<double>& unknowns)>;

struct NetDescent {
  std::vector<double> unknowns;  // where it ended, as the objective sees them
  Termination termination = Termination::stepsUsed;
  int steps = 0;
  double energy_first = 0, energy_last = 0;
  std::vector<FitEnergy> energies;  // unweighted, at the start and at the end
};

// `start`: two nets of the finest shape (`coarsest`, `refinements` times refined), offsets and depths, then unknowns
// that are no net. `rate_px`: Adam's first rate. The stop token is asked before every step. Ends `diverged` where the
// last energy is not finite.
NetDescent descendNets(Objective& objective,
                       NetShape coarsest,
                       int refinements,
                       std::vector<double> start,
                       double rate_px,
                       int steps,
                       const NetStep& on_step,
                       const std::stop_token& stop);

// source_px from page_uv, the form's rectangle: each point is seen where its offset (canvas_px) puts it.
WarpGrid canvasGrid(const FormFrame& frame, const OffsetNet& offsets);

}  // namespace platen::optim
