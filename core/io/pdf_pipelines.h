// Where an image of a PDF flows to: a file as it is, or the rows of a TIFF. What can't be written is a
// std::system_error.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <system_error>
#include <tiffio.h>
#include <vector>

#define POINTERHOLDER_TRANSITION 4  // qpdf 11: std::shared_ptr throughout
#include <qpdf/Pipeline.hh>

namespace platen::io {

// errno, which libtiff leaves as write() said it.
inline std::error_code writeError() {
  return {errno != 0 ? errno : EIO, std::generic_category()};
}

inline void require(bool written) {
  if (!written) {
    throw std::system_error(writeError());
  }
}

// qpdf passes over what its pipelines throw, so that the error is kept here.
class FilePipeline : public Pipeline {
 public:
  explicit FilePipeline(const std::stop_token& stop) : Pipeline("image", nullptr), stop_(stop) {}
  void finish() override {}
  void check() const {
    if (error_) {
      throw std::system_error(*error_);
    }
  }

 protected:
  // Ends the unpacking.
  void heedStop() const {
    if (stop_.stop_requested()) {
      throw std::runtime_error("stopped");
    }
  }
  void requireWritten(bool written) {
    if (!written) {
      error_ = writeError();
      check();
    }
  }

 private:
  const std::stop_token& stop_;
  std::optional<std::error_code> error_;
};

class IntoFile final : public FilePipeline {
 public:
  IntoFile(std::FILE* file, const std::stop_token& stop) : FilePipeline(stop), file_(file) {}
  void write(unsigned char const* data, size_t length) override {
    heedStop();
    requireWritten(std::fwrite(data, 1, length, file_) == length);
  }

 private:
  std::FILE* file_;
};

// Samples as they come, into the rows of a TIFF.
class IntoTiff final : public FilePipeline {
 public:
  IntoTiff(TIFF* tiff, int rows, bool wide, const std::stop_token& stop)
      : FilePipeline(stop),
        tiff_(tiff),
        rows_(rows),
        wide_(wide),
        row_(static_cast<std::size_t>(TIFFScanlineSize(tiff))) {}
  void write(unsigned char const* data, size_t length) override {
    while (length > 0 && next_ < rows_) {
      const std::size_t some = std::min(length, row_.size() - have_);
      std::memcpy(row_.data() + have_, data, some);
      have_ += some;
      data += some;
      length -= some;
      if (have_ == row_.size()) {
        writeRow();
      }
    }
  }
  [[nodiscard]] bool isWhole() const { return next_ == rows_; }

 private:
  void writeRow() {
    heedStop();
    if (wide_) {  // a PDF has the high byte first
      TIFFSwabArrayOfShort(reinterpret_cast<std::uint16_t*>(row_.data()), static_cast<tmsize_t>(row_.size() / 2));
    }
    requireWritten(TIFFWriteScanline(tiff_, row_.data(), static_cast<std::uint32_t>(next_++)) >= 0);
    have_ = 0;
  }

  TIFF* tiff_;
  int rows_;
  bool wide_;
  std::vector<std::uint8_t> row_;
  std::size_t have_ = 0;
  int next_ = 0;
};

}  // namespace platen::io
