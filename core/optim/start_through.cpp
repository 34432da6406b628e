#include "core/optim/start_through.h"

#include "core/optim/baked_sheet.h"

namespace platen::optim {
namespace {

constexpr int kLines = 13;   // each way
constexpr int kPoints = 25;  // of a line

Stroke lineOf(const SplineNet& shape, double across, bool is_level) {
  Stroke line{{}, is_level};
  for (int k = 0; k < kPoints; ++k) {
    const double along = static_cast<double>(k) / (kPoints - 1);
    line.points.push_back(sourceFromPage(shape, is_level ? Vec2{along, across} : Vec2{across, along}));
  }
  return line;
}

}  // namespace

FitStart startThrough(const PageCues& cues, const SheetFitOptions& options, const std::stop_token& stop) {
  if (cues.shape.empty() || foldsOver(cues.shape)) {
    return {};
  }
  PageCues lines;
  lines.frame = cues.frame;
  lines.char_height = cues.char_height;
  const SplineNet shape = splineNet(cues.shape);
  for (int k = 0; k < kLines; ++k) {
    const double across = static_cast<double>(k) / (kLines - 1);
    lines.strokes.push_back(lineOf(shape, across, true));
    lines.strokes.push_back(lineOf(shape, across, false));
  }
  SheetFitOptions through = options;
  through.margins = false;
  through.leading = false;
  through.facing = {};
  const SheetFit sheet = fitSheet(lines, through, nullptr, {}, stop);
  if (!sheet.usable || sheet.stopped) {
    return {};
  }
  return startFrom(parametersOf(shapeOf(sheet), cues.frame));
}

}  // namespace platen::optim
