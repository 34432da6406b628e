// TiffReader: what tells that picture data is damaged. libtiff only warns of damaged JPEG and CCITT data and goes on
// with what it makes of them; and it ends a strip of Deflate with its last row, without a look at the checksum behind
// it.
#include "core/io/jpeg_reader.h"
#include "core/io/lzw_length.h"
#include "core/io/tiff_reader.h"
#include "core/io/whole_reader.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <new>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace platen::io {
namespace {

constexpr std::size_t kPiece = 1 << 16;
constexpr std::uint64_t kMostLonger = 16;  // times its pixels: what a strip or tile is looked at for

bool holdsOneOf(const char* text, std::initializer_list<const char*> known) {
  return std::any_of(known.begin(), known.end(), [&](const char* each) { return std::strstr(text, each) != nullptr; });
}

// What libtiff says, as a warning or an error, of rows that are right: of codes of LZW as they were before TIFF 6.0, of
// sizes that it corrects, of a last strip that holds more rows than the picture, of progressive JPEGs.
bool isHarmless(const char* text) {
  return holdsOneOf(text, {"Old-style LZW codes", "Too large strip byte count", "Too large tile byte count",
                           "JPEG strip size exceeds expected dimensions", "encoded with progressive mode"});
}

std::uint64_t roundedUp(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

struct TiffReader::Inflater {
  z_stream stream{};
  std::vector<std::uint8_t> out = std::vector<std::uint8_t>(4 * kPiece);
};

void TiffReader::InflaterEnd::operator()(Inflater* inflater) const {
  ::inflateEnd(&inflater->stream);
  delete inflater;
}

int TiffReader::keepError(TIFF* /*tiff*/, void* self, const char* module, const char* format, va_list arguments) {
  auto* reader = static_cast<TiffReader*>(self);
  char text[240];
  std::vsnprintf(text, sizeof text, format, arguments);
  if (reader->reads_rows_ && (isHarmless(text) || reader->isHarmlessHere(text))) {
    return 1;
  }
  reader->message_ = (module != nullptr ? std::string(module) + ": " : std::string()) + text;
  reader->lost_pixels_ = reader->lost_pixels_ || reader->reads_rows_;
  reader->lacks_memory_ =
      reader->lacks_memory_ || holdsOneOf(text, {"No space for", "Out of memory", "Failed to allocate",
                                                 "Insufficient memory", "exceeds limit of"});
  reader->is_other_jpeg_ =
      reader->is_other_jpeg_ || holdsOneOf(text, {"Unsupported JPEG process", "Improper JPEG sampling factors"});
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
  } else if (!isHarmless(text) && !reader->isHarmlessHere(text)) {
    reader->lost_pixels_ = true;
  }
  return 1;
}

bool TiffReader::isFax() const {
  const int compression = number(TIFFTAG_COMPRESSION);
  return compression == COMPRESSION_CCITTFAX3 || compression == COMPRESSION_CCITTFAX4;
}

bool TiffReader::isHarmlessHere(const char* text) const {
  if (readsBlocks() && std::strstr(text, "to avoid buffer overrun") != nullptr) {
    return true;  // PackBits: bytes behind the last pixel
  }
  if (const char* sizes = std::strstr(text, "expected"); sizes != nullptr && tiled_) {
    unsigned width = 0;
    unsigned height = 0;
    unsigned got_width = 0;
    unsigned got_height = 0;
    if (std::sscanf(sizes, "expected %ux%u, got %ux%u", &width, &height, &got_width, &got_height) == 4 && width > 0 &&
        height > 0) {  // JPEG: a tile that ends with the picture
      const auto across = (static_cast<unsigned>(size_.width) + width - 1) / width;
      const auto down = (static_cast<unsigned>(size_.height) + height - 1) / height;
      const auto tile = static_cast<unsigned>(looked_at_) % (across * down);
      const unsigned x = tile % across * width;
      const unsigned y = tile / across * height;
      return got_width >= std::min(width, static_cast<unsigned>(size_.width) - x) &&
             got_height >= std::min(height, static_cast<unsigned>(size_.height) - y);
    }
  }
  if (!isFax() || std::strstr(text, " at line ") == nullptr) {  // else it is no matter of codes
    return false;
  }
  // A fax that came with bad lines and says so (RFC 2306), or a line short at one of its ends.
  std::uint32_t bad_lines = 0;
  TIFFGetField(tiff_.get(), TIFFTAG_BADFAXLINES, &bad_lines);
  const bool is_at_end = row_now_ == 0 || row_now_ == size_.height - 1;
  return bad_lines > 0 || number(TIFFTAG_CLEANFAXDATA) == CLEANFAXDATA_UNCLEAN || (is_at_end && !readsBlocks());
}

tl::unexpected<Error> TiffReader::lostRows() const {
  if (lacks_memory_) {
    throw std::bad_alloc();
  }
  if (is_other_jpeg_) {
    return unsupported("a kind of JPEG inside that libjpeg-turbo does not decode");
  }
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

std::uint64_t TiffReader::blockBytes() const {
  return tiled_ ? TIFFTileSize64(tiff_.get()) : TIFFStripSize64(tiff_.get());
}

// As libtiff has it, which does not believe what a strip or tile says of itself beyond a point.
std::uint64_t TiffReader::storedCount(std::uint32_t block) const {
  constexpr std::uint64_t kBelieved = 1 << 20;
  const std::uint64_t count = TIFFGetStrileByteCount(tiff_.get(), block);
  const std::uint64_t most = 10 * blockBytes() + 4096;
  return count > kBelieved ? std::min(count, std::max(kBelieved, most)) : count;
}

std::size_t TiffReader::storedBytes(std::uint32_t block, std::uint64_t from, std::span<std::uint8_t> to) const {
  const std::uint64_t count = storedCount(block);
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

// Of LZW, which has no checksum: does it hold as many bytes as it has pixels for? Too few libtiff misses itself. What
// has no end code behind its pixels can't be told.
bool TiffReader::hasItsLength(std::uint32_t block) {
  TIFF* tiff = tiff_.get();
  std::uint64_t wanted = blockBytes();
  std::uint64_t stored_rows = wanted;  // the last strip may hold the rows that the picture has not, too
  if (!tiled_) {
    std::uint32_t rows = 0;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
    stored_rows = rows * TIFFScanlineSize64(tiff);
    const auto height = static_cast<std::uint32_t>(size_.height);
    rows = std::max(1U, std::min(rows, height));
    const std::uint32_t strips = (height + rows - 1) / rows;  // of a plane
    const std::uint32_t first = block % strips * rows;
    wanted = TIFFVStripSize64(tiff, std::min(rows, height - first));
  }
  // A code of 12 bits stands for a byte at least; clear codes are a few more.
  const std::uint64_t looked_for = stored_rows <= kMostLonger * wanted ? std::max(stored_rows, wanted) : wanted;
  const std::uint64_t most_packed = 2 * looked_for + 4096;
  coded_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, most_packed)));
  LzwLength length;
  for (std::uint64_t from = 0; !length.isDone() && from < most_packed;) {
    const std::size_t got = codedBytes(block, from, coded_);
    if (got == 0 || (from == 0 && got > 1 && coded_[0] == 0 && (coded_[1] & 1) != 0)) {  // the other order of bits
      return true;
    }
    length.add(std::span(coded_).first(got));
    from += got;
  }
  if (!length.bytes()) {
    return true;
  }
  const std::uint64_t bytes = *length.bytes();  // some programs fill up words
  return bytes <= wanted || bytes == stored_rows || bytes == roundedUp(wanted, 2) || bytes == roundedUp(wanted, 4);
}

