// A loose sheet without a known form, as a net over its own rectangle: what is known of the flat page is that it is a
// sheet of paper with straight edges. FIT section 8.1. The canvas (form_cues.h) is the page's rectangle of kFormWidth
// with a margin, brought onto the photo by the camera of stage 1, which looks at the plane nearest to its sheet; so the
// net begins as stage 1's sheet in space and as the map that was found so far.
#pragma once

#include "core/form_cues.h"
#include "core/optim/canvas_lines.h"
#include "core/optim/offset_net.h"
#include "core/optim/print_sizes.h"
#include "core/optim/sheet_fit.h"
#include "core/page_cues.h"
#include "core/warp_grid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace platen::optim {

// Text is level; a rule may be upright as well, and one that was followed is one line wherever the paper is creased.
enum class LineKind : std::uint8_t { text, rule, followed };

// A piece of text or a rule as it was traced, whatever stage 1 made of it.
struct TracedLine {
  Polyline seen;  // canvas_px, two points or more
  double weight = 1;
  LineKind kind = LineKind::rule;
};

struct PaperNet {
  FormFrame frame;                       // form_extent: the page; reference_size is not used
  std::array<double, 3> normal_image{};  // m of canvas_view.h
  std::vector<CanvasLine> lines;         // of text, margins, rules: of unknown place
  std::vector<TracedLine> traced;        // all there are; `lines` begin as those that stage 1 believes
  std::vector<CanvasLine> sides;         // on the rectangle
  std::vector<CanvasCharacter> characters;
  std::vector<std::vector<std::size_t>> sizes;  // of them (print_sizes.h): indices
  EvidenceImage shading;                        // PageCues'; empty: none
  Homography shading_from_canvas;               // to its pixels
  double even_stretch = 0.9;                    // 0..1: the share of it that is free (form_paper_energy.h)
  NetShape coarsest;
  int refinements = 0;        // of the coarsest shape, that the nets below have
  OffsetNet offsets, depths;  // canvas_px, kDepthUnit: what moves
};

template <class P, class Visit>
requires PartsOf<P, PaperNet>
void visitParts(P& p, const Visit& visit, const ParameterPart* in) {
  const ParameterPart offsets{"offsets", "canvas_px", in};
  visitParts(p.offsets, visit, &offsets);
  const ParameterPart depths{"depths", "", in};
  visitParts(p.depths, visit, &depths);
}

// `source_from_page`: the map found so far, of the sheet's rectangle; `aspect`: the page's height / width. Nothing
// where the camera sees too little of the sheet.
std::optional<PaperNet> paperNet(const PageCues& cues,
                                 const SheetFit& sheet,
                                 const WarpGrid& source_from_page,
                                 double aspect);

// How often the nets that a fit begins with are refined from PaperNet::coarsest; its last descent has one more.
inline constexpr int kRefinements = 2;
// The same nets on twice as many spans.
PaperNet finer(PaperNet net);

// Sets `sizes` as the net has the characters now.
void findSizes(PaperNet& net);

// Sets `even_stretch` as deep as the net has the sheet now. Stage 1's camera errs by several per cent of length,
// evenly, and on a shallow sheet that is more than its slopes shorten; how a deep one is shortened tells its shape.
void findEvenStretch(PaperNet& net);

// Sets `lines` to what of `traced` the net has level or upright now: within 2 canvas_px of a place of its own (root
// mean square), short pieces to 4 degrees; what was followed over creases within 25, to 4 degrees from end to end.
// Margins, which stage 1 guessed from where lines end, are left out. Where that is far less than `lines` are, these
// stay.
void findLines(PaperNet& net);

// The page's map under the net's offsets.
WarpGrid sourceGrid(const PaperNet& net);

}  // namespace platen::optim
