// The shape of a fit as plain numbers (FitResult::parameters), and a fit's start from them.
#pragma once

#include "core/geometry.h"
#include "core/optim/sheet_fit.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace platen::optim {

// Where a fit starts. Empty: from scratch.
struct FitStart {
  std::optional<SheetStart> sheet;
  double work_scale = 0;  // of the work frame that `sheet` belongs to; 0: the same as the cues'
  int quarter_turns = 0;
};

// The parts (parameter_parts.h) of, in the order of their vectors,
//   "frame"   SheetFrame: centre x, y (work_px), norm, origin_q x, y, half_width_q, aspect
//   "sheet"   SheetParameters: roll, pitch, log focal, ruling, bend values
//   "rect"    the page's rectangle in sheet_uv: x0, y0, x1, y1
// and
//   "work"    scale and quarter turns of the work frame they belong to
using FitParameters = std::map<std::string, std::vector<double>>;
FitParameters parametersOf(const SheetFit& sheet, const WorkFrame& work);

// The start that a sidecar's or a neighbour's parameters describe; empty if they describe none, or a sheet that no
// descent could leave (CurveSolver::inBounds).
FitStart startFrom(const FitParameters& parameters);

// The start in this work frame: another scale only stretches it; another turn makes it useless.
std::optional<SheetStart> startIn(const WorkFrame& frame, const FitStart& start);

}  // namespace platen::optim
