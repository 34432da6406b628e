#include "core/detect/top_sheet.h"

#include "core/detect/edge_field.h"
#include "core/detect/print_about.h"
#include "core/detect/sheet_outline.h"
#include "core/detect/sheet_quad.h"
#include "core/detect/sheet_rim.h"

#include <algorithm>
#include <utility>

namespace platen::detect {
namespace {

constexpr double kWorthOfArea = 0.4;  // of the photo: half a sheet, up to a crease, has as good sides as the whole

// A flat sheet, or one that hardly bends.
TopSheet flatSheet(const MaskScene& scene, const EdgeField& field, const std::vector<TextSegment>& segments) {
  constexpr double kSupport = 0.55;      // of the sides' lines: sides that fold and bend are followed off them
  constexpr double kWorthOfEnds = -0.3;  // lines that go on beyond the corners
  constexpr double kLeastWorth = 1.1;
  constexpr double kLeastQuality = 1.3;
  const SheetQuad* best = nullptr;
  double best_worth = kLeastWorth;
  const std::vector<SheetQuad> quads = quadsAroundMiddle(scene, field, kSupport);
  for (const SheetQuad& quad : quads) {
    const Corners& c = quad.corner;
    const bool is_whole = std::all_of(c.begin(), c.end(), [&](Vec2 p) { return field.holds(p); });
    const double area = 0.5 * cross(c[2] - c[0], c[3] - c[1]) / static_cast<double>(scene.lab.total());
    const double worth = quad.score + kWorthOfArea * area + kWorthOfEnds * quad.beyond;
    if (is_whole && worth > best_worth) {
      best_worth = worth;
      best = &quad;
    }
  }
  if (best == nullptr) {
    return {};
  }
  // Of the best alone: with the print as it must be, some poorer quadrilateral can nearly always be had.
  const PrintAbout print = printAbout(best->corner, scene.k, segments);
  if (!print.isOfOthers()) {
    return {};
  }
  const Vec2 level = best->corner[1] - best->corner[0] + (best->corner[2] - best->corner[3]);
  PageMask page = maskOfQuad(scene, field, *best, directionOf(level));
  return page.quality > kLeastQuality ? TopSheet{std::move(page), print.isAllRound()} : TopSheet{};
}

// One that bends.
TopSheet bentSheet(const MaskScene& scene, const EdgeField& field, const std::vector<TextSegment>& segments) {
  constexpr double kLeastEdge = 0.85;
  constexpr double kWholly = 0.95;  // inside the photo
  constexpr double kAllOfIt = 0.95;
  return {sheetAroundMiddle(scene, field, {}, [&](const OutlineAround& around) {
    if (around.edge < kLeastEdge || around.shown < kWholly) {
      return false;
    }
    // All of its print: on crumpled paper some runs aslant, and a path may cut it off.
    const PrintAbout print = printAbout(around.page, scene.k, segments);
    return print.isOfOthers() && print.along_on >= kAllOfIt * print.on;
  })};
}

}  // namespace

TopSheet findTopSheet(const MaskScene& scene, const std::vector<TextSegment>& segments) {
  if (!runsAslant(segments)) {
    return {};
  }
  const EdgeField field(scene.lab);
  TopSheet top = flatSheet(scene, field, segments);
  if (top.page.empty()) {
    top = bentSheet(scene, field, segments);
  }
  // What lies on paper, all alike and lighter, lies on no others: it is a picture, and that is its page.
  return !top.page.empty() && rimOf(scene, top.page).isOnPaper() ? TopSheet{} : std::move(top);
}

}  // namespace platen::detect
