#include "core/io/tiff_file.h"

#include "core/io/metadata.h"

#include <algorithm>
#include <string>

namespace platen::io {
namespace {

constexpr std::uint64_t kStripBytes = 1 << 18;

int ignore(TIFF* /*tiff*/, void* /*data*/, const char* /*module*/, const char* /*format*/, va_list /*args*/) {
  return 1;
}

void setText(TIFF* tiff, ttag_t tag, const std::string& value) {
  if (!value.empty()) {
    TIFFSetField(tiff, tag, value.c_str());
  }
}

}  // namespace

// libtiff's view of an OutputFile, or of a part of one.
struct TiffFile::Access {
  OutputFile* file = nullptr;
  std::uint64_t begin = 0, length = 0;  // of the part that is read; of a file that is written: 0
  std::uint64_t position = 0;
  bool ok = true;

  [[nodiscard]] std::uint64_t bytes() const { return length > 0 ? length : file->size(); }

  static tmsize_t read(thandle_t handle, void* bytes, tmsize_t count) {
    auto* self = static_cast<Access*>(handle);
    const std::uint64_t there = self->bytes() - std::min(self->bytes(), self->position);
    const std::size_t got = self->file->readAt(
        self->begin + self->position, bytes,
        static_cast<std::size_t>(std::min(there, static_cast<std::uint64_t>(std::max<tmsize_t>(0, count)))));
    self->position += got;
    return static_cast<tmsize_t>(got);
  }
  static tmsize_t write(thandle_t handle, void* bytes, tmsize_t count) {
    auto* self = static_cast<Access*>(handle);
    self->ok = self->file->writeAt(self->position, bytes, static_cast<std::size_t>(count)) && self->ok;
    self->position += static_cast<std::uint64_t>(count);
    return self->ok ? count : -1;
  }
  static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    auto* self = static_cast<Access*>(handle);
    if (whence == SEEK_CUR) {
      offset += self->position;
    } else if (whence == SEEK_END) {
      offset += self->bytes();
    }
    return self->position = offset;
  }
  static int close(thandle_t /*handle*/) { return 0; }
  static toff_t size(thandle_t handle) { return static_cast<Access*>(handle)->bytes(); }
};

TiffFile::TiffFile(OutputFile& file, Way way) : access_(std::make_unique<Access>(Access{&file})) {
  open(way == Way::writeBig ? "w8" : "w");
}

TiffFile::TiffFile(OutputFile& file, std::uint64_t offset, std::uint64_t length)
    : access_(std::make_unique<Access>(Access{&file, offset, length})) {
  open("rm");  // not mapped
}

TiffFile::~TiffFile() = default;

void TiffFile::open(const char* mode) {
  TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
  TIFFOpenOptionsSetErrorHandlerExtR(options, ignore, nullptr);
  TIFFOpenOptionsSetWarningHandlerExtR(options, ignore, nullptr);
  tiff_.reset(TIFFClientOpenExt("page", mode, access_.get(), Access::read, Access::write, Access::seek, Access::close,
                                Access::size, nullptr, nullptr, options));
  TIFFOpenOptionsFree(options);
}

bool TiffFile::ok() const {
  return access_->ok;
}

bool TiffFile::close() {
  tiff_.reset();
  return access_->ok;
}

void setTiffTags(TIFF* tiff, const PageFormat& format) {
  const std::uint64_t row_bytes = static_cast<std::uint64_t>(format.size.width) *
                                  static_cast<std::uint64_t>(format.channels) * bytesPer(format.type);
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(format.size.width));
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(format.size.height));
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, format.channels);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  if (format.bitonal) {
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 1);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_CCITTFAX4);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(format.size.height));
  } else {
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, format.type == PixelType::u16 ? 16 : 8);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, format.channels == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
    TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP,
                 static_cast<std::uint32_t>(std::max<std::uint64_t>(1, kStripBytes / row_bytes)));
  }
  if (format.channels == 4) {
    const std::uint16_t kind = EXTRASAMPLE_UNASSALPHA;
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
  }
  if (format.dpi > 0) {
    TIFFSetField(tiff, TIFFTAG_XRESOLUTION, format.dpi);
    TIFFSetField(tiff, TIFFTAG_YRESOLUTION, format.dpi);
    TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
  }
  if (profileFits(format.icc_profile, format.channels)) {
    TIFFSetField(tiff, TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(format.icc_profile.size()),
                 format.icc_profile.data());
  }
  setText(tiff, TIFFTAG_MAKE, format.camera_make);
  setText(tiff, TIFFTAG_MODEL, format.camera_model);
  if (format.date_time.size() == 19) {  // the tag's fixed length, without its zero
    setText(tiff, TIFFTAG_DATETIME, format.date_time);
  }
}

}  // namespace platen::io