// Inflates once more than libtiff, up to the checksum. False where that is another one, or the data is none that can be
// inflated; what is merely missing at the end libtiff misses, too, if there are pixels in it. What is behind the pixels
// is no damage while the checksum is right, and far behind them it is not looked at.
bool TiffReader::inflatesWhole(std::uint32_t block) {
  const std::uint64_t most = kMostLonger * blockBytes() + kPiece;
  if (!inflater_) {
    std::unique_ptr<Inflater> made = std::make_unique<Inflater>();
    if (::inflateInit(&made->stream) != Z_OK) {
      throw std::bad_alloc();
    }
    inflater_.reset(made.release());
  } else {
    ::inflateReset(&inflater_->stream);
  }
  z_stream& stream = inflater_->stream;
  stream.avail_in = 0;
  coded_.resize(
      static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, std::max<std::uint64_t>(storedCount(block), 1))));
  int state = Z_OK;
  for (std::uint64_t from = 0; state == Z_OK;) {
    if (stream.total_out > most || from > 2 * most) {
      return true;
    }
    if (stream.avail_in == 0) {
      const std::size_t got = codedBytes(block, from, coded_);
      if (got == 0) {
        return stream.total_out <= blockBytes();  // without a checksum
      }
      from += got;
      stream.next_in = coded_.data();
      stream.avail_in = static_cast<uInt>(got);
    }
    stream.next_out = inflater_->out.data();
    stream.avail_out = static_cast<uInt>(inflater_->out.size());
    state = ::inflate(&stream, Z_NO_FLUSH);
  }
  if (state == Z_MEM_ERROR) {
    throw std::bad_alloc();
  }
  return state == Z_STREAM_END;
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
  if (!reader) {
    return reader.error().kind == ErrorKind::unsupported;
  }
  if (const auto started = (*reader)->start(8, {}); !started) {
    return started.error().kind == ErrorKind::unsupported;  // grey with alpha, say
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
