#include "core/optim/baked_sheet.h"

#include "core/optim/bake.h"
#include "core/optim/known_places.h"
#include "core/optim/turn_between.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

constexpr double kTinyTurn = 0.05 * M_PI / 180;  // a deskew below this is not worth a resampling

bool finite(const WarpGrid& grid) {
  return std::all_of(grid.points.begin(), grid.points.end(),
                     [](Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); });
}

// How the printed part is seen: the turn and scale of it, and its middle on the sheet and on the photo.
struct SeenPrint {
  TurnBetween turn;  // work_px from sheet_uv
  Vec2 sheet_uv, work_px;
};

SeenPrint seenPrint(const SheetModel& model, const Box& content) {
  constexpr int kPerSide = 3;
  std::vector<Vec2> flat;
  std::vector<Vec2> seen;
  SeenPrint print;
  for (int i = 0; i < kPerSide; ++i) {
    for (int j = 0; j < kPerSide; ++j) {
      flat.push_back(
          {content.x0 + content.width() * j / (kPerSide - 1), content.y0 + content.height() * i / (kPerSide - 1)});
      seen.push_back(model.workFromSheet(flat.back()));
      print.sheet_uv = print.sheet_uv + flat.back() / (kPerSide * kPerSide);
      print.work_px = print.work_px + seen.back() / (kPerSide * kPerSide);
    }
  }
  print.turn = turnBetween(flat, seen);
  return print;
}

// Straight from above and as flat as scans are: turned a little, of one scale throughout, no corner or middle of it
// elsewhere by more than a hundredth of its diagonal.
bool isSeenFlat(const SeenPrint& print, const Box& content) {
  constexpr double kMostOff = 0.01;   // of the diagonal
  constexpr double kMostTurn = 0.06;  // radians
  return print.turn.most < kMostOff * print.turn.scale * std::hypot(content.width(), content.height()) &&
         std::abs(print.turn.radians) < kMostTurn;
}

// A flat scan that shows no edge of its sheet inside the frame: all of it, turned upright (FIT section 12).
void takeWholePhoto(SheetFit& sheet, const SeenPrint& print, const WorkFrame& frame) {
  const Vec2 extent = frame.extent();
  const Vec2 off = (extent / 2 - print.work_px) / print.turn.scale;
  const double c = std::cos(print.turn.radians);
  const double s = std::sin(print.turn.radians);
  const Vec2 centre = print.sheet_uv + Vec2{c * off.x + s * off.y, c * off.y - s * off.x};
  const Vec2 half = extent / 2 / print.turn.scale;
  const Box photo{centre.x - half.x, centre.y - half.y, centre.x + half.x, centre.y + half.y};
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
    const bool no_bounds = sheet.edgeCount() <= no_edges && cues.pins.empty();
    const bool is_turned = sheet.kind == SheetKind::similarity;
    const SeenPrint print =
        no_bounds ? seenPrint(SheetModel(sheet.frame, sheet.parameters), sheet.content) : SeenPrint{};
    const bool is_scan = attempt == 0 && cues.fills_photo && !cues.isGuided() && isSeenFlat(print, sheet.content);
    if (no_bounds && print.turn.scale > 0 && (is_turned || is_scan)) {
      takeWholePhoto(baked.sheet, print, cues.frame);
      baked.whole_photo = true;
      if (is_turned && std::abs(baked.sheet.parameters.roll) < kTinyTurn) {
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
