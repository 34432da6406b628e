// A photo of a page that is drawn here, so that the bench needs no files: an A4 sheet of words, leaning on a dark
// table.
#pragma once

#include "core/geometry.h"

#include <array>
#include <filesystem>

#include <opencv2/core.hpp>

namespace platen::bench {

// The sheet as one sees it flat, grey.
cv::Mat drawnPage();

// Where its corners lie on a photo of this size, source_px: top left, then clockwise.
std::array<cv::Point2f, 4> drawnCorners(Size photo);

// A JPEG in the folder for temporary files, 4:3 upright; removed at the end. Throws std::runtime_error where it can't
// be written.
class DrawnPhoto {
 public:
  // megapixels: 1e6; channels: 1 or 3.
  DrawnPhoto(const cv::Mat& page, int megapixels, int channels = 1);
  ~DrawnPhoto();
  DrawnPhoto(const DrawnPhoto&) = delete;
  DrawnPhoto& operator=(const DrawnPhoto&) = delete;

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
};

}  // namespace platen::bench
