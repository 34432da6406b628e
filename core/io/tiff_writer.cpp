// TIFF files of one page.
#include "core/io/format_writers.h"
#include "core/io/tiff_encoder.h"

#include <utility>

namespace platen::io {
namespace {

class TiffPage final : public PageWriter {
 public:
  TiffPage(std::unique_ptr<OutputFile> file, const PageFormat& format)
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
  TiffEncoder encoder_;
  int rows_ = 0;
};

}  // namespace

std::unique_ptr<PageWriter> makeTiffWriter(std::unique_ptr<OutputFile> file, const PageFormat& format) {
  return std::make_unique<TiffPage>(std::move(file), format);
}

}  // namespace platen::io
