#include "core/sampling/apron_tiles.h"

#include "core/sampling/bilinear_check.h"
#include "core/sampling/huge_pages.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>

namespace platen::sampling {

namespace {

// One row of a tile; `left` pixels of the image's row are left from `from` on, at least 1.
void copyTileRow(const std::uint8_t* from, std::int64_t left, std::uint8_t* to) {
  if (left >= kTileSide) {
    std::memcpy(to, from, kTileSide);
    return;
  }
  std::memcpy(to, from, static_cast<std::size_t>(left));
  std::memset(to + left, from[left - 1], static_cast<std::size_t>(kTileSide - left));
}

}  // namespace

ApronTiles::ApronTiles(const ImageView& image) : view_(image) {
  checkImage("ApronTiles", image, 0, kMaxSide);
  if (image.kind != PixelKind::u8 || image.channels != 1) {
    throw std::invalid_argument("ApronTiles: tiles hold u8 pixels of one channel");
  }
  const std::int64_t across = tilesAlong(image.width), down = tilesAlong(image.height);
  view_.row_stride = across * kTileBytes;
  view_.layout = Layout::apronTiles;
  memory_ = allocateOnHugePages(static_cast<std::size_t>(down * view_.row_stride), kTileBytes);
  view_.pixels = memory_.get();
  const auto* pixels = static_cast<const std::uint8_t*>(image.pixels);
  auto* tiles = static_cast<std::uint8_t*>(memory_.get());
  for (std::int64_t t = 0; t < down; ++t, tiles += view_.row_stride) {
    for (std::int64_t j = 0; j < kTileSide; ++j) {
      const std::uint8_t* row = pixels + std::min(t * kTileCore + j, image.height - 1) * image.row_stride;
      for (std::int64_t s = 0; s < across; ++s) {
        copyTileRow(row + s * kTileCore, image.width - s * kTileCore, tiles + s * kTileBytes + j * kTileSide);
      }
    }
  }
}

}  // namespace platen::sampling
