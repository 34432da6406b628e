// The descent of stage 2: one objective per level, Adam with a cosine rate, exact refinement between levels. Knows how
// to go down, not whether the result should be kept (grid_fit.cpp) nor what the evidence is worth (grid_evidence.h).
#pragma once

#include "core/fit.h"
#include "core/optim/base_map.h"
#include "core/optim/curve_energy.h"
#include "core/optim/curves.h"
#include "core/optim/held_sides.h"
#include "core/optim/objective.h"
#include "core/optim/offset_net.h"
#include "core/page_cues.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace platen::optim {

// Weights of the terms (FIT section 8 and part D); 0 leaves a term out.
struct GridWeights {
  double h_curves = 1.0;
  double v_curves = 0.5;
  double leading = 0.2;
  double strain = 5e-2;
  double bending = 2e-5;
  double direction = 0;
  double edge = 0;
  double profile = 0;
  double pins = 1;      // where there are any; known to kPinSigma_h
  double held = 8;      // sides that pins should not move; known to kHeldSigma_h
  double shape = 0.01;  // of a shape from elsewhere, where there is one: what no other evidence speaks of
};

inline constexpr double kPinSigma_h = 0.15;
inline constexpr double kHeldSigma_h = 0.3;

struct GridLevel {
  NetShape shape;
  int steps = 50;
  double rate_h = 0.05;        // Adam's first rate, in character heights; falls to a tenth
  double curve_reach_h = 0.6;  // CurveScale::reach, in character heights, at least twice sigma
  double direction_reach = 4;  // R of E_dir
  int lattice_cols = 50;       // of the direction energy, whose image is smooth: more points tell no more
  int lattice_rows = 70;
  double profile_width = 0.08;  // sigma of K_u of the profile energy, in page widths
};
// The first `count` (1..4) of (4,5), (8,10), (16,20), (32,40). total_steps > 0 is shared out evenly.
std::vector<GridLevel> gridLevels(int count, int total_steps);

class FitDevice;

// All that a descent reads. The referenced values must outlive it.
struct GridProblem {
  const BaseMap& base;
  const PageCues& cues;
  std::vector<Curve> curves;
  GridWeights weights;
  std::vector<HeldPoint> held = {};
  FitDevice* device = nullptr;  // of E_dir; null: the CPU
};

// The curves of a problem as they lie on its base, which is the same for all levels.
struct GridCurves {
  GridCurves(const GridProblem& problem, NetShape shape);
  CurveSet h, v;
};

Objective makeObjective(const GridProblem& problem, const GridLevel& level, const GridCurves& curves);
inline Objective makeObjective(const GridProblem& problem, const GridLevel& level) {
  return makeObjective(problem, level, GridCurves(problem, level.shape));
}

// Called after every step: level (from 0), step in the level (from 1), energy, offsets so far.
using DescentStep = std::function<void(int level, int step, double energy, const OffsetNet& offsets)>;

struct Descent {
  OffsetNet offsets;  // best of the last level reached; all zero where nothing better was found
  Termination termination = Termination::stepsUsed;
  int steps = 0;
  double energy_first = 0, energy_last = 0;  // of the last level reached: without offsets, and with them
  std::vector<FitEnergy> energies;           // unweighted, likewise
};

// `start`: offsets of the first level's shape; null: none. The stop token is asked before every step. Non-finite
// energies give `diverged` and zero offsets.
Descent descend(const GridProblem& problem,
                const std::vector<GridLevel>& levels,
                const DescentStep& on_step,
                const std::stop_token& stop,
                const OffsetNet* start = nullptr);

}  // namespace platen::optim
