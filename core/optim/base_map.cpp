#include "core/optim/base_map.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace platen::optim {
namespace {

constexpr double kNetBorder = 0.01;   // of the rectangle, on every side (FIT section 8: "rect enlarged by 0.01")
constexpr double kSlopeStep = 0.015;  // sheet units: about a cell of the profile's table

Vec2 mapAt(const BaseMap& base, const OffsetNet* offsets, Vec2 page_uv) {
  const Vec2 sheet_uv = base.sheetFromPage(page_uv);
  const Vec2 point = base.at(sheet_uv);
  return offsets == nullptr ? point : point + offsetAt(*offsets, base.netFromSheet(sheet_uv));
}

// Largest distance of the grid's spline from the map at the centre of one cell in four.
double bakeError(const WarpGrid& grid, const BaseMap& base, const OffsetNet* offsets) {
  const SplineNet net = splineNet(grid);
  double worst = 0;
  for (int i = 0; i + 1 < grid.rows; i += 2) {
    for (int j = i / 2 % 2; j + 1 < grid.cols; j += 2) {
      const Vec2 page_uv{(j + 0.5) / (grid.cols - 1), (i + 0.5) / (grid.rows - 1)};
      worst = std::max(worst, norm(sourceFromPage(net, page_uv) - mapAt(base, offsets, page_uv)));
    }
  }
  return worst;
}

}  // namespace

BaseMap::BaseMap(const SheetModel& sheet, const Box& rect_sheet_uv) : sheet_(sheet), page_(rect_sheet_uv) {
  if (!(page_.width() > 0) || !(page_.height() > 0) || !std::isfinite(page_.width()) ||
      !std::isfinite(page_.height())) {
    throw std::invalid_argument("BaseMap: the page's rectangle must be finite and not empty");
  }
  const double du = kNetBorder * page_.width();
  const double dv = kNetBorder * page_.height();
  net_ = {page_.x0 - du, page_.y0 - dv, page_.x1 + du, page_.y1 + dv};
}

BaseMap::Jet BaseMap::jet(Vec2 sheet_uv) const {
  const Vec2 right = at({sheet_uv.x + kSlopeStep, sheet_uv.y});
  const Vec2 left = at({sheet_uv.x - kSlopeStep, sheet_uv.y});
  const Vec2 below = at({sheet_uv.x, sheet_uv.y + kSlopeStep});
  const Vec2 above = at({sheet_uv.x, sheet_uv.y - kSlopeStep});
  return {at(sheet_uv), (right - left) / (2 * kSlopeStep), (below - above) / (2 * kSlopeStep)};
}

WarpGrid sampleMap(const BaseMap& base, const OffsetNet* offsets, int rows, int cols) {
  WarpGrid grid;
  grid.rows = rows;
  grid.cols = cols;
  grid.points.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      grid.points.push_back(
          mapAt(base, offsets, {static_cast<double>(j) / (cols - 1), static_cast<double>(i) / (rows - 1)}));
    }
  }
  return grid;
}

WarpGrid bakeMap(const BaseMap& base, const OffsetNet* offsets, double tolerance_px) {
  const bool portrait = base.pageRect().height() > base.pageRect().width();
  WarpGrid grid;
  for (const int n : {17, 25, 33, 49, 65, 97, 129}) {
    const int shorter = std::max(17, n * 3 / 4 + (n * 3 / 4 + 1) % 2);
    grid = sampleMap(base, offsets, portrait ? n : shorter, portrait ? shorter : n);
    if (bakeError(grid, base, offsets) <= tolerance_px) {
      break;
    }
  }
  return grid;
}

double leastRelativeDeterminant(const BaseMap& base, const OffsetNet* offsets) {
  constexpr int kCols = 33;
  constexpr int kRows = 47;
  const WarpGrid grid = sampleMap(base, offsets, kRows, kCols);
  std::vector<double> dets;
  dets.reserve(static_cast<std::size_t>(kRows - 1) * (kCols - 1));
  for (int i = 0; i + 1 < kRows; ++i) {
    for (int j = 0; j + 1 < kCols; ++j) {
      const Vec2 right = grid.at(i, j + 1) + grid.at(i + 1, j + 1) - grid.at(i, j) - grid.at(i + 1, j);
      const Vec2 down = grid.at(i + 1, j) + grid.at(i + 1, j + 1) - grid.at(i, j) - grid.at(i, j + 1);
      dets.push_back(cross(right, down));
    }
  }
  const double least = *std::min_element(dets.begin(), dets.end());
  const auto middle = dets.begin() + static_cast<std::ptrdiff_t>(dets.size() / 2);
  std::nth_element(dets.begin(), middle, dets.end());
  // NaN compares false everywhere: a map with a hole must not pass for a good one.
  return std::isfinite(least) && *middle > 0 ? least / *middle : -1;
}

}  // namespace platen::optim
