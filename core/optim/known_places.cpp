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

struct End {
  double at = 0;
  bool is_held = false;
};

// low + t (high - low) = at for all (t, at): an end on which some of them lie goes to those alone, the others give by
// least squares what is still open; what they do not tell stays, and what is held.
void fitEnds(const std::vector<std::pair<double, double>>& told, End low, End high, double& new_low, double& new_high) {
  const auto settle = [&told](End& end, double t_of_end) {
    double sum = 0;
    int count = 0;
    for (const auto& [t, at] : told) {
      if (std::abs(t - t_of_end) <= kSamePlace) {
        sum += at;
        ++count;
      }
    }
    if (count > 0) {
      end = {sum / count, true};
    }
  };
  settle(low, 0);
  settle(high, 1);
  constexpr double kHeld = 1e12;
  // Where one end alone is open, a pin near the other would throw it far.
  const double open = low.is_held || high.is_held ? 0.25 * static_cast<double>(told.size()) : 1e-6;
  double a00 = low.is_held ? kHeld : open;  // of the changes of low and high
  double a11 = high.is_held ? kHeld : open;
  double a01 = 0;
  double b0 = 0;
  double b1 = 0;
  for (const auto& [t, at] : told) {
    const double off = at - (low.at + t * (high.at - low.at));
    a00 += (1 - t) * (1 - t);
    a01 += (1 - t) * t;
    a11 += t * t;
    b0 += (1 - t) * off;
    b1 += t * off;
  }
  const double determinant = a00 * a11 - a01 * a01;
  low.at += low.is_held ? 0 : (a11 * b0 - a01 * b1) / determinant;
  high.at += high.is_held ? 0 : (a00 * b1 - a01 * b0) / determinant;
  if (high.at - low.at > 0.2 * (new_high - new_low)) {
    new_low = low.at;
    new_high = high.at;
  }
}

}  // namespace

bool liesOn(const Pin& pin, SideKind side) {
  const double across = isLevel(side) ? pin.page_uv.y : pin.page_uv.x;
  return std::abs(across - (outwards(side) > 0 ? 1 : 0)) <= kSamePlace;
}

bool isPinned(const std::vector<Pin>& pins, SideKind side) {
  return std::any_of(pins.begin(), pins.end(), [side](const Pin& pin) { return liesOn(pin, side); });
}

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

Box rectThroughPins(const Box& rect, const std::vector<Pin>& pins, const SheetModel& sheet, const HeldEdges& held) {
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
    const auto is_held = [&held](SideKind side) { return held[static_cast<std::size_t>(side)]; };
    fitEnds(across, {rect.x0, is_held(SideKind::left)}, {rect.x1, is_held(SideKind::right)}, moved.x0, moved.x1);
    fitEnds(down, {rect.y0, is_held(SideKind::top)}, {rect.y1, is_held(SideKind::bottom)}, moved.y0, moved.y1);
  }
  return moved;
}

namespace {

void takePins(const PageCues& cues, const HeldEdges& held, SheetFit& sheet) {
  sheet.rect = rectThroughPins(sheet.rect, cues.pins, SheetModel(sheet.frame, sheet.parameters), held);
  const auto pinned = [&](SideKind side) {
    return std::count_if(cues.pins.begin(), cues.pins.end(), [side](const Pin& pin) { return liesOn(pin, side); }) >= 2;
  };
  for (const SideKind side : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    sheet.edge_found[static_cast<std::size_t>(side)] |= pinned(side);
  }
}

}  // namespace

void takePins(const PageCues& cues, SheetFit& sheet) {
  HeldEdges held{};
  for (const SideKind side : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    const auto k = static_cast<std::size_t>(side);
    held[k] = sheet.edge_found[k] && !isPinned(cues.pins, side);
  }
  takePins(cues, held, sheet);
}

void takePinsOnSides(const PageCues& cues, SheetFit& sheet) {
  takePins(cues, {true, true, true, true}, sheet);
}

}  // namespace platen::optim
