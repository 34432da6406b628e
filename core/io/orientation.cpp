#include "core/io/orientation.h"

#include "core/io/row_reader.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace platen::io {
namespace {

// Rows read between two looks at the stop token; also the length of the runs that a quarter turn writes.
constexpr int kBandRows = 32;

// Bytes of one pixel: 1, 2, 3, 4, 6 or 8; a fixed size lets the compiler copy it without a call.
template <std::size_t kBytes>
void placePixels(const Image& band, int first_row, int orientation, Image& upright) {
  const int last_x = band.width() - 1;
  const int last_y = (swapsAxes(orientation) ? upright.width() : upright.height()) - 1;
  const bool flip_x = flipsColumns(orientation);
  const bool flip_y = flipsRows(orientation);
  if (!swapsAxes(orientation)) {
    for (int j = 0; j < band.height(); ++j) {
      const int y = first_row + j;
      const std::byte* from = band.row(j);
      std::byte* to = upright.row(flip_y ? last_y - y : y);
      for (int x = 0; x <= last_x; ++x) {
        std::memcpy(to + static_cast<std::size_t>(flip_x ? last_x - x : x) * kBytes,
                    from + static_cast<std::size_t>(x) * kBytes, kBytes);
      }
    }
    return;
  }
  for (int x = 0; x <= last_x; ++x) {
    std::byte* to = upright.row(flip_x ? last_x - x : x);
    for (int j = 0; j < band.height(); ++j) {
      const int y = first_row + j;
      std::memcpy(to + static_cast<std::size_t>(flip_y ? last_y - y : y) * kBytes,
                  band.row(j) + static_cast<std::size_t>(x) * kBytes, kBytes);
    }
  }
}

}  // namespace

StoredPart storedPart(Size stored, int exif_orientation, int x, int y, Size size) {
  StoredPart part{x, y, size};
  if (swapsAxes(exif_orientation)) {
    part = {y, x, {size.height, size.width}};
  }
  if (flipsColumns(exif_orientation)) {
    part.x = stored.width - part.x - part.size.width;
  }
  if (flipsRows(exif_orientation)) {
    part.y = stored.height - part.y - part.size.height;
  }
  return part;
}

StoredPart uprightPart(Size stored, int exif_orientation, const StoredPart& part) {
  StoredPart turned = part;
  if (flipsColumns(exif_orientation)) {
    turned.x = stored.width - part.x - part.size.width;
  }
  if (flipsRows(exif_orientation)) {
    turned.y = stored.height - part.y - part.size.height;
  }
  return swapsAxes(exif_orientation) ? StoredPart{turned.y, turned.x, {part.size.height, part.size.width}} : turned;
}

void placeUpright(const Image& band, int first_row, int exif_orientation, Image& upright) {
  if (exif_orientation == 1) {
    const std::size_t row_bytes = static_cast<std::size_t>(band.width()) * band.bytesPerPixel();
    for (int j = 0; j < band.height(); ++j) {
      std::memcpy(upright.row(first_row + j), band.row(j), row_bytes);
    }
    return;
  }
  switch (band.bytesPerPixel()) {
    case 1:
      return placePixels<1>(band, first_row, exif_orientation, upright);
    case 2:
      return placePixels<2>(band, first_row, exif_orientation, upright);
    case 3:
      return placePixels<3>(band, first_row, exif_orientation, upright);
    case 4:
      return placePixels<4>(band, first_row, exif_orientation, upright);
    case 6:
      return placePixels<6>(band, first_row, exif_orientation, upright);
    default:
      return placePixels<8>(band, first_row, exif_orientation, upright);
  }
}

ImageRows::ImageRows(Image image) : image_(std::move(image)) {
  size_ = image_.size();
  channels_ = image_.channels();
  type_ = image_.type();
}

Result<void> ImageRows::readRows(Image& band) {
  const std::size_t row_bytes = static_cast<std::size_t>(band.width()) * band.bytesPerPixel();
  for (int j = 0; j < band.height(); ++j) {
    std::memcpy(band.row(j), image_.row(next_++), row_bytes);
  }
  return {};
}

Result<void> ImageRows::skipRows(int count, const std::stop_token& /*stop*/) {
  next_ += count;
  return {};
}

Result<void> placeRows(RowReader& rows,
                       int first_column,
                       Size size,
                       int first_row,
                       int exif_orientation,
                       const std::stop_token& stop,
                       Image& upright) {
  // Whole upright rows are read straight to their places.
  const bool is_direct = exif_orientation == 1 && rows.size().width == size.width;
  Image band;
  if (!is_direct) {
    band = Image::allocate({rows.size().width, std::min(kBandRows, size.height)}, rows.channels(), rows.type());
  }
  for (int done = 0; done < size.height; done += kBandRows) {
    if (stop.stop_requested()) {
      return fail(ErrorKind::stopped, {}, "stopped while the photo was being read");
    }
    const Size part{rows.size().width, std::min(kBandRows, size.height - done)};
    Image now = is_direct ? upright.crop(0, first_row + done, part) : band.crop(0, 0, part);
    if (Result<void> read = rows.readRows(now); !read) {
      return read;
    }
    if (!is_direct) {
      placeUpright(now.crop(first_column, 0, {size.width, part.height}), first_row + done, exif_orientation, upright);
    }
  }
  return {};
}

Result<Image> readUpright(RowReader& rows, int x, int y, Size size, int exif_orientation, const std::stop_token& stop) {
  rows.onlyRows(y, size.height);
  const Result<int> first_column = rows.narrowTo(x, size.width);
  if (!first_column) {
    return tl::unexpected(first_column.error());
  }
  if (Result<void> skipped = rows.skipRows(y, stop); !skipped) {
    return tl::unexpected(skipped.error());
  }
  Image upright = Image::allocate(uprightSize(size, exif_orientation), rows.channels(), rows.type());
  Result<void> placed = placeRows(rows, x - *first_column, size, 0, exif_orientation, stop, upright);
  return placed ? Result<Image>(std::move(upright)) : tl::unexpected(placed.error());
}

Result<Image> readUpright(RowReader& rows, int exif_orientation, const std::stop_token& stop) {
  const Size size = rows.size();
  Image upright = Image::allocate(uprightSize(size, exif_orientation), rows.channels(), rows.type());
  Result<void> placed = placeRows(rows, 0, size, 0, exif_orientation, stop, upright);
  return placed ? Result<Image>(std::move(upright)) : tl::unexpected(placed.error());
}

}  // namespace platen::io
