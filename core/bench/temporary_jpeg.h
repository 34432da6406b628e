// A photo of the bench's own in the folder for temporary files, removed at the end.
#pragma once

#include "core/io/page_writer.h"

#include <filesystem>

#include <opencv2/core.hpp>

namespace platen::bench {

class TemporaryJpeg {
 public:
  // pixels: u8, 1 (grey) or 3 (RGB) channels; quality and restart_rows as io::PageFormat has them. Throws
  // std::runtime_error where it can't be written.
  TemporaryJpeg(const cv::Mat& pixels, int quality, int restart_rows = 0);
  ~TemporaryJpeg();
  TemporaryJpeg(const TemporaryJpeg&) = delete;
  TemporaryJpeg& operator=(const TemporaryJpeg&) = delete;

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
};

}  // namespace platen::bench
