// Where lines of text begin and end, on the flat sheet: what margins are made of.
#pragma once

#include "core/optim/sheet_model.h"
#include "core/page_cues.h"

#include <optional>
#include <vector>

namespace platen::optim {

struct LineEnd {
  Vec2 uv;            // sheet_uv
  double height = 1;  // one character height in sheet units, here
  double weight = 0;  // 1 for lines of 12 h and more
  Vec2 work_px;
};

// A place of the photo as an end of weight 0; nothing where the sheet does not see it.
std::optional<LineEnd> lineEndAt(const PageCues& cues, const SheetModel& sheet, Vec2 work_px);

// The left or the right ends (`side`) of the `usable` ones (per segment of the cues) that the sheet sees, in their
// order.
std::vector<LineEnd> lineEnds(const PageCues& cues,
                              const SheetModel& sheet,
                              const std::vector<bool>& usable,
                              SideKind side);

// Of one and more ends.
double meanU(const std::vector<LineEnd>& ends);
// The median distance down the page from end to end, of two and more that are sorted down it or up it; sheet units.
double usualStep(const std::vector<LineEnd>& ends);

}  // namespace platen::optim
