// PictureSource: which picture a layer of a view shows, as a value: a photo, or the flat page that a grid makes of it.
//
// Frames: picture_px is source_px for the photo, and for the flat page out_px at the source's own density (its extent).
#pragma once

#include "core/geometry.h"
#include "core/pipeline/photo_region.h"
#include "core/warp_grid.h"

#include <memory>

namespace platen::ui {

struct PictureSource {
  std::shared_ptr<const pipeline::PhotoRegions> regions;
  std::shared_ptr<const WarpGrid> grid;  // source_from_page of a flat page; null: the photo as it is
  Vec2 extent_px;                        // the picture's size in picture_px; the photo's own for a photo

  static PictureSource photo(std::shared_ptr<const pipeline::PhotoRegions> regions);
  static PictureSource page(std::shared_ptr<const pipeline::PhotoRegions> regions, WarpGrid grid, Vec2 extent_px);

  [[nodiscard]] bool empty() const { return regions == nullptr; }
};

}  // namespace platen::ui
