// The box of what is printed on a page, to which `--crop content` cuts.
#pragma once

#include "core/fit.h"
#include "core/geometry.h"
#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"

namespace platen::optim {

// page_uv. What `sheet` found, so that it cuts no letter on the final map; and where the sheet was found without lines
// of text, so that it holds them all the same.
Box printedBox(const PageCues& cues, const FitResult& page, const SheetFit& sheet, bool without_lines);

}  // namespace platen::optim
