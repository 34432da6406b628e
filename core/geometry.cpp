#include "core/geometry.h"

namespace platen {

double lengthOf(const Polyline& line) {
  double length = 0;
  for (std::size_t k = 1; k < line.size(); ++k) {
    length += norm(line[k] - line[k - 1]);
  }
  return length;
}

Vec2 WorkFrame::workFromSource(Vec2 source_px) const {
  const Vec2 p = source_px * scale;
  const double w = source_size.width * scale;
  const double h = source_size.height * scale;
  switch (quarter_turns & 3) {
    case 1:
      return {h - p.y, p.x};
    case 2:
      return {w - p.x, h - p.y};
    case 3:
      return {p.y, w - p.x};
    default:
      return p;
  }
}

Vec2 WorkFrame::sourceFromWork(Vec2 work_px) const {
  const double w = source_size.width * scale;
  const double h = source_size.height * scale;
  Vec2 p = work_px;
  switch (quarter_turns & 3) {
    case 1:
      p = {work_px.y, h - work_px.x};
      break;
    case 2:
      p = {w - work_px.x, h - work_px.y};
      break;
    case 3:
      p = {w - work_px.y, work_px.x};
      break;
    default:
      break;
  }
  return p / scale;
}

}  // namespace platen
