// A start of the fit from a map alone, such as a network's first guess: the sheet that goes through it.
#pragma once

#include "core/optim/fit_start.h"
#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"

#include <stop_token>

namespace platen::optim {

// The sheet on which the rows and columns of cues.shape are straight; empty where there is none, or it folds over. What
// a sheet can't say, folds and crumples, is left to the fit.
FitStart startThrough(const PageCues& cues, const SheetFitOptions& options, const std::stop_token& stop);

}  // namespace platen::optim
