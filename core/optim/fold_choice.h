// Is the paper folded, or bent in two directions? Candidates of folded_sheet.h against the cylinder of stage 1 (FIT
// section 6): creases added one by one where they explain most, and a second smooth bending.
#pragma once

#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"

#include <stop_token>

namespace platen::optim {

// Where the sheet leaves something of its curves unexplained, or margins of its text kink, tries the candidates; the
// best one that explains them clearly better, or as well with fewer parameters, takes the sheet's place, with its
// margins, rules and rectangle found anew. True if `fit` changed. Diagnostics: "fold_cost" of what was taken,
// "fold_before" of the sheet on the same curves. The hooks see the candidates, over the sheet's rectangle. `kept`:
// folds that were found before, in the sheet's own frame; null: none. They are a candidate like the others, and the
// only one where this page leaves them where they are and takes them.
bool addFolds(const PageCues& cues,
              const SheetFitOptions& options,
              const FitHooks& hooks,
              const std::stop_token& stop,
              SheetFit& fit,
              const FoldedParameters* kept = nullptr);

}  // namespace platen::optim
