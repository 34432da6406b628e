#include "ui/view/handles.h"

#include <algorithm>
#include <utility>

namespace platen::ui {
namespace {

constexpr int kShorterCells = 4;  // of the coarsest lattice: 5 x 7 points
constexpr int kLongerCells = 6;
constexpr int kMostCells = 32;
constexpr double kLeastPitch = 70;  // widget_px
constexpr double kReach = 10;       // widget_px
constexpr double kClear = 15;       // widget_px between the handle of a line and those that can be dragged
constexpr double kSamples = 16;     // for the length of a line

double lengthOnScreen(const SplineNet& net, const ViewTransform& view, Vec2 from_uv, Vec2 to_uv) {
  double length = 0;
  Vec2 last = sourceFromPage(net, from_uv);
  for (int k = 1; k <= kSamples; ++k) {
    const Vec2 now = sourceFromPage(net, from_uv + (to_uv - from_uv) * (k / kSamples));
    length += norm(now - last);
    last = now;
  }
  return length * view.scale;
}

// The place so far along the line, as a part of its length.
Vec2 along(const Polyline& line, double part) {
  double length = 0;
  for (std::size_t k = 1; k < line.size(); ++k) {
    length += norm(line[k] - line[k - 1]);
  }
  double left = length * part;
  for (std::size_t k = 1; k < line.size(); ++k) {
    const double piece = norm(line[k] - line[k - 1]);
    if (piece >= left && piece > 0) {
      return line[k - 1] + (line[k] - line[k - 1]) * (left / piece);
    }
    left -= piece;
  }
  return line.back();
}

// Where a line can be taken hold of: at its middle, or the nearest place to it that no other handle is at.
Vec2 placeOf(const Polyline& line, const std::vector<Handle>& others, const ViewTransform& view) {
  for (const double part : {0.5, 0.44, 0.56, 0.38, 0.62, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9}) {
    const Vec2 place = along(line, part);
    if (std::none_of(others.begin(), others.end(),
                     [&](const Handle& other) { return norm(other.source_px - place) * view.scale < kClear; })) {
      return place;
    }
  }
  return along(line, 0.5);
}

int rank(HandleKind kind) {
  switch (kind) {
    case HandleKind::pin:
      return 0;
    case HandleKind::corner:
      return 1;
    case HandleKind::side:
      return 2;
    case HandleKind::inner:
      return 3;
    case HandleKind::stroke:
      break;
  }
  return 4;
}

}  // namespace

LatticeCells latticeCells(const SplineNet& net, const ViewTransform& view, double least_pitch, int most) {
  const double across = lengthOnScreen(net, view, {0, 0.5}, {1, 0.5});
  const double down = lengthOnScreen(net, view, {0.5, 0}, {0.5, 1});
  LatticeCells cells{across <= down ? kShorterCells : kLongerCells, across <= down ? kLongerCells : kShorterCells};
  while (std::max(cells.columns, cells.rows) * 2 <= most && across / (2 * cells.columns) >= least_pitch &&
         down / (2 * cells.rows) >= least_pitch) {
    cells.columns *= 2;
    cells.rows *= 2;
  }
  return cells;
}

std::vector<Handle> handlesOf(const PageOverlay& page, const SplineNet& net, const ViewTransform& view) {
  std::vector<Handle> handles;
  if (!page.grid.empty()) {
    const LatticeCells cells = latticeCells(net, view, kLeastPitch, kMostCells);
    const int columns = cells.columns;
    const int rows = cells.rows;
    const auto add = [&](HandleKind kind, Vec2 uv) {
      if (std::none_of(page.pins.begin(), page.pins.end(), [uv](const Pin& pin) { return pin.page_uv == uv; })) {
        handles.push_back({kind, -1, uv, sourceFromPage(net, uv)});
      }
    };
    for (const Vec2 corner : {Vec2{0, 0}, Vec2{1, 0}, Vec2{1, 1}, Vec2{0, 1}}) {
      add(HandleKind::corner, corner);
    }
    const auto lattice = [&](HandleKind kind) {
      for (int i = 0; i <= rows; ++i) {
        for (int j = 0; j <= columns; ++j) {
          const bool row_end = i == 0 || i == rows;
          const bool column_end = j == 0 || j == columns;
          const HandleKind here = row_end && column_end   ? HandleKind::corner
                                  : row_end || column_end ? HandleKind::side
                                                          : HandleKind::inner;
          if (here == kind) {
            add(kind, {static_cast<double>(j) / columns, static_cast<double>(i) / rows});
          }
        }
      }
    };
    lattice(HandleKind::side);
    lattice(HandleKind::inner);
  }
  for (std::size_t k = 0; k < page.pins.size(); ++k) {
    handles.push_back({HandleKind::pin, static_cast<int>(k), page.pins[k].page_uv, page.pins[k].point});
  }
  for (std::size_t k = 0; k < page.strokes.size(); ++k) {
    if (page.strokes[k].points.size() >= 2) {
      const Polyline& line = page.strokes[k].points;
      handles.push_back({HandleKind::stroke, static_cast<int>(k), {}, placeOf(line, handles, view), along(line, 0.5)});
    }
  }
  return handles;
}

std::optional<Handle> handleAt(const std::vector<Handle>& handles, const ViewTransform& view, Vec2 widget_px) {
  std::optional<Handle> best;
  auto best_order = std::pair(0, 0.0);
  for (const Handle& handle : handles) {
    const double away = norm(view.toWidget(handle.source_px) - widget_px);
    const auto order = std::pair(rank(handle.kind), away);
    if (away <= kReach && (!best || order < best_order)) {
      best = handle;
      best_order = order;
    }
  }
  return best;
}

bool holds(const WarpGrid& grid, Vec2 source_px) {
  if (grid.empty()) {
    return false;
  }
  Polyline outline;
  for (int j = 0; j + 1 < grid.cols; ++j) {
    outline.push_back(grid.at(0, j));
  }
  for (int i = 0; i + 1 < grid.rows; ++i) {
    outline.push_back(grid.at(i, grid.cols - 1));
  }
  for (int j = grid.cols - 1; j > 0; --j) {
    outline.push_back(grid.at(grid.rows - 1, j));
  }
  for (int i = grid.rows - 1; i > 0; --i) {
    outline.push_back(grid.at(i, 0));
  }
  bool inside = false;
  for (std::size_t k = 0; k < outline.size(); ++k) {
    const Vec2 a = outline[k];
    const Vec2 b = outline[(k + 1) % outline.size()];
    if ((a.y > source_px.y) != (b.y > source_px.y) &&
        source_px.x < a.x + (b.x - a.x) * (source_px.y - a.y) / (b.y - a.y)) {
      inside = !inside;
    }
  }
  return inside;
}

}  // namespace platen::ui
