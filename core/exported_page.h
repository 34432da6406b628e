// How a page was exported: what of it lies on how many pixels.
#pragma once

#include "core/geometry.h"

namespace platen {

struct ExportedPage {
  Size out_px;
  Box page_uv{0, 0, 1, 1};  // the part that was exported; beyond [0,1] with a margin
  double dpi = 0;           // out pixels per inch of paper; 0: not known
  friend bool operator==(const ExportedPage&, const ExportedPage&) = default;
};

}  // namespace platen
