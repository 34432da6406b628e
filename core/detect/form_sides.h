// Where the sheet's edges run on the canvas (form_cues.h), by the sides that detection followed on the photo. However
// the sheet bends, an edge is then looked for beside its side, not beside a straight line.
#pragma once

#include "core/detect/form_edges.h"
#include "core/form_cues.h"

#include <array>
#include <optional>
#include <vector>

namespace platen::detect {

// An edge as (along, across) in canvas_px, along growing; empty: not known.
using EdgeGuide = std::vector<Vec2>;

struct SideGuide {
  EdgeGuide guide;
  double valid = 0;  // share of its length with a visible contrast, 0..1
};

// Linear between the guide's points, constant beyond its ends. The guide is not empty.
double acrossAt(const EdgeGuide& guide, double along);

// By SideKind, the kind that a side has on the canvas, which may be turned against the photo. `sheet`: where the edges
// are expected, canvas_px; a side far from there is another page's. Of several the one that is seen best.
std::array<SideGuide, 4> sideGuides(const std::vector<PageCues>& pages,
                                    const Homography& canvas_from_source,
                                    const Box& sheet_canvas_px);

// Whether the side leaves the straight line at `across` by more than a bent sheet's edges mostly do.
bool isFar(const SideGuide& side, double across);

// The edge beside a side; the side itself where that is seen well and the canvas shows no edge: paper on paper has less
// contrast than followEdge() asks for.
std::optional<FormEdge> edgeBeside(const SideGuide& side, SideKind kind, const CanvasImage& canvas);

// A homography that looks at the whole sheet where the one that the matches gave is so far off part of it that the
// canvas does not hold it: from the places it was found by and the outline's corners, one half each. Nothing where the
// outline's corners are near to where that has them, no outline is known, or no camera would see the canvas so.
// `frame`: the canvas, with the photo's size and the matches' homography.
std::optional<Homography> recentred(const FormFrame& frame,
                                    const std::vector<Vec2>& places_canvas_px,
                                    const std::vector<PageCues>& pages,
                                    const Box& sheet_canvas_px);

}  // namespace platen::detect
