// TiffReader: what tells that picture data is damaged. libtiff only warns of damaged JPEG and CCITT data and goes on
// with what it makes of them; and it ends a strip of Deflate with its last row, without a look at the checksum behind
// it.
#include "core/io/jpeg_reader.h"
#include "core/io/lzw_length.h"
#include "core/io/tiff_reader.h"
#include "core/io/whole_reader.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace platen::io {
namespace {

constexpr std::size_t kPiece = 1 << 16;

// What libtiff says of rows that are right: of codes of LZW as they were before TIFF 6.0, of sizes that it corrects, of
// a last strip that holds more rows than the picture, of progressive JPEGs.
bool isHarmless(const char* text) {
  constexpr std::array kHarmless{"Old-style LZW codes", "Too large strip byte count", "Too large tile byte count",
                                 "JPEG strip size exceeds expected dimensions", "encoded with progressive mode"};
  return std::any_of(kHarmless.begin(), kHarmless.end(),
                     [&](const char* known) { return std::strstr(text, known) != nullptr; });
}

}  // namespace

int TiffReader::keepError(TIFF* /*tiff*/, void* self, const char* module, const char* format, va_list arguments) {
  auto* reader = static_cast<TiffReader*>(self);
  char text[240];
  std::vsnprintf(text, sizeof text, format, arguments);
  reader->message_ = (module != nullptr ? std::string(module) + ": " : std::string()) + text;
  reader->lost_pixels_ = reader->lost_pixels_ || reader->reads_rows_;
  return 1;
}

int TiffReader::lookAtWarning(TIFF* /*tiff*/, void* self, const char* module, const char* format, va_list arguments) {
  auto* reader = static_cast<TiffReader*>(self);
  char text[240];
  std::vsnprintf(text, sizeof text, format, arguments);
  if (!reader->reads_rows_) {
    // libtiff takes a picture whose palette it can't read as a grey one.
    reader->lost_palette_ = reader->lost_palette_ || std::strstr(text, "ColorMap") != nullptr;
  } else if (module != nullptr && std::strcmp(module, "JPEGLib") == 0) {
    reader->doubts_jpeg_ = true;
  } else if (!isHarmless(text)) {
    reader->lost_pixels_ = true;
  }
  return 1;
}

tl::unexpected<Error> TiffReader::lostRows() const {
  TIFF* tiff = tiff_.get();
  struct stat status {};
  const bool is_known = ::fstat(TIFFFileno(tiff), &status) == 0;
  const std::uint32_t count = tiled_ ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
  for (std::uint32_t k = 0; is_known && k < count; ++k) {
    const std::uint64_t offset = TIFFGetStrileOffset(tiff, k);
    const auto file_bytes = static_cast<std::uint64_t>(status.st_size);
    if (offset > file_bytes || TIFFGetStrileByteCount(tiff, k) > file_bytes - offset) {
      return cutOff(path_);
    }
  }
  return lostPixels(path_);
}

std::size_t TiffReader::storedBytes(std::uint32_t block, std::uint64_t from, std::span<std::uint8_t> to) const {
  const std::uint64_t count = TIFFGetStrileByteCount(tiff_.get(), block);
  const std::size_t wanted =
      static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), count - std::min(from, count)));
  std::size_t have = 0;
  while (have < wanted) {
    const std::uint64_t offset = TIFFGetStrileOffset(tiff_.get(), block) + from + have;
    const ssize_t got = ::pread(TIFFFileno(tiff_.get()), to.data() + have, wanted - have, static_cast<off_t>(offset));
    if (got <= 0) {
      break;  // where a signal came in between, too: libtiff reads the same bytes and says what it misses
    }
    have += static_cast<std::size_t>(got);
  }
  return have;
}

bool TiffReader::mayBeRead(std::uint32_t block) {
  if (looked_at_ == block) {
    return true;
  }
  looked_at_ = block;
  // Where the file's own header is no strip lies; of none at all libtiff says so.
  constexpr std::uint64_t kHeader = 8;
  if (TIFFGetStrileOffset(tiff_.get(), block) < kHeader && TIFFGetStrileByteCount(tiff_.get(), block) > 0) {
    return false;
  }
  switch (number(TIFFTAG_COMPRESSION)) {
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE:
      return inflatesWhole(block);
    case COMPRESSION_LZW:
      return hasItsLength(block);
    default:
      return true;
  }
}

std::size_t TiffReader::codedBytes(std::uint32_t block, std::uint64_t from, std::span<std::uint8_t> to) const {
  const std::size_t got = storedBytes(block, from, to);
  if (got > 0 && number(TIFFTAG_FILLORDER) == FILLORDER_LSB2MSB) {
    TIFFReverseBits(to.data(), static_cast<tmsize_t>(got));
  }
  return got;
}

