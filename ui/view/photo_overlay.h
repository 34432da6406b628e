// What is drawn over the photo, as one value: of each page its grid and what was found and set on it. source_px.
#pragma once

#include "core/geometry.h"
#include "core/guide.h"
#include "core/warp_grid.h"

#include <vector>

namespace platen::ui {

struct PageOverlay {
  WarpGrid grid;  // source_from_page; empty: not fitted yet
  std::vector<Polyline> text_lines, sides, rules;
  Polyline spine;
  std::vector<Pin> pins;  // the place of the photo, and where on the page it belongs
  std::vector<Stroke> strokes;
};

struct OverlayLayers {
  bool grid = true;
  bool text_lines = false;
  bool sides = true;
  bool rules = false;
  bool spine = true;
  bool pins = true;
  bool strokes = true;
  bool handles = true;  // of the current page, with the point tool
};

struct PhotoOverlay {
  std::vector<PageOverlay> pages;
  int current = 0;  // index into pages; -1: none
};

}  // namespace platen::ui
