// Margins, followed beyond where they leave their line: there the paper bends otherwise than the sheet of stage 1, as
// at the foot of a page that curls both ways. Its lines are level on a cylinder, but they begin ever farther from the
// margin, wide and slanted, and no line that was held out says so.
#pragma once

#include "core/optim/curves.h"
#include "core/optim/sheet_model.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::optim {

// Adds to the margins among the curves (the others stay as they are) the ends of lines by which each goes on where it
// leaves its line, and marks them as followed. The margins are upright on `sheet`, their points run down the page and
// are ends of lines. `usable`: per segment of the cues, whether its ends may take part: the lines that are level.
void followMargins(std::vector<Curve>& curves,
                   const PageCues& cues,
                   const SheetModel& sheet,
                   const std::vector<bool>& usable);

}  // namespace platen::optim
