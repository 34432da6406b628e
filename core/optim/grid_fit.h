// Stage 2: a B-spline offset grid on top of the baked sheet, by Adam, coarse to fine (FIT section 8 and part D): curve,
// leading, strain and bending energies, and the direction and side energies sampled from static images under their
// gate.
#pragma once

#include "core/fit.h"
#include "core/optim/fitted_shape.h"
#include "core/optim/sheet_fit.h"
#include "core/options.h"
#include "core/page_cues.h"

#include <stop_token>
#include <vector>

namespace platen::optim {

class FitDevice;

struct GridFit {
  WarpGrid grid;  // work_px (not source_px) from page_uv over SheetFit::rect, dense enough for .1 px
  Termination termination = Termination::converged;
  bool kept = true;  // false: the held-out curves or E_dir contradicted the free form; grid is the sheet's own
  int steps = 0;
  double energy_first = 0, energy_last = 0;
  std::vector<FitEnergy> energies;
  // What evidence that it was not fitted to says of `grid`: straightnessEnergy of the held-out lines, and E_dir; 0
  // where there was none. Of a page with pins or strokes, which ask no evidence, what all of its lines say.
  double held_out_lines = 0, direction = 0;
  // How much less straight than on the sheet they are, for the sake of pins and strokes.
  double bent_lines = 0;
  GridNet net;  // if kept: what `grid` is on top of the sheet
};

// Tries plans from safe to free on four fifths of the lines and keeps the free form only where the held-out lines, a
// free sheet's sides, followed margins and the direction image clearly gain (FIT part E.2). options.steps replaces the
// steps of each descent. Hooks get grids in source_px; the token is asked before every step. Where a descent was
// stopped, the grid is its best so far, or the sheet. `device`: where E_dir is computed; null: on the CPU. `start`: a
// net that was kept of this page on this very sheet; null: none. Where it still wins clearly, it is refined with the
// plan that it was made with; else all plans are tried as always.
GridFit fitGrid(const PageCues& cues,
                const SheetFit& sheet,
                const FitOptions& options,
                const FitHooks& hooks,
                const std::stop_token& stop,
                FitDevice* device = nullptr,
                const GridNet* start = nullptr);

// The sheet alone, sampled as a grid in work_px.
WarpGrid bakeSheet(const SheetFit& sheet);

}  // namespace platen::optim
