// lookAgain, edgesSeen: see known_form.h.
#include "core/box_side.h"
#include "core/detect/form_sides.h"
#include "core/detect/known_form.h"
#include "core/detect/raster.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace platen::detect {
namespace {

constexpr double kMatchReach = 30;  // canvas_px: of a recognised place from where the fit has it
constexpr double kEdgeReach = 25;   // likewise, of the sheet's edges
constexpr double kSeenThere = 3;    // canvas_px: of an edge from where the fit has it
constexpr double kGuideStep = 12;   // canvas_px between places of the guide along an edge

// The edge of the sheet where the fit has it, as (along, across) with growing along.
std::vector<Vec2> guideAlong(SideKind kind,
                             const Box& edges_px,
                             const FormFrame& frame,
                             const std::function<Vec2(Vec2)>& seen_at) {
  const SideSpan side = spanOf(frame.canvasFromForm(edges_px), kind);
  std::vector<Vec2> guide;
  const int steps = static_cast<int>(std::ceil((side.to - side.from) / kGuideStep));
  for (int step = 0; step <= steps; ++step) {
    const double t = std::min(side.from + step * kGuideStep, side.to);
    const Vec2 p = seen_at(sidePoint(kind, t, side.across));
    const Vec2 q = isLevel(kind) ? p : Vec2{p.y, p.x};
    if (guide.empty() || q.x > guide.back().x + 1) {
      guide.push_back(q);
    }
  }
  return guide;
}

std::optional<FormEdge> edgeAbout(const std::vector<Vec2>& guide,
                                  SideKind kind,
                                  const FormFrame& frame,
                                  const CanvasImage& canvas) {
  EdgeSearch search;
  search.kind = kind;
  search.from = std::max(guide.front().x, 1.0);
  search.to = std::min(guide.back().x, (isLevel(kind) ? frame.canvas_extent.x : frame.canvas_extent.y) - 1);
  search.across = [&guide](double along) { return acrossAt(guide, along); };
  search.reach = kEdgeReach;
  return followEdge(canvas, search);
}

double medianDistance(const std::vector<Vec2>& guide, const FormEdge& edge) {
  std::vector<double> off;
  for (const Vec2& p : guide) {
    const double k = (p.x - edge.first) / edge.step;
    if (k >= 0 && k < static_cast<double>(edge.across.size())) {
      off.push_back(std::abs(edge.across[static_cast<std::size_t>(k)] - p.y));
    }
  }
  return off.empty() ? 0 : quantile(off, 0.5);
}

}  // namespace

FormCues lookAgain(const FormSight& first,
                   const KnownForm& form,
                   const std::function<Vec2(Vec2)>& seen_at,
                   const FormSheet& sheet) {
  FormCues cues = first.cues;
  std::vector<Vec2> expected;
  expected.reserve(form.keypoints.points.size());
  for (const Vec2& p : form.keypoints.points) {
    expected.push_back(seen_at(p));
  }
  cues.matches = guidedMatches(form.keypoints, expected, first.seen, kMatchReach);
  if (!cues.sheet_is_known) {
    cues.sheet = sheet;
  }
  cues.edges.clear();
  const auto beside_outline = [&](SideKind kind) -> const FormEdge* {
    for (const FormEdge& edge : first.cues.edges) {
      if (edge.kind == kind && edge.from_side) {
        return &edge;
      }
    }
    return nullptr;
  };
  for (const SideKind kind : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    if (!(cues.sheet.weight[static_cast<std::size_t>(kind)] > 0)) {
      continue;
    }
    const std::vector<Vec2> guide = guideAlong(kind, cues.sheet.edges_px, cues.frame, seen_at);
    const FormEdge* outline = beside_outline(kind);
    std::optional<FormEdge> edge;
    // Where the fit has not come near to what was followed beside the outline, there is nothing better to be seen.
    if (guide.size() >= 2 && !(outline && medianDistance(guide, *outline) > kEdgeReach)) {
      edge = edgeAbout(guide, kind, cues.frame, first.canvas);
    }
    if (!edge && outline) {
      edge = *outline;
    }
    if (edge) {
      edge->from_side = outline != nullptr;
      cues.edges.push_back(std::move(*edge));
    }
  }
  return cues;
}

double edgesSeen(const FormSight& sight, const std::function<Vec2(Vec2)>& seen_at, const FormSheet& sheet) {
  const FormFrame& frame = sight.cues.frame;
  double seen = 0;
  for (const SideKind kind : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    if (!(sheet.weight[static_cast<std::size_t>(kind)] > 0)) {
      continue;
    }
    const std::vector<Vec2> guide = guideAlong(kind, sheet.edges_px, frame, seen_at);
    const std::optional<FormEdge> edge =
        guide.size() >= 2 ? edgeAbout(guide, kind, frame, sight.canvas) : std::optional<FormEdge>();
    for (std::size_t k = 0; edge && k < guide.size(); ++k) {
      const double at = std::floor((guide[k].x - edge->first) / edge->step);
      if (at >= 0 && at < static_cast<double>(edge->across.size())) {
        const auto sample = static_cast<std::size_t>(at);
        seen += std::abs(edge->across[sample] - guide[k].y) < kSeenThere
                    ? edge->confidence[sample] / static_cast<double>(4 * guide.size())
                    : 0;
      }
    }
  }
  return seen;
}

}  // namespace platen::detect
