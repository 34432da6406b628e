#include "core/io/decode.h"

#include "core/io/area_average.h"
#include "core/io/orientation.h"
#include "core/io/photo_rows.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace platen::io {
namespace {

constexpr int kCoarsestLongSide = 480;
constexpr int kLargestFactor = 4096;

int longSide(Size size) {
  return std::max(size.width, size.height);
}

// The part of a level pixel that a scaled JPEG's rounded-up size adds at the end of an axis.
double overhang(int stored_length, int eighths, int level_length) {
  return level_length - stored_length * eighths / 8.0;
}

// The image whose content stood (dx, dy) pixels, 0..1, too far right and down. Bilinear; used for the rare photo whose
// EXIF flip brings the overhang of its DCT blocks to the left or the top, and for JPEG 2000 that its codec halved.
Image movedBack(const Image& image, double dx, double dy) {
  Image out = Image::allocate(image.size(), image.channels());
  const auto fx = static_cast<int>(std::lround(dx * 256));
  const auto fy = static_cast<int>(std::lround(dy * 256));
  const int channels = image.channels();
  for (int y = 0; y < image.height(); ++y) {
    const auto* top = image.rowAs<std::uint8_t>(y);
    const auto* bottom = image.rowAs<std::uint8_t>(std::min(y + 1, image.height() - 1));
    auto* to = out.rowAs<std::uint8_t>(y);
    for (int x = 0; x < image.width(); ++x) {
      const int right = x + 1 < image.width() ? channels : 0;
      for (int c = 0; c < channels; ++c) {
        const int at = x * channels + c;
        const int upper = top[at] * (256 - fx) + top[at + right] * fx;
        const int lower = bottom[at] * (256 - fx) + bottom[at + right] * fx;
        to[at] = static_cast<std::uint8_t>((upper * (256 - fy) + lower * fy + 32768) >> 16);
      }
    }
  }
  return out;
}

int eighthsFor(const PhotoInfo& photo, int finest_long_side) {
  int eighths = 1;
  while (eighths < 8 && (longSide(photo.stored_size) * eighths + 7) / 8 < finest_long_side) {
    ++eighths;
  }
  return eighths;
}

// How often a JPEG 2000 may be halved by its codec, so that of what comes out 2 x 2 pixels or more are averaged: what
// its pixels stand aside is then less than a quarter of a level's pixel, and is made good.
int halvingsFor(const PhotoInfo& photo, int factor) {
  int halvings = 0;
  while (photo.codec == Codec::jpeg2000 && photo.exif_orientation == 1 && factor >> (halvings + 1) >= 2) {
    ++halvings;
  }
  return halvings;
}

int factorFor(const PhotoInfo& photo, int finest_long_side) {
  const int factor = std::clamp(longSide(photo.stored_size) / std::max(1, finest_long_side), 1, kLargestFactor);
  const int halvings = halvingsFor(photo, factor);
  return factor >> halvings << halvings;
}

Result<Level> finestFromJpeg(const PhotoInfo& photo, int finest_long_side, const std::stop_token& stop, int threads) {
  const int eighths = eighthsFor(photo, finest_long_side);
  const Size level = reducedSize(photo.stored_size, eighths);
  Result<Image> image = decodeJpeg(photo, {0, 0, level}, {.eighths = eighths, .threads = threads}, stop);
  if (!image) {
    return tl::unexpected(image.error());
  }
  const int orientation = photo.exif_orientation;
  double dx = flipsColumns(orientation) ? overhang(photo.stored_size.width, eighths, level.width) : 0;
  double dy = flipsRows(orientation) ? overhang(photo.stored_size.height, eighths, level.height) : 0;
  if (swapsAxes(orientation)) {
    std::swap(dx, dy);
  }
  if (dx > 0 || dy > 0) {
    image = movedBack(*image, dx, dy);
  }
  return Level{std::move(*image), eighths / 8.0};
}

Result<Level> averagedLevel(const PhotoInfo& photo, int factor, int most_halvings, const std::stop_token& stop) {
  auto rows = startRows(photo, 8, stop);
  if (!rows) {
    return tl::unexpected(rows.error());
  }
  const int halvings = (*rows)->halve(most_halvings);
  const int averages = factor >> halvings;
  AveragedRows averaged(**rows, averages, flipsColumns(photo.exif_orientation), flipsRows(photo.exif_orientation));
  Result<Image> image = readUpright(averaged, photo.exif_orientation, stop);
  if (!image) {
    return tl::unexpected(named(image.error(), photo.file));
  }
  if (halvings > 0) {
    // Pixel i stands at i 2^n + 1/2 of the photo, where the middle of its 2^n pixels is at i 2^n + 2^n / 2.
    const double aside = (0.5 - 0.5 / (1 << halvings)) / averages;
    image = movedBack(*image, aside, aside);
  }
  return Level{std::move(*image), 1.0 / factor};
}

Result<Level> finestByAveraging(const PhotoInfo& photo, int finest_long_side, const std::stop_token& stop) {
  const int factor = factorFor(photo, finest_long_side);
  const int halvings = halvingsFor(photo, factor);
  Result<Level> level = averagedLevel(photo, factor, halvings, stop);
  // A tile may have fewer halves than the picture says.
  return level || halvings == 0 || level.error().kind == ErrorKind::stopped ? std::move(level)
                                                                            : averagedLevel(photo, factor, 0, stop);
}

Result<Level> reduced(const Level& level, int factor, const std::stop_token& stop) {
  ImageRows rows(level.image);
  AveragedRows averaged(rows, factor, false, false);
  Result<Image> image = readUpright(averaged, 1, stop);
  if (!image) {
    return tl::unexpected(image.error());
  }
  return Level{std::move(*image), level.scale / factor};
}

}  // namespace

