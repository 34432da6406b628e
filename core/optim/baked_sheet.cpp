#include "core/optim/baked_sheet.h"

#include "core/optim/bake.h"
#include "core/optim/known_places.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace platen::optim {
namespace {

constexpr double kTinyTurn = 0.05 * M_PI / 180;  // a deskew below this is not worth a resampling

bool finite(const WarpGrid& grid) {
  return std::all_of(grid.points.begin(), grid.points.end(),
                     [](Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); });
}

// A flat scan that shows no edge of its sheet inside the frame: all of it, turned upright (FIT section 12).
void takeWholePhoto(SheetFit& sheet, const WorkFrame& frame) {
  const SheetModel model(sheet.frame, sheet.parameters);
  const Vec2 extent = frame.extent();
  const Vec2 centre = model.sheetFromWork(extent / 2).sheet_uv;
  const double unit = sheet.frame.norm * sheet.frame.half_width_q;
  const Box photo{centre.x - extent.x / 2 / unit, centre.y - extent.y / 2 / unit, centre.x + extent.x / 2 / unit,
                  centre.y + extent.y / 2 / unit};
  sheet.rect = {std::min(photo.x0, sheet.content.x0), std::min(photo.y0, sheet.content.y0),
                std::max(photo.x1, sheet.content.x1), std::max(photo.y1, sheet.content.y1)};
  std::fill(std::begin(sheet.edge_found), std::end(sheet.edge_found), false);
}

}  // namespace

bool foldsOver(const WarpGrid& grid) {
  return !finite(grid) || minRelativeDeterminant(splineNet(grid)) <= 0;
}

WarpGrid wholePhoto(const WorkFrame& frame) {
  return turned(identityGrid(frame.source_size), frame.quarter_turns);
}

BakedSheet bakeOrFallBack(const PageCues& cues,
                          SheetFit sheet,
                          const SheetFitOptions& options,
                          const std::stop_token& stop) {
  BakedSheet baked;
  for (int attempt = 0; attempt < 3; ++attempt) {
    baked.sheet = sheet;
    takePins(cues, baked.sheet);
    baked.whole_photo = false;
    if (!sheet.usable || !(sheet.rect.width() > 0) || !(sheet.rect.height() > 0)) {
      return baked;
    }
    // One edge alone, of a page without text, may be that of a figure.
    const int no_edges = cues.has_text || cues.hasGutter() ? 0 : 1;
    if (sheet.kind == SheetKind::similarity && sheet.edgeCount() <= no_edges && cues.pins.empty()) {
      takeWholePhoto(baked.sheet, cues.frame);
      baked.whole_photo = true;
      if (std::abs(baked.sheet.parameters.roll) < kTinyTurn) {
        baked.grid = wholePhoto(cues.frame);
        baked.ok = true;
        return baked;
      }
    }
    const SheetModel model(baked.sheet.frame, baked.sheet.parameters);
    const WarpGrid probe = sampleSheet(model, baked.sheet.rect, cues.frame, 17, 17);
    if (!foldsOver(probe)) {
      baked.grid = bakeToSource(model, baked.sheet.rect, cues.frame);
      if (!foldsOver(baked.grid)) {
        baked.ok = true;
        return baked;
      }
    }
    baked.poorer = true;
    if (attempt == 0) {
      sheet.paper.clear();
      sheet.rect = sheet.content;  // what lies beyond the evidence may fold where the evidence does not
      std::fill(std::begin(sheet.edge_found), std::end(sheet.edge_found), false);  // its sides are the print's
    } else {
      SheetFitOptions plane = options;
      plane.model = ModelLimit::plane;
      sheet = fitSheet(cues, plane, nullptr, {}, stop);
    }
  }
  return baked;
}

}  // namespace platen::optim
