// Whether a page ends with the paper net: descended from what was found, or onward from nets that were kept of it.
#pragma once

#include "core/fit.h"
#include "core/optim/fitted_shape.h"
#include "core/optim/sheet_fit.h"
#include "core/options.h"
#include "core/page_cues.h"

#include <stop_token>

namespace platen::optim {

// The paper net on top of what was found, where it looks more like a flat sheet of paper: `result` gets its map,
// `shape` its nets. `kept`: nets of this page on this very sheet; null: none. They are refined where they are better
// than the usual start (beginAt); where the page does not end with them, the usual start is tried.
void takePaperNet(const PageCues& cues,
                  const SheetFit& sheet,
                  const FitOptions& options,
                  const FitHooks& hooks,
                  const std::stop_token& stop,
                  const PaperNets* kept,
                  FitResult& result,
                  FittedShape& shape);

}  // namespace platen::optim
