// The page's rectangle on the flat sheet: its own edges where they were found, else the printed content and a margin,
// hardly more than the photo shows (FIT section 7).
#pragma once

#include "core/geometry.h"
#include "core/optim/curves.h"
#include "core/optim/sheet_model.h"
#include "core/page_cues.h"

#include <vector>

namespace platen::optim {

struct PageRect {
  Box rect;                     // sheet_uv
  Box content;                  // sheet_uv
  bool edge_found[4] = {};      // by SideKind
  bool behind_letters[4] = {};  // a side that was found, but print reaches over it: rect is wider there
  bool ends_at_spine = false;
};

// `curves`, `inlier`: as in SheetFit; text that is no inlier is not content. `settled`: the sides are the page's own
// edges already, none that was found is moved.
PageRect findPageRect(const PageCues& cues,
                      const SheetModel& sheet,
                      const std::vector<Curve>& curves,
                      const std::vector<bool>& inlier,
                      bool settled = false);

// Nearly the same rectangle (within a few characters), a hundred times sooner: the ink is looked at here and there, and
// the photo for no edges. For what a running fit shows.
Box roughPageRect(const PageCues& cues,
                  const SheetModel& sheet,
                  const std::vector<Curve>& curves,
                  const std::vector<bool>& inlier);

}  // namespace platen::optim
