// Stage 1: the sheet model fitted to curves by Levenberg-Marquardt with the curves' constants eliminated (variable
// projection), robust and graduated (FIT sections 6, 7, 12). Knows nothing of images.
#pragma once

#include "core/fit.h"
#include "core/optim/curves.h"
#include "core/optim/sheet_model.h"
#include "core/options.h"
#include "core/page_cues.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace platen::optim {

// Which of the nested models the curves ask for (FIT section 12): similarity = deskew only.
enum class SheetKind : std::uint8_t { similarity, plane, cylinder };

struct SheetFit {
  SheetFrame frame;
  SheetParameters parameters;
  SheetKind kind = SheetKind::cylinder;
  bool usable = false;             // false: too little evidence (neither 3 sides, 6 rules, 3 segments nor 3 strokes)
  bool soft = false;               // the sheet is not a cylinder; this is a smooth mean surface
  std::vector<Curve> curves;       // all that the grid stage may use, margins and classified rules included
  std::vector<double> residual_h;  // per curve: median |residual| in character heights
  std::vector<bool> inlier;        // per curve
  double inlier_share = 0;         // of text length with |r| < .3 h
  double rms_h = 0;                // of the inliers, in character heights
  double cost = 0;     // mean rho at sg = .25; of a fit to rows alone, which has no curves: E_dir over what is refused
  int side_count = 0;  // sides that were believed
  int margin_count = 0;
  Box rect;                     // the page's rectangle in sheet_uv (FIT section 7)
  bool edge_found[4] = {};      // by SideKind: that side of rect is an edge of the sheet
  bool behind_letters[4] = {};  // that side lies behind its edge, for print reaches over it (page_rect.h)
  Box content;                  // printed content in sheet_uv
  bool bound = false;           // it is a page of a book: one side is a spine
  std::string paper;            // the standard sheet whose shape the page has ("A4"), or empty
  // What the curves leave unexplained is noise, which unlike a fold that the sheet has not says nothing against its
  // shape: the aspect is known as well as the equations say, and no paper had it within that.
  bool aspect_is_told = false;
  double aspect_seen = 0;      // of rect, before a paper had a part in it; 0: none had
  double aspect_sigma = 0;     // standard deviation of its logarithm, as the curves have it; 0: not asked
  double log_focal_sigma = 0;  // of parameters.log_focal, with what was known of it before; 0: not asked, as of a scan
  // Of the map, as the curves leave it open: of rect's diagonal (map_sigma.h); 1: nothing tells; 0: not
  // asked, as of a scan, a soft sheet, one found from rows or a guided one. Sheets with folds, and those found by
  // sampling, have that of the smooth sheet or the plane that they began from, which is the least.
  double map_sigma = 0;
  FacingPage tells;  // of a page of an open book; else nothing
  int steps = 0;     // of the descent
  bool stopped = false;
  std::map<std::string, double> diagnostics;

  [[nodiscard]] int edgeCount() const {
    return static_cast<int>(std::count(std::begin(edge_found), std::end(edge_found), true));
  }
};

// Values of the profile once the sheet is roughly known. 17 over text and sides resolve a corner curl or a tight spine
// (on the bench's pages: median map error .44 % of the width at 9, .34 at 13, .31 at 17).
inline constexpr int kFineProfile = 17;

class FitDevice;
class OutlineSheet;

struct SheetFitOptions {
  ModelLimit model = ModelLimit::automatic;  // plane: never bends; all others allow the cylinder
  // Focal length in units of the photo's longer side, from EXIF: f35 / 36 (the longer side of the photo taken for the
  // 36 mm of the film), with a sigma of 12 % for makers who mean the diagonal. 0: unknown, then 1.2 with a sigma of 35
  // %.
  double focal_prior = 0;
  bool margins = true;  // whether margins are looked for
  bool leading = true;  // whether lines of text are to keep their distance
  bool bending = true;  // whether sheets are believed to bend smoothly
  bool camera = true;   // whether a focal length, and that the photo was taken from above, are believed
  // The sides are believed more than all else: for a sheet on which they are seen well, and which came out with one of
  // them far off.
  bool hold_sides = false;
  bool may_hold_sides = true;       // whether stage 1 may do so by itself
  FacingPage facing;                // what the other page of the open book told
  FitDevice* device = nullptr;      // of the sampled fits; null: the CPU
  OutlineSheet* outline = nullptr;  // of this page (sampled_sheet_fit.h); null: found anew each time
  PaperChoice paper;                // what the page is known to be
};

struct SheetPriors;
// What is believed of sheet and camera before anything is seen.
SheetPriors priorsOf(const SheetFitOptions& options);

// Where a fit may start from: parameters mean something in their own frame only.
struct SheetStart {
  SheetFrame frame;
  SheetParameters parameters;
  std::shared_ptr<const FoldedParameters> folds = nullptr;  // that were found in it
};

// The height of characters, work_px, that tolerances are measured in. Without text what detection says is a guess, and
// must not swallow the page.
double toleranceHeight(const PageCues& cues);

// Whether the traced lines take part; without them sides and rules speak for themselves.
bool fitsText(const PageCues& cues);

// `start`: parameters from elsewhere (a neighbour page, a sampled fit, a sidecar); null: from scratch. Stopped: the
// best so far, judged and framed as always.
SheetFit fitSheet(const PageCues& cues,
                  const SheetFitOptions& options,
                  const SheetStart* start,
                  const FitHooks& hooks,
                  std::stop_token stop);

}  // namespace platen::optim
