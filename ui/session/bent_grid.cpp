#include "ui/session/bent_grid.h"

#include <cmath>

namespace platen::ui {

WarpGrid bentGrid(const WarpGrid& source_from_page, Vec2 page_uv, Vec2 source_px) {
  if (source_from_page.empty()) {
    return source_from_page;
  }
  const Vec2 shift = source_px - sourceFromPage(splineNet(source_from_page), page_uv);
  const auto bend = [&](double size) {
    WarpGrid bent = source_from_page;
    for (int i = 0; i < bent.rows; ++i) {
      for (int j = 0; j < bent.cols; ++j) {
        const Vec2 away = Vec2{j / (bent.cols - 1.0), i / (bent.rows - 1.0)} - page_uv;
        bent.at(i, j) = bent.at(i, j) + shift * (size * std::exp(-dot(away, away) / (2 * kBendRadius * kBendRadius)));
      }
    }
    return bent;
  };
  // The spline through a coarse lattice reaches a little less than the bump's height between its points, or more.
  const WarpGrid once = bend(1);
  const Vec2 reached = sourceFromPage(splineNet(once), page_uv) - (source_px - shift);
  const double along = dot(reached, shift);
  return along > 0 ? bend(dot(shift, shift) / along) : once;
}

}  // namespace platen::ui
