// A fit that begins from another page's shape (PageCues::shape and FitStart): the start is a hypothesis beside the
// search from scratch, and where a page itself tells nothing, the other's shape is the answer. And what is to be said
// of pins that were not met.
#pragma once

#include "core/fit.h"
#include "core/guide.h"
#include "core/optim/stage_one.h"

#include <optional>
#include <string>
#include <vector>

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

// What the final map makes of things set by hand. Something is missed where it would be seen to be off.
struct MissedGuide {
  double off_h = 0;      // in heights of a character: the one that is furthest off; 0: none is missed
  std::string sentence;  // which names it; empty: none is
};

// Pins that lie further from their places on the final map; source_px. letter_px: a character's height, source_px.
MissedGuide missedPins(const std::vector<Pin>& pins, double letter_px, const WarpGrid& source_from_page);
MissedGuide missedPins(const PageCues& cues, const WarpGrid& source_from_page);

// Lines that bend or slant on the page of `extent_px`; likewise.
MissedGuide missedStrokes(const std::vector<Stroke>& strokes,
                          double letter_px,
                          const WarpGrid& source_from_page,
                          Vec2 extent_px);
MissedGuide missedStrokes(const PageCues& cues, const WarpGrid& source_from_page, Vec2 extent_px);

}  // namespace platen::optim
