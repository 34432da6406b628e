#include "core/optim/printed_box.h"

#include "core/box_side.h"
#include "core/optim/page_score.h"
#include "core/optim/whole_letters.h"
#include "core/warp_grid.h"

#include <algorithm>
#include <optional>

namespace platen::optim {
namespace {

Box pageBox(const Box& part, const Box& whole) {
  return {(part.x0 - whole.x0) / whole.width(), (part.y0 - whole.y0) / whole.height(),
          (part.x1 - whole.x0) / whole.width(), (part.y1 - whole.y0) / whole.height()};
}

// A character's height on the page, page_uv.
Vec2 characterOnPage(const PageCues& cues, const FitResult& page) {
  const double h = cues.char_height / cues.frame.scale;  // at the source's own density
  return {h / page.page_extent_px.x, h / page.page_extent_px.y};
}

// `content`, page_uv, so that it holds all traced lines.
Box withLines(const PageCues& cues, const FitResult& page, const Box& content) {
  constexpr double kBeside_h = 0.7;  // from a line's middle
  const std::optional<Box> lines = linesOnPage(cues, page.grid);
  if (!lines) {
    return content;
  }
  const Vec2 beside = kBeside_h * characterOnPage(cues, page);
  return {std::min(content.x0, std::max(0.0, lines->x0 - beside.x)),
          std::min(content.y0, std::max(0.0, lines->y0 - beside.y)),
          std::max(content.x1, std::min(1.0, lines->x1 + beside.x)),
          std::max(content.y1, std::min(1.0, lines->y1 + beside.y))};
}

// `content`, page_uv, so that it cuts no letter of the page as it is now.
Box wholeLetters(const PageCues& cues, const FitResult& page, Box content) {
  const bool is_told = cues.has_text && content.width() > 0 && content.height() > 0 && !page.grid.empty();
  if (!is_told || !(page.page_extent_px.x > 0) || !(page.page_extent_px.y > 0)) {
    return content;
  }
  constexpr double kBeside = 0.003;
  const SplineNet net = splineNet(page.grid);
  const Vec2 height = characterOnPage(cues, page);
  for (const SideKind side : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    const double out = beyondTheLetters(cues, content, side, SideOf::print, height, [&](Vec2 page_uv) {
      return cues.frame.workFromSource(warpJet(net, page_uv).point);
    });
    // Not to the page's edge: what is dark there may be what the page lies on.
    const double edge = edgeOf(content, side);
    edgeOf(content, side) = std::clamp(out, std::min(edge, kBeside), std::max(edge, 1 - kBeside));
  }
  return content;
}

}  // namespace

Box printedBox(const PageCues& cues, const FitResult& page, const SheetFit& sheet, bool without_lines) {
  const Box content = pageBox(sheet.content, sheet.rect);
  return wholeLetters(cues, page, without_lines ? withLines(cues, page, content) : content);
}

}  // namespace platen::optim
