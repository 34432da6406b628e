#include "core/io/jpeg_region.h"

#include "core/io/jpeg_bands.h"
#include "core/io/orientation.h"
#include "core/io/restart_index.h"
#include "core/io/size_limits.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace platen::io {
namespace {

// Rows that are passed by entropy decoding before an index, which reads all of the data once, costs less than they do:
// one in so many of all.
constexpr int kWorthAnIndex = 16;

void check(Size stored, const StoredPart& part, const JpegDecoding& decoding) {
  if (decoding.eighths < 1 || decoding.eighths > 8 || decoding.exif_orientation < 1 || decoding.exif_orientation > 8 ||
      decoding.threads < 1) {
    throw std::invalid_argument("decodeRegion: eighths and orientation go from 1 to 8, threads from 1");
  }
  const Size array = reducedSize(stored, decoding.eighths);
  if (part.x < 0 || part.y < 0 || part.size.width <= 0 || part.size.height <= 0 ||
      part.size.width > array.width - part.x || part.size.height > array.height - part.y) {
    throw std::out_of_range("decodeRegion: the part leaves the photo");
  }
}

std::optional<RestartIndex> indexIfWorth(JpegReader& reader,
                                         const StoredPart& part,
                                         const JpegDecoding& decoding,
                                         const std::stop_token& stop) {
  const std::optional<McuLayout> layout = mcuLayout(reader);
  if (!layout || layout->step == 0 || layout->step >= layout->rows) {
    return std::nullopt;
  }
  const int unit = layout->height / 8 * decoding.eighths;  // rows of the reduced picture that a row of MCUs makes
  const int first = part.y / unit / layout->step * layout->step;
  const bool divides = decoding.threads > 1 && part.size.height / unit >= 2 * kFewestBandRows;
  if (!divides && first * kWorthAnIndex < layout->rows) {
    return std::nullopt;
  }
  return RestartIndex::of(reader, *layout, stop);
}

Result<Image> decodeFromTheTop(JpegReader& reader,
                               const StoredPart& part,
                               const JpegDecoding& decoding,
                               const std::stop_token& stop) {
  if (Result<void> started = reader.start(decoding.eighths, stop, decoding.color); !started) {
    return tl::unexpected(started.error());
  }
  return readUpright(reader, part.x, part.y, part.size, decoding.exif_orientation, stop);
}

Result<std::unique_ptr<JpegReader>> openBytes(std::span<const std::uint8_t> jpeg) {
  auto reader = JpegReader::open({.memory = jpeg, .file = nullptr}, {});
  if (reader) {
    if (Result<void> fits = checkSize((*reader)->storedSize(), {}); !fits) {
      return tl::unexpected(fits.error());
    }
  }
  return reader;
}

}  // namespace

Result<Image> decodePart(JpegReader& reader,
                         const StoredPart& part,
                         const JpegDecoding& decoding,
                         const std::stop_token& stop) {
  check(reader.storedSize(), part, decoding);
  if (const std::optional<RestartIndex> index = indexIfWorth(reader, part, decoding, stop)) {
    Result<Image> image = decodeBands(reader, *index, part, decoding, stop);
    // What is damaged is left to the ordinary way, so that both say the same of it.
    if (image || image.error().kind == ErrorKind::stopped) {
      return image;
    }
  }
  return decodeFromTheTop(reader, part, decoding, stop);
}

Result<Size> jpegSize(std::span<const std::uint8_t> jpeg) {
  return openBytes(jpeg).map([](const auto& reader) { return reader->storedSize(); });
}

Result<Image> decodeRegion(std::span<const std::uint8_t> jpeg,
                           const StoredPart& part,
                           const JpegDecoding& decoding,
                           const std::stop_token& stop) {
  const auto reader = openBytes(jpeg);
  return reader ? decodePart(**reader, part, decoding, stop) : tl::unexpected(reader.error());
}

}  // namespace platen::io
