#include "core/pipeline/photo_region.h"

#include "core/io/kept_pictures.h"
#include "core/io/region.h"
#include "core/pipeline/file_pixels.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/tile_cache.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

namespace platen::pipeline {
namespace {

constexpr int kTileSide = 512;

int floorOf(double x) {
  return static_cast<int>(std::floor(x + 1e-9));
}
int ceilOf(double x) {
  return static_cast<int>(std::ceil(x - 1e-9));
}

// Copies what of `from`, whose pixel (0, 0) is (x, y) of some array, lies in `to`, whose pixel (0, 0) is (to_x, to_y).
void copyOverlap(const Image& from, int x, int y, Image& to, int to_x, int to_y) {
  const int left = std::max(x, to_x);
  const int right = std::min(x + from.width(), to_x + to.width());
  const int top = std::max(y, to_y);
  const int bottom = std::min(y + from.height(), to_y + to.height());
  if (left >= right) {
    return;
  }
  const std::size_t pixel = from.bytesPerPixel();
  for (int j = top; j < bottom; ++j) {
    std::memcpy(to.row(j - to_y) + static_cast<std::size_t>(left - to_x) * pixel,
                from.row(j - y) + static_cast<std::size_t>(left - x) * pixel,
                static_cast<std::size_t>(right - left) * pixel);
  }
}

}  // namespace

// Pixels [x0, x1) x [y0, y1) of a reduced photo's array.
struct PhotoRegions::Part {
  io::Reduction reduction;
  Size array;
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  [[nodiscard]] Part tiles() const {
    Part grown = *this;
    grown.x0 = x0 / kTileSide * kTileSide;
    grown.y0 = y0 / kTileSide * kTileSide;
    grown.x1 = std::min(array.width, (x1 + kTileSide - 1) / kTileSide * kTileSide);
    grown.y1 = std::min(array.height, (y1 + kTileSide - 1) / kTileSide * kTileSide);
    return grown;
  }
  [[nodiscard]] TileCache::Key key(int x, int y) const {
    return {static_cast<int>(std::lround(1 / reduction.scale())), x / kTileSide, y / kTileSide};
  }
};

void keepPictures(std::uint64_t bytes) {
  io::keepPictures(bytes);
}

PhotoRegions::PhotoRegions(PhotoInfo info, Pyramid pyramid, std::size_t cache_bytes)
    : info_(std::move(info)),
      pyramid_(std::move(pyramid)),
      cache_bytes_(cache_bytes),
      tiles_(std::make_unique<TileCache>(cache_bytes)) {
  if (pyramid_.levels.empty()) {
    throw std::invalid_argument("PhotoRegions: a pyramid without levels");
  }
}

PhotoRegions::~PhotoRegions() = default;

std::size_t PhotoRegions::cachedBytes() const {
  return tiles_->bytes();
}

Result<Image> PhotoRegions::decode(const Part& part, const std::stop_token& stop) const {
  Result<Image> image =
      io::decodeRegion(info_, part.reduction, part.x0, part.y0, {part.x1 - part.x0, part.y1 - part.y0}, stop);
  if (!image) {
    return image;
  }
  return convertPixels(*image, {.channels = image->channels() == 1 ? 1 : 3, .type = PixelType::u8});
}

Result<Image> PhotoRegions::readTiles(const Part& part, const std::stop_token& stop) const {
  const Part tiles = part.tiles();
  struct Tile {
    int x, y;
    Image image;
  };
  std::vector<Tile> found;
  Part missing = tiles;
  bool any_missing = false;
  for (int y = tiles.y0; y < tiles.y1; y += kTileSide) {
    for (int x = tiles.x0; x < tiles.x1; x += kTileSide) {
      if (Image image = tiles_->find(part.key(x, y)); !image.empty()) {
        found.push_back({x, y, std::move(image)});
        continue;
      }
      const int right = std::min(x + kTileSide, tiles.x1);
      const int bottom = std::min(y + kTileSide, tiles.y1);
      missing.x0 = any_missing ? std::min(missing.x0, x) : x;
      missing.y0 = any_missing ? std::min(missing.y0, y) : y;
      missing.x1 = any_missing ? std::max(missing.x1, right) : right;
      missing.y1 = any_missing ? std::max(missing.y1, bottom) : bottom;
      any_missing = true;
    }
  }
  Image decoded;
  if (any_missing) {
    // A photo that can't be read in parts, or that is small beside the cache, is read once. Of others a tile more each
    // side: what costs time is the way down to the part, and the next one that is asked for lies beside it.
    const auto bound = static_cast<double>(cache_bytes_);
    const double whole_bytes = 3.0 * part.array.width * part.array.height;
    const bool whole = whole_bytes <= (info_.progressive ? bound : bound / 2);
    Part more = missing;
    more.x0 = whole ? 0 : std::max(0, missing.x0 - kTileSide);
    more.y0 = whole ? 0 : std::max(0, missing.y0 - kTileSide);
    more.x1 = whole ? part.array.width : std::min(part.array.width, missing.x1 + kTileSide);
    more.y1 = whole ? part.array.height : std::min(part.array.height, missing.y1 + kTileSide);
    if (whole || 3.0 * (more.x1 - more.x0) * (more.y1 - more.y0) <= bound / 2) {
      missing = more;
    }
    Result<Image> read = decode(missing, stop);
    if (!read) {
      return read;
    }
    decoded = std::move(*read);
    for (int y = missing.y0; y < missing.y1; y += kTileSide) {
      for (int x = missing.x0; x < missing.x1; x += kTileSide) {
        const Size size{std::min(kTileSide, missing.x1 - x), std::min(kTileSide, missing.y1 - y)};
        tiles_->keep(part.key(x, y), decoded.crop(x - missing.x0, y - missing.y0, size).clone());
      }
    }
    if (missing.x0 <= part.x0 && missing.y0 <= part.y0 && missing.x1 >= part.x1 && missing.y1 >= part.y1) {
      return decoded.crop(part.x0 - missing.x0, part.y0 - missing.y0, {part.x1 - part.x0, part.y1 - part.y0});
    }
  }
  const Image& kind = found.empty() ? decoded : found.front().image;
  Image whole = Image::allocate({part.x1 - part.x0, part.y1 - part.y0}, kind.channels(), kind.type());
  for (const Tile& tile : found) {
    copyOverlap(tile.image, tile.x, tile.y, whole, part.x0, part.y0);
  }
  if (any_missing) {
    copyOverlap(decoded, missing.x0, missing.y0, whole, part.x0, part.y0);
  }
  return whole;
}

Result<PhotoRegion> PhotoRegions::read(const Box& source_px, double scale, const std::stop_token& stop) const {
  return guarded(info_.file, [&]() -> Result<PhotoRegion> {
    // In this order of arguments a NaN stays one.
    const Box box{std::max(source_px.x0, 0.0), std::max(source_px.y0, 0.0),
                  std::min(source_px.x1, static_cast<double>(info_.size.width)),
                  std::min(source_px.y1, static_cast<double>(info_.size.height))};
    if (!(box.width() > 0 && box.height() > 0)) {
      return fail(ErrorKind::badInput, info_.file, "a part was asked for that is outside the photo");
    }
    const double wanted = scale > 0 ? std::min(scale, 1.0) : 1.0;
    const Level& level = atHand(wanted);
    const bool at_hand = level.scale >= wanted * (1 - 1e-9);
    const io::Reduction reduction = io::reductionFor(info_, wanted);
    const io::ReducedFrame frame =
        at_hand ? io::ReducedFrame{level.image.size(), {}} : io::reducedFrame(info_, reduction);
    const double region_scale = at_hand ? level.scale : reduction.scale();
    Part part{.reduction = reduction, .array = frame.size};
    part.x0 = std::clamp(floorOf(box.x0 * region_scale + frame.overhang.x), 0, frame.size.width - 1);
    part.y0 = std::clamp(floorOf(box.y0 * region_scale + frame.overhang.y), 0, frame.size.height - 1);
    part.x1 = std::clamp(ceilOf(box.x1 * region_scale + frame.overhang.x), part.x0 + 1, frame.size.width);
    part.y1 = std::clamp(ceilOf(box.y1 * region_scale + frame.overhang.y), part.y0 + 1, frame.size.height);
    PhotoRegion region;
    region.scale = region_scale;
    region.origin_source_px =
        (Vec2{static_cast<double>(part.x0), static_cast<double>(part.y0)} - frame.overhang) / region_scale;
    if (at_hand) {
      region.image = level.image.crop(part.x0, part.y0, {part.x1 - part.x0, part.y1 - part.y0});
      return region;
    }
    Result<Image> image = readTiles(part, stop);
    if (!image) {
      return tl::unexpected(image.error());
    }
    region.image = std::move(*image);
    return region;
  });
}

}  // namespace platen::pipeline
