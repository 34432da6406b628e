// TIFF through libtiff: deflate with predictor, or CCITT G4 for bitonal pages; BigTIFF where the samples could pass 4
// GB; resolution, profile, date and camera.
#include "core/io/format_writers.h"
#include "core/io/metadata.h"

#include <algorithm>
#include <cstring>
#include <tiffio.h>
#include <utility>

namespace platen::io {
namespace {

constexpr std::uint64_t kClassicBytes = 3'900'000'000;
constexpr std::uint64_t kStripBytes = 1 << 18;

// libtiff's view of an OutputFile.
struct Access {
  OutputFile* file = nullptr;
  std::uint64_t position = 0;
  bool ok = true;

  static tmsize_t read(thandle_t handle, void* bytes, tmsize_t count) {
    auto* self = static_cast<Access*>(handle);
    const std::size_t got = self->file->readAt(self->position, bytes, static_cast<std::size_t>(count));
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
      offset += self->file->size();
    }
    return self->position = offset;
  }
  static int close(thandle_t /*handle*/) { return 0; }
  static toff_t size(thandle_t handle) { return static_cast<Access*>(handle)->file->size(); }
};

int ignore(TIFF* /*tiff*/, void* /*data*/, const char* /*module*/, const char* /*format*/, va_list /*args*/) {
  return 1;
}

class TiffPage final : public PageWriter {
 public:
  TiffPage(std::unique_ptr<OutputFile> file, const PageFormat& format) : file_(std::move(file)), format_(format) {
    access_.file = file_.get();
    const std::uint64_t row_bytes = static_cast<std::uint64_t>(format.size.width) *
                                    static_cast<std::uint64_t>(format.channels) * bytesPer(format.type);
    const bool big = row_bytes * static_cast<std::uint64_t>(format.size.height) > kClassicBytes;
    TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
    TIFFOpenOptionsSetErrorHandlerExtR(options, ignore, nullptr);
    TIFFOpenOptionsSetWarningHandlerExtR(options, ignore, nullptr);
    tiff_.reset(TIFFClientOpenExt("page", big ? "w8" : "w", &access_, Access::read, Access::write, Access::seek,
                                  Access::close, Access::size, nullptr, nullptr, options));
    TIFFOpenOptionsFree(options);
    if (tiff_) {
      setTags(row_bytes);
    }
    // libtiff may change a row while it encodes it.
    row_.resize(format.bitonal ? (static_cast<std::size_t>(format.size.width) + 7) / 8
                               : static_cast<std::size_t>(row_bytes));
  }

  Result<void> writeRows(const Image& band) override {
    checkBand(band, format_, rows_);
    for (int j = 0; j < band.height(); ++j) {
      if (format_.bitonal) {
        packBits(band.rowAs<std::uint8_t>(j), band.width(), 0, row_.data());
      } else {
        std::memcpy(row_.data(), band.row(j), row_.size());
      }
      if (!tiff_ || TIFFWriteScanline(tiff_.get(), row_.data(), static_cast<std::uint32_t>(rows_++)) < 0 ||
          !access_.ok) {
        return file_->failure();
      }
    }
    return {};
  }

  Result<void> commit() override {
    checkComplete(format_, rows_);
    // TIFFClose reports nothing, so the directory is written and checked before it.
    if (!tiff_ || TIFFWriteDirectory(tiff_.get()) == 0 || !access_.ok) {
      return file_->failure();
    }
    tiff_.reset();
    if (!access_.ok) {
      return file_->failure();
    }
    return file_->commit();
  }

 private:
  struct Closer {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
  };

  void setText(ttag_t tag, const std::string& value) {
    if (!value.empty()) {
      TIFFSetField(tiff_.get(), tag, value.c_str());
    }
  }

  void setTags(std::uint64_t row_bytes) {
    TIFF* tiff = tiff_.get();
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(format_.size.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(format_.size.height));
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, format_.channels);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    if (format_.bitonal) {
      TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 1);
      TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE);
      TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_CCITTFAX4);
      TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(format_.size.height));
    } else {
      TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, format_.type == PixelType::u16 ? 16 : 8);
      TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, format_.channels == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
      TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
      TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
      TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP,
                   static_cast<std::uint32_t>(std::max<std::uint64_t>(1, kStripBytes / row_bytes)));
    }
    if (format_.channels == 4) {
      const std::uint16_t kind = EXTRASAMPLE_UNASSALPHA;
      TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
    }
    if (format_.dpi > 0) {
      TIFFSetField(tiff, TIFFTAG_XRESOLUTION, format_.dpi);
      TIFFSetField(tiff, TIFFTAG_YRESOLUTION, format_.dpi);
      TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
    }
    if (profileFits(format_.icc_profile, format_.channels)) {
      TIFFSetField(tiff, TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(format_.icc_profile.size()),
                   format_.icc_profile.data());
    }
    setText(TIFFTAG_MAKE, format_.camera_make);
    setText(TIFFTAG_MODEL, format_.camera_model);
    if (format_.date_time.size() == 19) {  // the tag's fixed length, without its zero
      setText(TIFFTAG_DATETIME, format_.date_time);
    }
  }

  // The order matters: libtiff writes through access_ into file_ when it is closed.
  std::unique_ptr<OutputFile> file_;
  PageFormat format_;
  Access access_;
  std::unique_ptr<TIFF, Closer> tiff_;
  int rows_ = 0;
  std::vector<std::uint8_t> row_;
};

}  // namespace

std::unique_ptr<PageWriter> makeTiffWriter(std::unique_ptr<OutputFile> file, const PageFormat& format) {
  return std::make_unique<TiffPage>(std::move(file), format);
}

}  // namespace platen::io
