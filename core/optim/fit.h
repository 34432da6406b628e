// PageCues -> FitResult: the whole fit of one page, from first model to confidence. Synchronous; knows no thread, no
// file, no OpenCV. Deterministic: same cues and options, same grid.
#pragma once

#include "core/fit.h"
#include "core/optim/sheet_model.h"
#include "core/options.h"
#include "core/page_cues.h"

#include <optional>
#include <stop_token>

namespace platen::optim {

// Where a fit starts. Empty: from scratch.
struct FitStart {
  std::optional<SheetParameters> sheet;
};

// The start that a sidecar's or a neighbour's FitResult::parameters describe; empty if they describe none.
FitStart startFrom(const std::map<std::string, std::vector<double>>& parameters);

// `focal_prior`: focal length in units of the photo's longer side (EXIF: f35 / 36), 0 = unknown.
FitResult fit(const PageCues& cues,
              const FitStart& start,
              const FitOptions& options,
              double focal_prior,
              const FitHooks& hooks,
              std::stop_token stop);

}  // namespace platen::optim
