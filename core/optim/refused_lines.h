// Lines of text that a page refuses: what was traced in pictures and drawings, across columns or along slanting
// writing lies level on no sheet that the page's edges and printed rules lie on, and bends one that would fit them.
#pragma once

#include "core/fit.h"
#include "core/optim/sheet_fit.h"
#include "core/optim/stage_one.h"
#include "core/page_cues.h"

#include <optional>
#include <stop_token>

namespace platen::optim {

// Stage 1, from `start` or from scratch, without the lines; the cues that are returned have none. Where `sheet`, which
// went by the lines, explains its curves badly and the new one all that is left well, or where the lines contradict
// each other and the new one ends at four edges; and only where the lines lie nearly level on it all the same: else
// they are right, and the edges are not the page's. None otherwise; none for pages that someone guides, that have a
// spine or may not bend.
std::optional<StageOneAnew> fitWithoutLines(const PageCues& cues,
                                            const SheetFit& sheet,
                                            const SheetFitOptions& options,
                                            const SheetStart* start,
                                            const FitHooks& hooks,
                                            const std::stop_token& stop);

}  // namespace platen::optim
