#include "core/io/tiff_encoder.h"

#include "core/io/format_writers.h"

#include <cstring>

namespace platen::io {
namespace {

std::uint64_t rowBytes(const PageFormat& format) {
  return format.bitonal ? (static_cast<std::uint64_t>(format.size.width) + 7) / 8
                        : static_cast<std::uint64_t>(format.size.width) * static_cast<std::uint64_t>(format.channels) *
                              bytesPer(format.type);
}

TiffFile::Way wayOf(const PageFormat& format) {
  return rowBytes(format) * static_cast<std::uint64_t>(format.size.height) > kClassicTiffBytes ? TiffFile::Way::writeBig
                                                                                               : TiffFile::Way::write;
}

}  // namespace

TiffEncoder::TiffEncoder(OutputFile& file, const PageFormat& format)
    : format_(format), tiff_(file, wayOf(format)), row_(static_cast<std::size_t>(rowBytes(format))) {
  if (tiff_.get() != nullptr) {
    setTiffTags(tiff_.get(), format);
  }
}

bool TiffEncoder::writeRows(const Image& band) {
  for (int j = 0; j < band.height(); ++j) {
    // libtiff may change a row while it encodes it.
    if (format_.bitonal) {
      packBits(band.rowAs<std::uint8_t>(j), band.width(), 0, row_.data());
    } else {
      std::memcpy(row_.data(), band.row(j), row_.size());
    }
    if (tiff_.get() == nullptr || TIFFWriteScanline(tiff_.get(), row_.data(), rows_++) < 0 || !tiff_.ok()) {
      return false;
    }
  }
  return true;
}

bool TiffEncoder::finish() {
  // TIFFClose reports nothing, so the directory is written and checked before it.
  return tiff_.get() != nullptr && TIFFWriteDirectory(tiff_.get()) != 0 && tiff_.close();
}

}  // namespace platen::io