// Of LZW, which has no checksum: does it hold as many bytes as it has pixels for? Too few libtiff misses itself.
bool TiffReader::hasItsLength(std::uint32_t block) const {
  TIFF* tiff = tiff_.get();
  std::vector<std::uint8_t> piece(kPiece);
  LzwLength length;
  for (std::uint64_t from = 0; !length.isDone();) {
    const std::size_t got = codedBytes(block, from, piece);
    if (got == 0 || (from == 0 && got > 1 && piece[0] == 0 && (piece[1] & 1) != 0)) {  // the other order of bits
      return true;
    }
    length.add(std::span(piece).first(got));
    from += got;
  }
  if (!length.bytes()) {
    return true;
  }
  if (tiled_) {
    return *length.bytes() <= static_cast<std::uint64_t>(TIFFTileSize(tiff));
  }
  // The last strip may hold the rows that the picture has not, too.
  std::uint32_t rows = 0;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
  const auto height = static_cast<std::uint32_t>(size_.height);
  rows = std::max(1U, std::min(rows, height));
  const std::uint32_t strips = (height + rows - 1) / rows;  // of a plane
  const std::uint32_t first = block % strips * rows;
  const std::uint64_t wanted = TIFFVStripSize64(tiff, std::min(rows, height - first));
  return *length.bytes() <= wanted || *length.bytes() == TIFFStripSize64(tiff);
}

// Inflates once more than libtiff, up to the checksum. False where that is another one, or the data is none that can be
// inflated; what is merely missing at the end libtiff misses, too, if there are pixels in it.
bool TiffReader::inflatesWhole(std::uint32_t block) const {
  TIFF* tiff = tiff_.get();
  // The last strip may hold rows that the picture has not.
  const auto most =
      static_cast<std::uint64_t>(std::max<tmsize_t>(0, tiled_ ? TIFFTileSize(tiff) : TIFFStripSize(tiff)));
  std::vector<std::uint8_t> in(kPiece);
  std::vector<std::uint8_t> out(4 * kPiece);
  z_stream stream{};
  if (::inflateInit(&stream) != Z_OK) {
    throw std::bad_alloc();
  }
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, &::inflateEnd);
  int state = Z_OK;
  for (std::uint64_t from = 0; state == Z_OK && stream.total_out <= most;) {
    if (stream.avail_in == 0) {
      const std::size_t got = codedBytes(block, from, in);
      if (got == 0) {
        return true;
      }
      from += got;
      stream.next_in = in.data();
      stream.avail_in = static_cast<uInt>(got);
    }
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    state = ::inflate(&stream, Z_NO_FLUSH);
  }
  return state == Z_STREAM_END && stream.total_out <= most;
}

bool TiffReader::wasReadWhole(std::uint32_t block) {
  if (doubts_jpeg_) {
    doubts_jpeg_ = false;
    lost_pixels_ = lost_pixels_ || !isWholeJpeg(block);
  }
  return !lost_pixels_;
}

// Of a strip or tile only the first of libjpeg's warnings comes through libtiff, and that may be one of bytes that are
// no pixels. Decoded as a JPEG of its own it is judged as one.
bool TiffReader::isWholeJpeg(std::uint32_t block) {
  TIFF* tiff = tiff_.get();
  constexpr std::size_t kMarker = 2;  // begin and end of a JPEG
  std::vector<std::uint8_t> bytes;
  std::uint32_t table_bytes = 0;
  void* tables = nullptr;
  if (TIFFGetField(tiff, TIFFTAG_JPEGTABLES, &table_bytes, &tables) != 0 && table_bytes > 2 * kMarker) {
    const auto* first = static_cast<const std::uint8_t*>(tables);
    bytes.assign(first, first + table_bytes - kMarker);
  }
  std::vector<std::uint8_t> piece(kPiece);
  for (std::uint64_t from = 0;;) {
    const std::size_t got = storedBytes(block, from, piece);
    if (got == 0) {
      break;
    }
    const std::size_t begin = from == 0 && !bytes.empty() ? std::min(kMarker, got) : 0;
    bytes.insert(bytes.end(), piece.begin() + static_cast<std::ptrdiff_t>(begin),
                 piece.begin() + static_cast<std::ptrdiff_t>(got));
    from += got;
  }
  Result<std::unique_ptr<JpegReader>> reader = JpegReader::open({.memory = bytes, .file = nullptr}, path_);
  if (!reader || !(*reader)->start(8, {})) {
    return false;
  }
  Image row = Image::allocate({(*reader)->size().width, 1}, (*reader)->channels());
  for (int y = 0; y < (*reader)->size().height; ++y) {
    if (!(*reader)->readRows(row)) {
      return false;
    }
  }
  return true;
}

}  // namespace platen::io
