// Stage 1 with a second opinion: the sheet from traced curves, and, where the direction image contradicts it, the sheet
// that the sampler finds from the outline (sampled_sheet_fit.h), refined on the curves; the better of the two by the
// curves' own straightness.
#pragma once

#include "core/fit.h"
#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"

#include <stop_token>

namespace platen::optim {

// As fitSheet(). The second opinion is asked for only without a given `start`, where the cylinder is allowed, and where
// the sheet was no cylinder or not usable, or E_dir is over 2 and few lines were traced or explained: of the outline,
// where three sides or more were found, else, where there is no sheet at all, of the rows (sampled_rows_fit.h).
SheetFit fitBestSheet(const PageCues& cues,
                      const SheetFitOptions& options,
                      const SheetStart* start,
                      const FitHooks& hooks,
                      const std::stop_token& stop);

}  // namespace platen::optim
