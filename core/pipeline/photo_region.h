// PhotoRegions: any part of a photo, as sharp as a zoom needs it, without ever holding the whole of a large one. What
// the viewer looks at a photo through.
//
// Where a level of the pyramid is fine enough, it is that level. Else the file is decoded again, only the rows and
// columns of the part (core/io/region.h), at a half, a quarter or an eighth where that is enough. What was decoded is
// kept as square tiles, the latest used first, bounded in bytes; pixels are those of a decode of the whole photo to the
// bit. u8, 1 or 3 (RGB) channels, as in the pyramid: 16 bits become 8, transparency shows white paper.
//
// Threads: all calls from any thread at any time. A file is read by the thread that asks; two threads that ask for the
// same part may both read it. Errors: Result (photo gone, changed, damaged up to the last row that is needed; stopped).
#pragma once

#include "core/geometry.h"
#include "core/image.h"
#include "core/photo_info.h"
#include "core/pyramid.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>

namespace platen::pipeline {

class TileCache;

// Pixel (i, j) of the image covers source_px origin + [i, i+1) / scale x [j, j+1) / scale.
struct PhotoRegion {
  Image image;
  Vec2 origin_source_px;
  double scale = 1;  // region pixels per source_px
};

// Of photos of codecs that give no rows as they go (WebP, JPEG 2000, HEIF), the last pictures are kept once all of them
// was decoded, so many bytes of them at most, by all of this program; none, unless it says so. For programs that look
// at photos.
void keepPictures(std::uint64_t bytes);

class PhotoRegions {
 public:
  static constexpr std::size_t kDefaultCacheBytes = std::size_t{128} << 20;

  // `pyramid`: of this photo, one level or more (std::invalid_argument if none); handles, no pixels are copied.
  PhotoRegions(PhotoInfo info, Pyramid pyramid, std::size_t cache_bytes = kDefaultCacheBytes);
  ~PhotoRegions();
  PhotoRegions(const PhotoRegions&) = delete;
  PhotoRegions& operator=(const PhotoRegions&) = delete;

  [[nodiscard]] const PhotoInfo& info() const { return info_; }
  [[nodiscard]] Size sourceSize() const { return info_.size; }

  // The level that is there at once: the coarsest of at least this scale, else the finest.
  [[nodiscard]] const Level& atHand(double scale) const { return pyramid_.atLeast(scale); }

  // The part of the photo that covers `source_px` (cut to the photo; its whole pixels, so a little more), at the
  // coarsest scale there is of at least `scale` (1 at most). badInput for a box that does not meet the photo.
  [[nodiscard]] Result<PhotoRegion> read(const Box& source_px, double scale, const std::stop_token& stop = {}) const;

  // What the tiles take now; never more than cacheBytes().
  [[nodiscard]] std::size_t cachedBytes() const;
  [[nodiscard]] std::size_t cacheBytes() const { return cache_bytes_; }

 private:
  // Tiles of the reduced photo over [x0, x1) x [y0, y1) of its array, from the cache or decoded.
  struct Part;
  [[nodiscard]] Result<Image> readTiles(const Part& part, const std::stop_token& stop) const;
  [[nodiscard]] Result<Image> decode(const Part& part, const std::stop_token& stop) const;

  PhotoInfo info_;
  Pyramid pyramid_;
  std::size_t cache_bytes_;
  std::unique_ptr<TileCache> tiles_;
};

}  // namespace platen::pipeline
