// How large, which part, at what resolution: what is rendered for one page, found before any pixel is touched.
//
// Crop: `page` is the page's own rectangle, `content` the printed part of it, `none` grows the rectangle until
// all of the photo is on it that the map reaches without folding (the map continues straight beyond the page).
// Resolution: out pixels = extent at the source's own density x scale; --dpi gives the scale that makes them N to the
// inch. The page's physical size is known from a scan's resolution or a recognised sheet (densityDpi); where --dpi or
// --margin need it and it is not known, the page is taken to be as long as A4 (297 mm), and that is said in a warning:
// a user who asks for 300 dpi or 5 mm gets something sensible from any photo of a page. A PDF's page then is as large
// as that says, margin and all; what is only assumed is not written into other files, unless --dpi asks for it.
#pragma once

#include "core/enhance/clean_page.h"
#include "core/pipeline/page.h"

#include <string>
#include <vector>

namespace platen::pipeline {

struct ExportPlan {
  WarpGrid grid;  // of the rectangle that is rendered
  Size out_px;
  Box page_uv{0, 0, 1, 1};  // that rectangle, in page_uv of the page that was given
  enhance::DeskSides desk;  // of that rectangle: those beyond all that is printed, by what the fit knows
  enhance::Sharpening sharpening;
  double dpi = 0;        // to be written into the file: asked for, or the photo's own, carried over; 0: not known
  double paper_dpi = 0;  // out pixels per inch of paper, for a PDF's page; 0: neither known nor assumed
  double known_dpi = 0;  // the same, but 0 where it is only assumed
  std::vector<std::string> warnings;
};

// Errors: badInput where nothing is left (a negative margin), tooLarge beyond a gigapixel.
Result<ExportPlan> planExport(const PageToExport& page, const PhotoInfo& info, const ExportOptions& options);

}  // namespace platen::pipeline
