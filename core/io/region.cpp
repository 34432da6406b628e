#include "core/io/region.h"

#include "core/io/area_average.h"
#include "core/io/orientation.h"
#include "core/io/photo_rows.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace platen::io {
namespace {

constexpr int kLargestFactor = 4096;

Size storedSize(const PhotoInfo& photo, const Reduction& reduction) {
  const Size scaled = reducedSize(photo.stored_size, reduction.eighths);
  const int factor = reduction.factor;
  return {(scaled.width + factor - 1) / factor, (scaled.height + factor - 1) / factor};
}

}  // namespace

Reduction reductionFor(const PhotoInfo& photo, double scale) {
  Reduction reduction;
  const int most = photo.codec == Codec::jpeg ? 8 : kLargestFactor;
  int divisor = 1;
  while (divisor * 2 <= most && 1.0 / (divisor * 2) >= scale * (1 - 1e-9)) {
    divisor *= 2;
  }
  if (photo.codec == Codec::jpeg) {
    reduction.eighths = 8 / divisor;
  } else {
    reduction.factor = divisor;
  }
  return reduction;
}

ReducedFrame reducedFrame(const PhotoInfo& photo, const Reduction& reduction) {
  const Size stored = storedSize(photo, reduction);
  const int orientation = photo.exif_orientation;
  ReducedFrame frame{uprightSize(stored, orientation), {}};
  if (reduction.factor == 1) {  // averages are anchored at the upright photo's corner
    Vec2 over{stored.width - photo.stored_size.width * reduction.eighths / 8.0,
              stored.height - photo.stored_size.height * reduction.eighths / 8.0};
    over = {flipsColumns(orientation) ? over.x : 0, flipsRows(orientation) ? over.y : 0};
    frame.overhang = swapsAxes(orientation) ? Vec2{over.y, over.x} : over;
  }
  return frame;
}

Result<Image> decodeRegion(
    const PhotoInfo& photo, const Reduction& reduction, int x, int y, Size size, const std::stop_token& stop) {
  const bool is_jpeg = photo.codec == Codec::jpeg;
  if (reduction.eighths < 1 || reduction.eighths > 8 || (!is_jpeg && reduction.eighths != 8) || reduction.factor < 1 ||
      reduction.factor > (is_jpeg ? 1 : kLargestFactor)) {
    throw std::invalid_argument("decodeRegion: a reduction that this codec does not have");
  }
  const Size array = reducedFrame(photo, reduction).size;
  if (x < 0 || y < 0 || size.width <= 0 || size.height <= 0 || size.width > array.width - x ||
      size.height > array.height - y) {
    throw std::out_of_range("decodeRegion: the part leaves the photo");
  }
  const int orientation = photo.exif_orientation;
  const StoredPart part = storedPart(storedSize(photo, reduction), orientation, x, y, size);
  if (is_jpeg) {
    return decodeJpeg(photo, part, {.eighths = reduction.eighths}, stop);
  }
  auto rows = startRows(photo, 8, stop);
  if (!rows) {
    return tl::unexpected(rows.error());
  }
  Result<Image> image;
  if (reduction.factor > 1) {
    AveragedRows averaged(**rows, reduction.factor, flipsColumns(orientation), flipsRows(orientation));
    image = readUpright(averaged, part.x, part.y, part.size, orientation, stop);
  } else {
    image = readUpright(**rows, part.x, part.y, part.size, orientation, stop);
  }
  if (!image) {
    return tl::unexpected(named(image.error(), photo.file));
  }
  return image;
}

}  // namespace platen::io
