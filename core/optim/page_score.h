// How flat does the page look on a map? One measure for any map (sheet, free form, plane, the photo as it is), taken
// from the image after the fit: candidates are compared by it, whatever they were fitted to. Not an energy: nothing is
// differentiated, and a page need not be rendered.
//
// All lengths in character heights h, on the page, so that the size of the page plays no part.
#pragma once

#include "core/geometry.h"
#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"
#include "core/warp_grid.h"

#include <optional>

namespace platen::optim {

struct PageScore {
  // The traced text's mean distance from a level straight line, each line's own; 0 without lines on the page.
  double waviness_h = 0;
  double median_waviness_h = 0;  // the same of the median line, by length
  // The image's text direction against the rows of the page, degrees, mean over where print is (PageCues::direction).
  double direction_deg = 0;
  // The sides' mean distance from level or upright straight lines; 0 without sides that can be believed.
  double sides_h = 0;
  // Change of the distance between lines of text from the top to the bottom of the page, as a share: what
  // foreshortening leaves; 0 with too few lines to say.
  double stretch = 0;
  // Share of the traced text that does not lie on the page.
  double lost = 0;
  int lines = 0;  // that were seen on the page

  // One number, about the distance of print from where it should be, h. Stretch is left out: displayed formulas and
  // figures move lines apart as well, and a page is not made worse by what only may be wrong with it.
  [[nodiscard]] double total() const;
};

// `extent_px`: width and height of the page in source pixels, as FitResult::page_extent_px. A few milliseconds.
PageScore scorePage(const PageCues& cues, const WarpGrid& source_from_page, Vec2 extent_px);

// Width and height of the page that a sheet is, source pixels.
Vec2 extentOf(const PageCues& cues, const SheetFit& sheet);

// The same of the page that a sheet is, of which `source_from_page` was made.
PageScore scoreSheet(const PageCues& cues, const WarpGrid& source_from_page, const SheetFit& sheet);

// The box of the traced lines' middles on the page, page_uv, as far as they lie on it; none: no line does.
std::optional<Box> linesOnPage(const PageCues& cues, const WarpGrid& source_from_page);

// Whether printed rules (tables, frames, the edges of figures and buildings) run level or upright on the page.
struct RuleScore {
  double straight = 0;  // share of their length that does, to 1.5 degrees
  double length = 0;    // of all of them, in long sides of the photo
};
RuleScore scoreRules(const PageCues& cues, const WarpGrid& source_from_page, Vec2 extent_px);

// The whole photo turned so that its text runs level on the mean, as a page; with `angle` 0 the photo as it is.
struct DeskewedPhoto {
  WarpGrid grid;
  Vec2 extent_px;
};
DeskewedPhoto deskewedPhoto(const WorkFrame& frame, double angle);

// The photo as it is or turned level, whichever looks flatter, if it looks clearly flatter (by a fifth) than the given
// page; else nothing. Without text to trust nothing is said: the few lines of a grid or a drawing may run any way.
std::optional<DeskewedPhoto> flatterPhoto(const PageCues& cues, const PageScore& page);

}  // namespace platen::optim
