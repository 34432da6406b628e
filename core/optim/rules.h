// Printed rules: straight pieces of the image that run along u or v once the sheet is roughly known (FIT section 6.5).
#pragma once

#include "core/optim/curves.h"
#include "core/optim/sheet_model.h"
#include "core/page_cues.h"

#include <optional>
#include <vector>

namespace platen::optim {

// The rules whose direction on the sheet is within `tolerance` (radians) of u or of v, at most the 60 longest of each,
// and, where a box is given, with their middle in it.
std::vector<Curve> classifyRules(const PageCues& cues,
                                 const SheetModel& sheet,
                                 double tolerance,
                                 const std::optional<Box>& sheet_uv);

}  // namespace platen::optim
