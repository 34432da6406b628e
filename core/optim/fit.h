// PageCues -> FitResult: the whole fit of one page, from first model to confidence. Synchronous; knows no thread, no
// file, no OpenCV. Deterministic: same cues and options, same grid.
#pragma once

#include "core/fit.h"
#include "core/optim/sheet_fit.h"
#include "core/options.h"
#include "core/page_cues.h"

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace platen::optim {

// Where a fit starts. Empty: from scratch.
struct FitStart {
  std::optional<SheetStart> sheet;
  double work_scale = 0;  // of the work frame that `sheet` belongs to; 0: the same as the cues'
  int quarter_turns = 0;
};

// The start that a sidecar's or a neighbour's FitResult::parameters describe; empty if they describe none, or a sheet
// that no descent could leave (CurveSolver::inBounds).
//   "frame"   centre x, y (work_px), norm, origin_q x, y, half_width_q, aspect
//   "sheet"   SheetParameters::flatten(): roll, pitch, log focal, ruling, bend values
//   "rect"    the page's rectangle in sheet_uv: x0, y0, x1, y1
//   "work"    scale and quarter turns of the work frame they belong to
FitStart startFrom(const std::map<std::string, std::vector<double>>& parameters);

// Never throws for what a photo may hold: without evidence the whole photo comes back as it was, confidence 0, with a
// warning. `focal_prior`: focal length in units of the photo's longer side (EXIF: f35 / 36), 0 = unknown.
FitResult fit(const PageCues& cues,
              const FitStart& start,
              const FitOptions& options,
              double focal_prior,
              const FitHooks& hooks,
              const std::stop_token& stop);

}  // namespace platen::optim