double finestScale(const PhotoInfo& photo, int finest_long_side) {
  return photo.codec == Codec::jpeg ? eighthsFor(photo, finest_long_side) / 8.0
                                    : 1.0 / factorFor(photo, finest_long_side);
}

Result<Pyramid> decodePyramid(const PhotoInfo& photo, int finest_long_side, const std::stop_token& stop, int threads) {
  Result<Level> finest = photo.codec == Codec::jpeg ? finestFromJpeg(photo, finest_long_side, stop, threads)
                                                    : finestByAveraging(photo, finest_long_side, stop);
  if (!finest) {
    return tl::unexpected(finest.error());
  }
  // The other levels come from the finest by exact area averages: by halves, and the coarsest at about 480 px.
  std::vector<int> factors;
  const int coarsest =
      std::max(1, static_cast<int>(std::lround(longSide(finest->image.size()) / double{kCoarsestLongSide})));
  for (int factor = 2; factor * 3 <= coarsest * 2; factor *= 2) {
    factors.push_back(factor);
  }
  if (coarsest > 1) {
    factors.push_back(coarsest);
  }
  Pyramid pyramid;
  pyramid.source_size = photo.size;
  for (auto factor = factors.rbegin(); factor != factors.rend(); ++factor) {
    Result<Level> level = reduced(*finest, *factor, stop);
    if (!level) {
      return tl::unexpected(named(level.error(), photo.file));
    }
    pyramid.levels.push_back(std::move(*level));
  }
  pyramid.levels.push_back(std::move(*finest));
  return pyramid;
}

Result<Image> decodeFull(const PhotoInfo& photo, const std::stop_token& stop, int threads) {
  if (photo.codec == Codec::jpeg) {
    return decodeJpeg(photo, {0, 0, photo.stored_size}, {.threads = threads}, stop);
  }
  auto rows = startRows(photo, 8, stop);
  if (!rows) {
    return tl::unexpected(rows.error());
  }
  Result<Image> image = readUpright(**rows, photo.exif_orientation, stop);
  if (!image) {
    return tl::unexpected(named(image.error(), photo.file));
  }
  return image;
}

}  // namespace platen::io
