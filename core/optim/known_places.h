// What pins and strokes (core/guide.h) mean for the fit: lines for stage 1, the page's rectangle, and places for the
// grid. Knows no image.
#pragma once

#include "core/optim/curves.h"
#include "core/optim/sheet_fit.h"
#include "core/optim/sheet_model.h"
#include "core/page_cues.h"

#include <array>
#include <vector>

namespace platen::optim {

// The strokes, and the lines that the pins imply: those at the same height of the page lie on a level line, those at
// the same distance from its left on an upright one (within .2 % of the page). Four dragged corners are four sides.
std::vector<Curve> knownLines(const PageCues& cues);

// Whether a pin lies on that side of the page (within .2 % of the page): it is the pin then that says where the side
// is.
bool liesOn(const Pin& pin, SideKind side);
bool isPinned(const std::vector<Pin>& pins, SideKind side);

// Sides by SideKind that pins in the middle of the page do not move.
using HeldEdges = std::array<bool, 4>;

// The rectangle in which the pins lie where they say. Left and right move to where the pins' u fits best (least
// squares), top and bottom likewise; what the pins do not tell stays: a pin at the left moves the left, one in the
// middle both, but none that is held or has pins of its own; where the other one has, a pin near that says little.
// Without pins, or with pins that the sheet does not see, `rect` as it was.
Box rectThroughPins(const Box& rect, const std::vector<Pin>& pins, const SheetModel& sheet, const HeldEdges& held = {});

// A sheet's rectangle through the page's pins: an edge of the page that was found moves only by pins that lie on it. A
// side on which two of them lie is an edge of the page.
void takePins(const PageCues& cues, SheetFit& sheet);
// The same of the pins on sides alone: what the others mean is told when all sides have been looked for.
void takePinsOnSides(const PageCues& cues, SheetFit& sheet);

}  // namespace platen::optim
