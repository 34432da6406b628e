#include "core/bench/drawn_photo.h"

#include <cmath>
#include <string>

#include <opencv2/imgproc.hpp>

namespace platen::bench {
namespace {

constexpr int kDrawnWidth = 3000;  // of the page as it is drawn; photos are made from it

}  // namespace

cv::Mat drawnPage() {
  const cv::Size size(kDrawnWidth, kDrawnWidth * 297 / 210);
  cv::Mat page(size, CV_8UC1, cv::Scalar(235));
  cv::RNG random(9);
  const double unit = kDrawnWidth / 2100.0;
  for (int y = 250; y < 2750; y += 50) {
    std::string line;
    while (line.size() < 62) {
      const int length = random.uniform(2, 10);
      for (int k = 0; k < length; ++k) {
        line += static_cast<char>('a' + random.uniform(0, 26));
      }
      line += ' ';
    }
    cv::putText(page, line, cv::Point(cvRound(220 * unit), cvRound(y * unit)), cv::FONT_HERSHEY_COMPLEX, 1.1 * unit,
                cv::Scalar(40), cvRound(2.5 * unit), cv::LINE_AA);
  }
  return page;
}

std::array<cv::Point2f, 4> drawnCorners(Size photo) {
  const float w = static_cast<float>(photo.width), h = static_cast<float>(photo.height);
  return {{{0.12F * w, 0.08F * h}, {0.88F * w, 0.10F * h}, {0.93F * w, 0.93F * h}, {0.06F * w, 0.92F * h}}};
}

cv::Mat drawnPhoto(const cv::Mat& page, int megapixels, int channels) {
  const double unit = std::sqrt(1e6 * megapixels / 12);
  const cv::Size size(cvRound(3 * unit), cvRound(4 * unit));
  const float w = static_cast<float>(page.cols), h = static_cast<float>(page.rows);
  const std::array<cv::Point2f, 4> flat{{{0, 0}, {w, 0}, {w, h}, {0, h}}};
  const std::array<cv::Point2f, 4> seen = drawnCorners({size.width, size.height});
  cv::Mat photo;
  cv::warpPerspective(page, photo, cv::getPerspectiveTransform(flat.data(), seen.data()), size, cv::INTER_AREA,
                      cv::BORDER_CONSTANT, cv::Scalar(60));
  if (channels == 3) {
    cv::cvtColor(photo, photo, cv::COLOR_GRAY2RGB);
  }
  return photo;
}

}  // namespace platen::bench
