// Lines of handwriting are level only as far as a hand is steady: each rises or falls by a little of its own, and all
// may slant on their paper. Those of print are, and on folded and crumpled sheets neighbours rise with the paper,
// together. Where the page's four sides tell its shape by themselves, lines that wander can only spoil it.
#pragma once

#include "core/optim/sheet_fit.h"
#include "core/optim/stage_one.h"
#include "core/page_cues.h"

#include <optional>
#include <stop_token>

namespace platen::optim {

// How far lines of text stray from the direction of their neighbours. Of lines of 12 character heights and more.
struct LineWander {
  int pairs = 0;     // of neighbours that lie above each other
  double own_h = 0;  // standard deviation of what one line rises by itself, end to end, in character heights
};
LineWander wanderOf(const PageCues& cues, const SheetFit& sheet);

// Stage 1 anew, from `start` or from scratch, with lines believed as little as they wander on `sheet`: the cues have a
// text_trust. None where they
// don't, where someone set pins or strokes, or where the new sheet does not lie on all four sides or leaves much of
// the curves unexplained: paper that is crumpled, or bent both ways, needs its lines.
std::optional<StageOneAnew> fitWanderingLines(const PageCues& cues,
                                              const SheetFit& sheet,
                                              const SheetFitOptions& options,
                                              const SheetStart* start,
                                              const FitHooks& hooks,
                                              const std::stop_token& stop);

}  // namespace platen::optim
