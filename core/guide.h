// What is known of a page before its photo is looked at: by someone who saw how it came out, or from another page's
// fit. Soft constraints and a start, beside the evidence that detection finds; plain values.
#pragma once

#include "core/geometry.h"
#include "core/warp_grid.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace platen {

// A place of the photo that is seen at a place of the flat page.
struct Pin {
  Vec2 point;  // of the photo; source_px in a PageGuide, work_px in PageCues, canvas_px in FormCues
  Vec2 page_uv;
  friend bool operator==(const Pin&, const Pin&) = default;
};

// A line on the photo that is straight on the flat page: level, or upright.
struct Stroke {
  Polyline points;  // two or more, frames as for Pin
  bool is_level = true;
  friend bool operator==(const Stroke&, const Stroke&) = default;
};

// Of one page of a photo.
struct PageGuide {
  int index = 1;  // in reading order
  // What page_uv of the pins refers to: the page after this clockwise turn of the photo, in degrees. None: the page as
  // its reading direction is found to be.
  std::optional<int> reading_rotation;
  std::vector<Pin> pins;  // source_px, and page_uv of the upright page
  std::vector<Stroke> strokes;
  // Where someone saw this page meet the other one of an open book. source_px; empty: as it was found.
  Polyline spine;
  // A shape from elsewhere: the same page's earlier fit, or a page beside it under the same camera. Empty: none.
  WarpGrid shape;                                         // source_px from page_uv, upright as shape_rotation says
  int shape_rotation = 0;                                 // degrees, clockwise from the photo
  Vec2 shape_extent_px;                                   // out_px of that page, at the source's own density
  std::map<std::string, std::vector<double>> parameters;  // FitResult::parameters of that fit
  // Nobody's fit, but a first guess: a start beside the fit's own, taken where it explains the page better.
  bool shape_is_guess = false;

  [[nodiscard]] bool empty() const { return pins.empty() && strokes.empty() && spine.empty() && shape.empty(); }
};

struct Guide {
  std::vector<PageGuide> pages;

  // Null where nothing is known of that page.
  [[nodiscard]] const PageGuide* ofPage(int index) const {
    const auto found = std::find_if(pages.begin(), pages.end(), [&](const PageGuide& p) { return p.index == index; });
    return found == pages.end() ? nullptr : &*found;
  }
  // Of the photo: both pages of a book have the same one, and detection divides it there (pipeline::openPhoto). Empty:
  // none is known.
  [[nodiscard]] Polyline spine() const {
    const auto told = std::find_if(pages.begin(), pages.end(), [](const PageGuide& p) { return !p.spine.empty(); });
    return told == pages.end() ? Polyline{} : told->spine;
  }
};

}  // namespace platen
