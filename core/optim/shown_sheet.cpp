#include "core/optim/shown_sheet.h"

#include "core/optim/bake.h"

#include <algorithm>
#include <cmath>

namespace platen::optim {

WarpGrid shownSheet(const SheetModel& sheet, const Box& rect_sheet_uv, const WorkFrame& frame) {
  constexpr int kRows = 25;
  constexpr int kCols = 19;
  constexpr double kFarOff = 2;  // times the photo's longer side, from its middle
  if (!(aspectOf(rect_sheet_uv) > 0)) {
    return {};
  }
  WarpGrid grid = sampleSheet(sheet, rect_sheet_uv, frame, kRows, kCols);
  const Vec2 size{static_cast<double>(frame.source_size.width), static_cast<double>(frame.source_size.height)};
  const double reach = kFarOff * std::max(size.x, size.y);
  const bool is_near =
      std::all_of(grid.points.begin(), grid.points.end(), [&](Vec2 point) { return norm(point - size / 2) < reach; });
  return is_near ? grid : WarpGrid{};
}

double aspectOf(const Box& rect_sheet_uv) {
  const double width = rect_sheet_uv.width();
  const double height = rect_sheet_uv.height();
  return width > 0 && height > 0 && std::isfinite(width) && std::isfinite(height) ? height / width : 0;
}

}  // namespace platen::optim
