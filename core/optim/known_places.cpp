#include "core/optim/known_places.h"

#include "core/box_side.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace platen::optim {
namespace {

constexpr double kSamePlace = 0.002;  // page_uv

// Pins with the same v (or u), as the line that they lie on, from left to right (top to bottom).
void addLinesOf(const std::vector<Pin>& pins, bool is_level, double char_height, std::vector<Curve>& lines) {
  const auto across = [is_level](const Pin& pin) { return is_level ? pin.page_uv.y : pin.page_uv.x; };
  const auto along = [is_level](const Pin& pin) { return is_level ? pin.page_uv.x : pin.page_uv.y; };
  std::vector<Pin> order = pins;
  std::stable_sort(order.begin(), order.end(), [&](const Pin& a, const Pin& b) { return across(a) < across(b); });
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && across(order[end]) - across(order[begin]) <= kSamePlace) {
      ++end;
    }
    std::vector<Pin> line(order.begin() + static_cast<std::ptrdiff_t>(begin),
                          order.begin() + static_cast<std::ptrdiff_t>(end));
    std::stable_sort(line.begin(), line.end(), [&](const Pin& a, const Pin& b) { return along(a) < along(b); });
    if (line.size() < 2 || along(line.back()) - along(line.front()) <= kSamePlace) {
      continue;
    }
    // The pins alone: what lies between them is not known to be straight on the photo.
    Curve curve;
    curve.kind = CurveKind::stroke;
    curve.is_h = is_level;
    curve.weight = kStrokeWeight;
    for (const Pin& pin : line) {
      if (!curve.points.empty()) {
        curve.length_h += norm(pin.point - curve.points.back()) / char_height;
      }
      curve.points.push_back(pin.point);
    }
    if (curve.length_h > 0 && std::isfinite(curve.length_h)) {  // not pins at one point of the photo
      lines.push_back(std::move(curve));
    }
  }
}

// low + t (high - low) = at for all (t, at), by least squares; what they do not tell stays.
void fitEnds(const std::vector<std::pair<double, double>>& told, double& low, double& high) {
  constexpr double kStay = 1e-6;
  double a00 = kStay, a01 = 0, a11 = kStay, b0 = 0, b1 = 0;  // of the changes of low and high
  for (const auto& [t, at] : told) {
    const double off = at - (low + t * (high - low));
    a00 += (1 - t) * (1 - t);
    a01 += (1 - t) * t;
    a11 += t * t;
    b0 += (1 - t) * off;
    b1 += t * off;
  }
  const double determinant = a00 * a11 - a01 * a01;
  const double d_low = (a11 * b0 - a01 * b1) / determinant;
  const double d_high = (a00 * b1 - a01 * b0) / determinant;
  if (high + d_high - low - d_low > 0.2 * (high - low)) {
    low += d_low;
    high += d_high;
  }
}

}  // namespace

std::vector<Curve> knownLines(const PageCues& cues) {
  std::vector<Curve> lines;
  for (const Stroke& stroke : cues.strokes) {
    if (stroke.points.size() >= 2) {
      Curve line = strokeCurve(stroke, cues.char_height);
      if (line.points.size() >= 2 && line.length_h > 0) {
        lines.push_back(std::move(line));
      }
    }
  }
  addLinesOf(cues.pins, true, cues.char_height, lines);
  addLinesOf(cues.pins, false, cues.char_height, lines);
  return lines;
}

Box rectThroughPins(const Box& rect, const std::vector<Pin>& pins, const SheetModel& sheet) {
  std::vector<std::pair<double, double>> across, down;
  for (const Pin& pin : pins) {
    const SheetModel::Seen seen = sheet.sheetFromWork(pin.point);
    if (seen.visible) {
      across.emplace_back(pin.page_uv.x, seen.sheet_uv.x);
      down.emplace_back(pin.page_uv.y, seen.sheet_uv.y);
    }
  }
  Box moved = rect;
  if (!across.empty() && rect.width() > 0 && rect.height() > 0) {
    fitEnds(across, moved.x0, moved.x1);
    fitEnds(down, moved.y0, moved.y1);
  }
  return moved;
}

void takePins(const PageCues& cues, SheetFit& sheet) {
  if (cues.pins.empty()) {
    return;
  }
  sheet.rect = rectThroughPins(sheet.rect, cues.pins, SheetModel(sheet.frame, sheet.parameters));
  const auto pinned = [&](SideKind side) {
    return std::count_if(cues.pins.begin(), cues.pins.end(), [&](const Pin& pin) {
             const double across = isLevel(side) ? pin.page_uv.y : pin.page_uv.x;
             return std::abs(across - (outwards(side) > 0 ? 1 : 0)) <= kSamePlace;
           }) >= 2;
  };
  for (const SideKind side : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    sheet.edge_found[static_cast<std::size_t>(side)] |= pinned(side);
  }
}

}  // namespace platen::optim
