// A page whose shape is known, as the cues that detection would hand to the fit: text segments, sides and rules traced
// on a given sheet with noise, and, on request, the direction, row period and ink images. No pixels of a photo are
// made. Same recipe, same cues.
//
//   SyntheticRecipe recipe;                         // a bent page of 55 lines seen by a camera, all four sides
//   recipe.truth.pitch = 0.2;                       // change what the test is about
//   const SyntheticPage page = makeSyntheticPage(recipe);
//   const FitResult fit = optim::fit(page.cues, ...);
//   EXPECT_LT(mapErrorPercent(page, fit), 0.1);     // RMS after the best similarity, % of the page's width
//
// The sheet's unit is half the text width; the text box is [-1, 1] x [-text_half_height, text_half_height], the page
// adds `margin` all around.
#pragma once

#include "core/fit.h"
#include "core/optim/sheet_model.h"
#include "core/page_cues.h"

#include <cstdint>
#include <functional>

namespace platen::test {

struct SyntheticRecipe {
  Size source_size{2400, 3200};  // source_px
  double work_scale = 0.5;
  int quarter_turns = 0;    // of WorkFrame; source_size is what the camera stored
  double char_height = 11;  // work_px
  optim::SheetParameters truth;
  double half_width_q = 0.31;     // half the text width in q (work_px / longer side), at the page's middle
  double text_half_height = 1.3;  // sheet units
  double margin = 0.2;            // sheet units from the text box to the page's edge
  // Work_px added to what the sheet model shows of a sheet point: creases, local waves. Empty: none.
  std::function<Vec2(Vec2 sheet_uv)> displacement_px;

  double line_pitch_h = 2.2;     // distance of text lines in character heights
  int columns = 1;               // of text
  bool ragged_right = false;     // line ends vary over 30 % of the column width
  double missing_lines = 0;      // share of lines left out
  double noise_px = 0.15;        // standard deviation per point, work_px, both directions
  double outlier_lines = 0;      // share of segments replaced by slanted nonsense
  bool sides[4] = {1, 1, 1, 1};  // by SideKind
  int gutter_side = -1;          // SideKind of a spine, or none
  int h_rules = 0, v_rules = 0;  // printed rules over the text box, cut into pieces of a fifth
  bool text = true;
  // Of three sizes (h, and .72 and .58 of it) every 4 h along the lines, a twentieth of them of any size.
  bool characters = false;
  bool images = false;  // make the direction, row period and ink images (scale .5)
  std::uint64_t seed = 1;
};

// A book page: bent towards the spine at its left, seen from below at an angle.
SyntheticRecipe bookRecipe();
// A loose sheet, gently waved.
SyntheticRecipe wavedRecipe();

struct SyntheticPage {
  SyntheticRecipe recipe;
  optim::SheetFrame frame;
  PageCues cues;
  Box text_sheet_uv;
  Box page_sheet_uv;

  // The truth: sheet_uv -> work_px and source_px.
  [[nodiscard]] Vec2 workFromSheet(Vec2 sheet_uv) const;
  [[nodiscard]] Vec2 sourceFromSheet(Vec2 sheet_uv) const;
};

SyntheticPage makeSyntheticPage(const SyntheticRecipe& recipe);

// RMS distance of the fitted page coordinates from the true ones over a lattice of the page (of its text box, with
// `text_only`), after the best similarity, in % of the page's width. Infinite where the fit can't see the page.
double mapErrorPercent(const SyntheticPage& page, const FitResult& fit, bool text_only = false);
double sheetErrorPercent(const SyntheticPage& page, const optim::SheetModel& sheet, bool text_only = false);

// The page_uv that a grid maps to source_px, by Newton's method; NaN where it does not converge.
Vec2 pageFromSource(const SplineNet& net, Vec2 source_px, Vec2 first_guess);

}  // namespace platen::test
