// PNG through libpng: 8 or 16 bits (1 for bitonal pages), resolution, profile and EXIF.
#include "core/io/format_writers.h"
#include "core/io/guarded_call.h"
#include "core/io/metadata.h"

#include <bit>
#include <cmath>
#include <new>
#include <png.h>
#include <utility>

namespace platen::io {
namespace {

// Pages compress nearly as well at 4 as at libpng's 6, in half the time.
constexpr int kCompression = 4;

int colorType(int channels) {
  switch (channels) {
    case 1:
      return PNG_COLOR_TYPE_GRAY;
    case 3:
      return PNG_COLOR_TYPE_RGB;
    default:
      return PNG_COLOR_TYPE_RGBA;
  }
}

class PngPage final : public PageWriter {
 public:
  PngPage(std::unique_ptr<OutputFile> file, const PageFormat& format) : file_(std::move(file)), format_(format) {
    const png_error_ptr on_error = [](png_structp png, png_const_charp) {
      std::longjmp(static_cast<PngPage*>(png_get_error_ptr(png))->jump_, 1);
    };
    const png_error_ptr on_warning = [](png_structp, png_const_charp) {};
    if (!guarded(jump_,
                 [&] {
                   png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
                   info_ = png_ != nullptr ? png_create_info_struct(png_) : nullptr;
                 }) ||
        info_ == nullptr) {
      throw std::bad_alloc();
    }
    writeHeader();
  }
  PngPage(const PngPage&) = delete;
  PngPage& operator=(const PngPage&) = delete;
  ~PngPage() override { png_destroy_write_struct(&png_, &info_); }

  Result<void> writeRows(const Image& band) override {
    checkBand(band, format_, rows_);
    rows_ += band.height();
    ok_ = ok_ && guarded(jump_, [&] {
            for (int j = 0; j < band.height(); ++j) {
              const auto* row = band.rowAs<png_byte>(j);
              if (format_.bitonal) {
                packBits(row, band.width(), 1, packed_.data());
                row = packed_.data();
              }
              png_write_row(png_, row);
            }
          });
    if (!ok_) {
      return file_->failure();
    }
    return {};
  }

  Result<void> commit() override {
    checkComplete(format_, rows_);
    ok_ = ok_ && guarded(jump_, [&] { png_write_end(png_, nullptr); });
    if (!ok_) {
      return file_->failure();
    }
    return file_->commit();
  }

 private:
  void writeHeader() {
    const png_rw_ptr on_write = [](png_structp png, png_bytep bytes, std::size_t count) {
      if (!static_cast<OutputFile*>(png_get_io_ptr(png))->write(bytes, count)) {
        png_error(png, "write failed");
      }
    };
    const png_flush_ptr on_flush = [](png_structp) {};
    std::vector<std::uint8_t> exif = exifBlock(format_.date_time, format_.camera_make, format_.camera_model);
    const bool with_profile = profileFits(format_.icc_profile, format_.channels);
    int bits = 8;
    if (format_.bitonal) {
      bits = 1;
      packed_.resize((static_cast<std::size_t>(format_.size.width) + 7) / 8);
    } else if (format_.type == PixelType::u16) {
      bits = 16;
    }
    ok_ = guarded(jump_, [&] {
      png_set_write_fn(png_, file_.get(), on_write, on_flush);
      png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
      png_set_benign_errors(png_, 1);  // an odd profile is left out, not fatal
      png_set_compression_level(png_, kCompression);
      png_set_IHDR(png_, info_, static_cast<png_uint_32>(format_.size.width),
                   static_cast<png_uint_32>(format_.size.height), bits, colorType(format_.channels), PNG_INTERLACE_NONE,
                   PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
      if (format_.dpi > 0) {
        const auto per_metre = static_cast<png_uint_32>(std::lround(format_.dpi / 0.0254));
        png_set_pHYs(png_, info_, per_metre, per_metre, PNG_RESOLUTION_METER);
      }
      if (with_profile) {
        png_set_iCCP(png_, info_, "ICC profile", PNG_COMPRESSION_TYPE_BASE, format_.icc_profile.data(),
                     static_cast<png_uint_32>(format_.icc_profile.size()));
      }
      if (!exif.empty()) {
        png_set_eXIf_1(png_, info_, static_cast<png_uint_32>(exif.size()), exif.data());
      }
      png_write_info(png_, info_);
      if (bits == 16 && std::endian::native == std::endian::little) {
        png_set_swap(png_);
      }
    });
  }

  std::unique_ptr<OutputFile> file_;
  PageFormat format_;
  std::jmp_buf jump_{};
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  bool ok_ = true;
  int rows_ = 0;
  std::vector<std::uint8_t> packed_;
};

}  // namespace

std::unique_ptr<PageWriter> makePngWriter(std::unique_ptr<OutputFile> file, const PageFormat& format) {
  return std::make_unique<PngPage>(std::move(file), format);
}

}  // namespace platen::io
