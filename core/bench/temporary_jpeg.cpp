#include "core/bench/temporary_jpeg.h"

#include "core/bench/or_throw.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <unistd.h>

namespace platen::bench {
namespace {

std::filesystem::path newName() {
  static std::atomic<int> made{0};
  return std::filesystem::temp_directory_path() /
         ("platen-bench-" + std::to_string(getpid()) + "-" + std::to_string(++made) + ".jpg");
}

}  // namespace

TemporaryJpeg::TemporaryJpeg(const cv::Mat& pixels, int quality, int restart_rows) : file_(newName()) {
  const auto held = std::make_shared<cv::Mat>(pixels);
  io::PageFormat format;
  format.size = {held->cols, held->rows};
  format.channels = held->channels();
  format.quality = quality;
  format.restart_rows = restart_rows;
  const std::unique_ptr<io::PageWriter> writer = orThrow(io::createPage(file_, format));
  orThrow(writer->writeRows(Image::wrap(held, held->data, format.size, format.channels, PixelType::u8,
                                        static_cast<std::ptrdiff_t>(held->step))));
  orThrow(writer->commit());
}

TemporaryJpeg::~TemporaryJpeg() {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

}  // namespace platen::bench
