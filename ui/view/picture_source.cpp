#include "ui/view/picture_source.h"

#include <utility>

namespace platen::ui {

PictureSource PictureSource::photo(std::shared_ptr<const pipeline::PhotoRegions> regions) {
  PictureSource source;
  if (regions) {
    const Size size = regions->sourceSize();
    source.extent_px = {static_cast<double>(size.width), static_cast<double>(size.height)};
  }
  source.regions = std::move(regions);
  return source;
}

PictureSource PictureSource::page(std::shared_ptr<const pipeline::PhotoRegions> regions,
                                  WarpGrid grid,
                                  Vec2 extent_px) {
  return {std::move(regions), std::make_shared<const WarpGrid>(std::move(grid)), extent_px};
}

}  // namespace platen::ui
