// Stage 1 as a whole: the best sheet, the folds in it, and once more with the sides held where it came out with a side
// of the sheet far off (FIT section 6.2). Which sheet and which folds is sheet_choice.h's and fold_choice.h's business.
#pragma once

#include "core/fit.h"
#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"

#include <optional>
#include <stop_token>

namespace platen::optim {

struct StageOne {
  SheetFit sheet;
  std::optional<SheetFit> unfolded;  // the sheet before folds were found in it, if any were
};

// Stage 1 with lines of text believed less than at first, or not at all, and the cues as it saw them.
struct StageOneAnew {
  PageCues cues;
  bool without_lines = false;  // they had no part in it
  StageOne stage_one;
};

// `start` as for fitSheet().
StageOne fitStageOne(const PageCues& cues,
                     const SheetFitOptions& options,
                     const SheetStart* start,
                     const FitHooks& hooks,
                     const std::stop_token& stop);

// What a sheet leaves unexplained of all lines of the page and of all its sides, whether it believed them or not: 0
// nothing, 2 everything.
double unexplainedBy(const PageCues& cues, const SheetFit& fit);

}  // namespace platen::optim
