#include "core/io/page_writer.h"

#include "core/io/format_writers.h"
#include "core/io/jpeg_encoder.h"
#include "core/io/pdf_writer.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace platen::io {
namespace {

constexpr int kJpegLongestSide = 65500;  // libjpeg's JPEG_MAX_DIMENSION

class JpegPage final : public PageWriter {
 public:
  JpegPage(std::unique_ptr<OutputFile> file, const PageFormat& format)
      : file_(std::move(file)), format_(format), encoder_(*file_, format) {}

  Result<void> writeRows(const Image& band) override {
    checkBand(band, format_, rows_);
    rows_ += band.height();
    if (!encoder_.writeRows(band)) {
      return file_->failure();
    }
    return {};
  }

  Result<void> commit() override {
    checkComplete(format_, rows_);
    if (!encoder_.finish()) {
      return file_->failure();
    }
    return file_->commit();
  }

 private:
  std::unique_ptr<OutputFile> file_;
  PageFormat format_;
  JpegEncoder encoder_;
  int rows_ = 0;
};

}  // namespace

std::string obstacle(const PageFormat& f) {
  const bool is_jpeg = f.format == FileFormat::jpeg || f.format == FileFormat::pdf;
  if (is_jpeg && f.type != PixelType::u8) {
    return "16 bits a channel (write PNG or TIFF, or reduce it to 8 bits)";
  }
  if (is_jpeg && f.channels == 4) {
    return "transparency (write PNG or TIFF)";
  }
  if (is_jpeg && !f.bitonal && (f.size.width > kJpegLongestSide || f.size.height > kJpegLongestSide)) {
    return "more than 65500 pixels a side (write PNG or TIFF, or a smaller page)";
  }
  return {};
}

void checkBand(const Image& band, const PageFormat& format, int rows_written) {
  if (band.empty() || band.width() != format.size.width || band.channels() != format.channels ||
      band.type() != format.type || band.height() > format.size.height - rows_written) {
    throw std::invalid_argument("PageWriter::writeRows: a band of " + std::to_string(band.width()) + " x " +
                                std::to_string(band.height()) + " x " + std::to_string(band.channels()) +
                                " does not fit a page of " + std::to_string(format.size.width) + " x " +
                                std::to_string(format.size.height) + " x " + std::to_string(format.channels) +
                                " with " + std::to_string(rows_written) + " rows written");
  }
}

void checkComplete(const PageFormat& format, int rows_written) {
  if (rows_written != format.size.height) {
    throw std::invalid_argument("PageWriter::commit: " + std::to_string(rows_written) + " of " +
                                std::to_string(format.size.height) + " rows written");
  }
}

void packBits(const std::uint8_t* gray, int width, unsigned white, std::uint8_t* packed) {
  for (int x = 0; x < width; x += 8) {
    unsigned bits = 0;
    for (int k = 0; k < 8; ++k) {
      bits = bits << 1 | (x + k < width && gray[x + k] >= 128 ? white : white ^ 1U);
    }
    *packed++ = static_cast<std::uint8_t>(bits);
  }
}

void checkFormat(const PageFormat& f) {
  if (f.format == FileFormat::automatic || f.size.width <= 0 || f.size.height <= 0 ||
      (f.channels != 1 && f.channels != 3 && f.channels != 4) ||
      (f.bitonal && (f.channels != 1 || f.type != PixelType::u8))) {
    throw std::invalid_argument("createPage: not a page: " + std::to_string(f.size.width) + " x " +
                                std::to_string(f.size.height) + " x " + std::to_string(f.channels));
  }
}

Result<std::unique_ptr<PageWriter>> createPage(const std::filesystem::path& file,
                                               const PageFormat& format,
                                               IfThere if_there) {
  checkFormat(format);
  if (const std::string why = obstacle(format); !why.empty()) {
    return fail(ErrorKind::unsupported, file, "cannot hold " + why);
  }
  if (format.format == FileFormat::pdf) {
    return createPdfPage(file, format, if_there);
  }
  Result<std::unique_ptr<OutputFile>> out = OutputFile::create(file, if_there);
  if (!out) {
    return tl::unexpected(out.error());
  }
  switch (format.format) {
    case FileFormat::png:
      return makePngWriter(std::move(*out), format);
    case FileFormat::tiff:
      return makeTiffWriter(std::move(*out), format);
    default:
      return std::make_unique<JpegPage>(std::move(*out), format);
  }
}

}  // namespace platen::io
