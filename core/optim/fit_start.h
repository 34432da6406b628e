// The shape of a fit as plain numbers (FitResult::parameters), and a fit's start from them.
#pragma once

#include "core/geometry.h"
#include "core/optim/fitted_shape.h"
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
  // What was fitted on top of `sheet` and its folds, over `rect` (sheet_uv): none without a rectangle.
  Box rect{0, 0, 0, 0};
  std::optional<GridNet> grid;
  std::optional<PaperNets> paper;
};

// The arrays of FittedShape, each the vector of its part; those of no fixed shape with
//   "folds shape"  of each bending: reach, values of the profile, creases
//   "grid shape"   spans in u and v
//   "paper shape"  the page's height over its width, steps, spans in u and v
// and
//   "work"         scale and quarter turns of the work frame that all of them belong to
using FitParameters = std::map<std::string, std::vector<double>>;
FitParameters parametersOf(const FittedShape& shape, const WorkFrame& work);
FittedShape shapeOf(const SheetFit& sheet);

// The start that a sidecar's or a neighbour's parameters describe; empty if they describe none, or a sheet that no
// descent could leave (CurveSolver::inBounds). Folds and nets that are broken, or beyond all bounds, are left out.
FitStart startFrom(const FitParameters& parameters);

// The start in this work frame: another scale only stretches it; another turn makes it useless.
std::optional<FitStart> startIn(const WorkFrame& frame, FitStart start);

// Whether a fit's sheet, folds and page are those of a start with a rectangle, as far as `within_px` (work_px) tells.
// What was fitted on top of them is then of use.
bool isSameSheet(const SheetFit& fit, const FitStart& start, double within_px);

// The furthest that any of 5 x 7 points of a rectangle moves from one sheet to another, work_px; not finite where one
// is not seen.
double furthestMove(const SheetModel& from, const Box& from_rect, const SheetModel& to, const Box& to_rect);

}  // namespace platen::optim
