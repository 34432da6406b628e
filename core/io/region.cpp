#include "core/io/region.h"

#include "core/io/area_average.h"
#include "core/io/orientation.h"
#include "core/io/photo_rows.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace platen::io {
namespace {

constexpr int kBandRows = 32;
constexpr int kLargestFactor = 4096;

// A part of the upright array, as stored.
struct StoredPart {
  int x = 0, y = 0;
  Size size;
};

StoredPart storedPart(Size stored, int orientation, int x, int y, Size size) {
  StoredPart part{x, y, size};
  if (swapsAxes(orientation)) {
    part = {y, x, {size.height, size.width}};
  }
  if (flipsColumns(orientation)) {
    part.x = stored.width - part.x - part.size.width;
  }
  if (flipsRows(orientation)) {
    part.y = stored.height - part.y - part.size.height;
  }
  return part;
}

Size storedSize(const PhotoInfo& photo, const Reduction& reduction) {
  const auto reduced = [&](int length) {
    const int scaled = (length * reduction.eighths + 7) / 8;
    return (scaled + reduction.factor - 1) / reduction.factor;
  };
  return {reduced(photo.stored_size.width), reduced(photo.stored_size.height)};
}

Result<Image> readPart(
    RowReader& rows, const StoredPart& part, Size upright_size, int orientation, const std::stop_token& stop) {
  const Result<int> first_column = rows.narrowTo(part.x, part.size.width);
  if (!first_column) {
    return tl::unexpected(first_column.error());
  }
  if (Result<void> skipped = rows.skipRows(part.y, stop); !skipped) {
    return tl::unexpected(skipped.error());
  }
  Image upright = Image::allocate(upright_size, rows.channels(), rows.type());
  Image band =
      Image::allocate({rows.size().width, std::min(kBandRows, part.size.height)}, rows.channels(), rows.type());
  for (int done = 0; done < part.size.height; done += kBandRows) {
    if (stop.stop_requested()) {
      return fail(ErrorKind::stopped, {}, "stopped while the photo was being read");
    }
    const int count = std::min(kBandRows, part.size.height - done);
    Image now = band.crop(0, 0, {band.width(), count});
    if (Result<void> read = rows.readRows(now); !read) {
      return tl::unexpected(read.error());
    }
    placeUpright(now.crop(part.x - *first_column, 0, {part.size.width, count}), done, orientation, upright);
  }
  return upright;
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
  auto rows = startRows(photo, reduction.eighths, stop);
  if (!rows) {
    return tl::unexpected(rows.error());
  }
  const int orientation = photo.exif_orientation;
  const StoredPart part = storedPart(storedSize(photo, reduction), orientation, x, y, size);
  Result<Image> image;
  if (reduction.factor > 1) {
    AveragedRows averaged(**rows, reduction.factor, flipsColumns(orientation), flipsRows(orientation));
    image = readPart(averaged, part, size, orientation, stop);
  } else {
    image = readPart(**rows, part, size, orientation, stop);
  }
  if (!image) {
    return tl::unexpected(named(image.error(), photo.file));
  }
  return image;
}

}  // namespace platen::io
