#include "core/optim/bake.h"

#include <algorithm>
#include <cstddef>

namespace platen::optim {
namespace {

struct Deviation {
  double along_u = 0, along_v = 0;  // largest, source_px
};

// How far the spline lies from the sheet, halfway between the samples along one axis while on the other's samples.
Deviation deviation(const WarpGrid& grid, const SheetModel& sheet, const Box& rect, const WorkFrame& frame) {
  const SplineNet net = splineNet(grid);
  const auto offAt = [&](double u, double v) {
    const Vec2 truth =
        frame.sourceFromWork(sheet.workFromSheet({rect.x0 + u * rect.width(), rect.y0 + v * rect.height()}));
    return norm(sourceFromPage(net, {u, v}) - truth);
  };
  Deviation result;
  const int lines = 9;
  for (int line = 0; line < lines; ++line) {
    const int row = line * (grid.rows - 1) / (lines - 1);
    for (int j = 0; j + 1 < grid.cols; ++j) {
      result.along_u =
          std::max(result.along_u, offAt((j + 0.5) / (grid.cols - 1), static_cast<double>(row) / (grid.rows - 1)));
    }
    const int col = line * (grid.cols - 1) / (lines - 1);
    for (int i = 0; i + 1 < grid.rows; ++i) {
      result.along_v =
          std::max(result.along_v, offAt(static_cast<double>(col) / (grid.cols - 1), (i + 0.5) / (grid.rows - 1)));
    }
  }
  return result;
}

}  // namespace

WarpGrid sampleSheet(const SheetModel& sheet, const Box& rect_sheet_uv, const WorkFrame& frame, int rows, int cols) {
  WarpGrid grid;
  grid.rows = rows;
  grid.cols = cols;
  grid.points.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      const Vec2 uv{rect_sheet_uv.x0 + rect_sheet_uv.width() * j / (cols - 1),
                    rect_sheet_uv.y0 + rect_sheet_uv.height() * i / (rows - 1)};
      grid.points.push_back(frame.sourceFromWork(sheet.workFromSheet(uv)));
    }
  }
  return grid;
}

WarpGrid bakeToSource(const SheetModel& sheet, const Box& rect_sheet_uv, const WorkFrame& frame, double tolerance) {
  int rows = 33;
  int cols = 25;
  while (true) {
    WarpGrid grid = sampleSheet(sheet, rect_sheet_uv, frame, rows, cols);
    const Deviation off = deviation(grid, sheet, rect_sheet_uv, frame);
    const bool more_cols = off.along_u > tolerance && cols < 257;
    const bool more_rows = off.along_v > tolerance && rows < 257;
    if (!more_cols && !more_rows) {
      return grid;
    }
    cols = more_cols ? std::min(2 * cols - 1, 257) : cols;
    rows = more_rows ? std::min(2 * rows - 1, 257) : rows;
  }
}

WarpGrid sourceGrid(const WarpGrid& work_from_page, const WorkFrame& frame) {
  WarpGrid grid = work_from_page;
  for (Vec2& point : grid.points) {
    point = frame.sourceFromWork(point);
  }
  return grid;
}

}  // namespace platen::optim
