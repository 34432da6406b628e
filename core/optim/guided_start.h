// A fit that begins from another page's shape (PageCues::shape and FitStart): the start is a hypothesis beside the
// search from scratch, and where a page itself tells nothing, the other's shape is the answer. And what is to be said
// of pins that were not met.
#pragma once

#include "core/fit.h"
#include "core/optim/stage_one.h"

#include <optional>
#include <string>

namespace platen::optim {

// Stage 1 from `start` and from scratch: what leaves clearly less unexplained is taken, else the start, which may know
// what this page does not show; of a guess what leaves clearly less, else what came from scratch. Without a start from
// scratch alone.
StageOne fitFromStart(const PageCues& cues,
                      const SheetFitOptions& options,
                      const SheetStart* start,
                      const FitHooks& hooks,
                      const std::stop_token& stop);

// The page whose shape is that of cues.shape, with a warning; none without one, or where that folds over.
std::optional<FitResult> shapeAsGiven(const PageCues& cues);

// A sentence where a pin lies further from its place on the final map than it would be off by eye, which names the one
// that is furthest off; else empty.
std::string missedPins(const PageCues& cues, const WarpGrid& source_from_page);

// The same of a line set by hand that bends or slants on the page of `extent_px`.
std::string missedStrokes(const PageCues& cues, const WarpGrid& source_from_page, Vec2 extent_px);

}  // namespace platen::optim
