// Pages on photos, by the maps that put them there.
#pragma once

#include "core/pipeline/export_way.h"
#include "core/pipeline/page.h"

#include <cmath>
#include <functional>

namespace platen::pipeline {

using Kind = ExportWay::Kind;

using Map = std::function<Vec2(Vec2 page_uv)>;  // to shares of the photo

inline PageToExport pageOf(const PhotoInfo& photo, const Map& map, Vec2 extent, int index = 1) {
  PageToExport page;
  page.index = index;
  page.grid = {7, 6, {}};
  for (int i = 0; i < 7; ++i) {
    for (int j = 0; j < 6; ++j) {
      const Vec2 p = map({j / 5.0, i / 6.0});
      page.grid.points.push_back({p.x * photo.size.width, p.y * photo.size.height});
    }
  }
  page.extent_px = extent;
  return page;
}

inline Vec2 bent(Vec2 uv) {
  return {0.1 + 0.8 * uv.x + 0.03 * std::sin(4 * uv.y), 0.1 + 0.75 * uv.y + 0.04 * std::sin(3 * uv.x)};
}
inline Vec2 onItsSide(Vec2 uv) {
  return bent({uv.y, 1 - uv.x});
}
inline Vec2 onItsHead(Vec2 uv) {
  return bent({1 - uv.x, 1 - uv.y});
}
inline Vec2 aslant(Vec2 uv) {
  return {0.5 + 0.55 * (uv.x - 0.5) - 0.4 * (uv.y - 0.5), 0.5 + 0.4 * (uv.x - 0.5) + 0.55 * (uv.y - 0.5)};
}
inline Vec2 beyond(Vec2 uv) {
  return {-0.2 + 1.3 * uv.x, -0.15 + 1.35 * uv.y + 0.05 * uv.x};
}

}  // namespace platen::pipeline
