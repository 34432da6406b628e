// A fitted sheet as a grid in source_px: all of the photo where a flat scan shows no edge of its sheet, and a poorer
// sheet where this one folds over itself.
#pragma once

#include "core/geometry.h"
#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"
#include "core/warp_grid.h"

#include <stop_token>

namespace platen::optim {

struct BakedSheet {
  SheetFit sheet;            // the one that was baked
  WarpGrid grid;             // source_px
  bool ok = false;           // else none could be
  bool whole_photo = false;  // the page is all of the photo
  bool poorer = false;       // it is not the sheet that was given
};

BakedSheet bakeOrFallBack(const PageCues& cues,
                          SheetFit sheet,
                          const SheetFitOptions& options,
                          const std::stop_token& stop);

// The whole photo, upright in the work frame, as a grid of two by two.
WarpGrid wholePhoto(const WorkFrame& frame);

// Not finite, or somewhere not one to one.
bool foldsOver(const WarpGrid& grid);

}  // namespace platen::optim
