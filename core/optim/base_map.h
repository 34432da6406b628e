// The map that the free form is added to: stage 1's sheet over the page's rectangle, with its slopes; and the sampling
// of sheet plus offsets into a WarpGrid.
//
// Frames: sheet_uv and work_px as in sheet_model.h; page_uv is the rectangle mapped to [0,1]^2; net_uv the slightly
// larger rectangle that carries the offset net, so that evidence on the page's very border is inside it.
#pragma once

#include "core/optim/offset_net.h"
#include "core/optim/sheet_model.h"
#include "core/warp_grid.h"

namespace platen::optim {

class BaseMap {
 public:
  // `rect_sheet_uv` is the page's rectangle. Throws std::invalid_argument if it is empty or not finite.
  BaseMap(const SheetModel& sheet, const Box& rect_sheet_uv);

  struct Jet {
    Vec2 point, du, dv;  // work_px; du, dv per unit of sheet_uv
  };
  [[nodiscard]] Vec2 at(Vec2 sheet_uv) const { return sheet_.workFromSheet(sheet_uv); }
  // Slopes are central differences over about one cell of the sheet's tabulated profile, which is piecewise linear.
  [[nodiscard]] Jet jet(Vec2 sheet_uv) const;

  [[nodiscard]] const SheetModel& sheet() const { return sheet_; }
  [[nodiscard]] const Box& pageRect() const { return page_; }
  [[nodiscard]] const Box& netRect() const { return net_; }
  [[nodiscard]] Vec2 netFromSheet(Vec2 sheet_uv) const {
    return {(sheet_uv.x - net_.x0) / net_.width(), (sheet_uv.y - net_.y0) / net_.height()};
  }
  [[nodiscard]] Vec2 sheetFromNet(Vec2 net_uv) const {
    return {net_.x0 + net_uv.x * net_.width(), net_.y0 + net_uv.y * net_.height()};
  }
  [[nodiscard]] Vec2 sheetFromPage(Vec2 page_uv) const {
    return {page_.x0 + page_uv.x * page_.width(), page_.y0 + page_uv.y * page_.height()};
  }

 private:
  SheetModel sheet_;
  Box page_, net_;
};

// work_px from page_uv: the sheet, plus `offsets` unless null, on rows x cols samples.
WarpGrid sampleMap(const BaseMap& base, const OffsetNet* offsets, int rows, int cols);

// The same on the coarsest lattice whose interpolating spline (warp_grid.h) stays within `tolerance_px` of the map at
// cell centres; at most 129 samples a side.
WarpGrid bakeMap(const BaseMap& base, const OffsetNet* offsets, double tolerance_px = 0.08);

// Least Jacobian determinant of sheet plus offsets over a 33 x 47 lattice, relative to the median. <= 0: folds over.
double leastRelativeDeterminant(const BaseMap& base, const OffsetNet* offsets);

}  // namespace platen::optim
