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

Result<Image> readUpright(RowReader& rows, int exif_orientation, const std::stop_token& stop) {
  const Size stored = rows.size();
  Image upright = Image::allocate(uprightSize(stored, exif_orientation), rows.channels(), rows.type());
  Image band;
  if (exif_orientation != 1) {
    band = Image::allocate({stored.width, std::min(kBandRows, stored.height)}, rows.channels(), rows.type());
  }
  for (int y = 0; y < stored.height; y += kBandRows) {
    if (stop.stop_requested()) {
      return fail(ErrorKind::stopped, {}, "stopped while the photo was being read");
    }
    const Size part_size{stored.width, std::min(kBandRows, stored.height - y)};
    // An upright photo is read straight to its place.
    Image part = exif_orientation == 1 ? upright.crop(0, y, part_size) : band.crop(0, 0, part_size);
    if (Result<void> read = rows.readRows(part); !read) {
      return tl::unexpected(read.error());
    }
    if (exif_orientation != 1) {
      placeUpright(part, y, exif_orientation, upright);
    }
  }
  return upright;
}

}  // namespace platen::io
