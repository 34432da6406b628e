// A grey image in tiles of one cache line each, for samples all over an image that no cache holds: stored by rows, the
// four pixels of a sample lie in two cache lines, in a tile always in one. Where the caches hold the image, rows are
// faster: they need no division and 64 / 49 less memory.
//
// A tile is 8 x 8 bytes: 7 x 7 pixels of its own and an apron, the next tiles' first column and row over again (at the
// image's end its last pixels). Tile (s, t) starts at byte t * row_stride + 64 s; the sample whose first pixel is (i,
// j) reads tile (i / 7, j / 7) alone. Values are those of the linear image, to the bit. An apron is what image
// processing calls the pixels that a tile has in common with its neighbours.
#pragma once

#include "core/sampling/bilinear_kernels.h"

#include <cstdint>
#include <memory>

namespace platen::sampling {

constexpr int kTileSide = 8, kTileCore = kTileSide - 1, kTileBytes = kTileSide * kTileSide;
// The vector loops divide by 7 in floats, which is exact up to here; longer images go through the portable ones.
constexpr std::int64_t kMaxTiledSideF32 = std::int64_t{1} << 21;

constexpr std::int64_t tilesAlong(std::int64_t size) {
  return size > 1 ? (size - 2) / kTileCore + 1 : 1;
}

class ApronTiles {
 public:
  // A copy of the image, on huge pages where it is large; one pass over it. Throws std::invalid_argument for an image
  // that is empty, not u8, not of one channel or in tiles already, std::bad_alloc.
  explicit ApronTiles(const ImageView& image);

  // Good as long as this object.
  [[nodiscard]] ImageView view() const { return view_; }

 private:
  std::shared_ptr<void> memory_;
  ImageView view_;
};

}  // namespace platen::sampling
