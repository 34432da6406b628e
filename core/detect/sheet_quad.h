// A sheet by its straight edges alone: for paper on paper, where no flood tells the page from what it lies on, but a
// faint shadow or a crack of light runs along all four sides (docs/fit.md, page mask).
#pragma once

#include "core/detect/edge_field.h"
#include "core/detect/page_mask.h"
#include "core/geometry.h"
#include "core/page_cues.h"

#include <array>
#include <vector>

namespace platen::detect {

// The four lines around the print that have the most edge along them, followed where the paper is not quite straight.
// Sides are valid where an edge stands out from its surroundings, however faint. Empty where no four lines have one.
// Those along whose left or right side most lines begin or end, of text or music (`staves`, staves.h), or along whose
// top or bottom the first or last ones of text run, are passed over. h in work_px.
PageMask findSheetQuad(const MaskScene& scene,
                       const std::vector<TextSegment>& segments,
                       const std::vector<TextSegment>& staves,
                       double h,
                       double text_angle);

// Four straight lines that may be a sheet's sides.
struct SheetQuad {
  std::array<Vec2, 4> corner;  // clockwise from top left, mask indices
  double score = 0;            // about the mean share of its sides that has an edge, up to 1.4
  double beyond = 0;  // mean share of edge along the sides' lines beyond the corners: where a sheet ends, so do they
};

// Those around the photo's middle whose sides have that much edge in the mean, upright within 32 degrees; the best
// first.
std::vector<SheetQuad> quadsAroundMiddle(const MaskScene& scene, const EdgeField& field, double mean_support);

// The mask within the quadrilateral's sides, which are followed where they bend.
PageMask maskOfQuad(const MaskScene& scene, const EdgeField& field, const SheetQuad& quad, double text_angle);

}  // namespace platen::detect
