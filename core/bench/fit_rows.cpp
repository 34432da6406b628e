#include "core/bench/fit_rows.h"

#include "core/io/page_writer.h"
#include "core/pipeline/page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::bench {
namespace {

constexpr int kDrawnWidth = 3000;  // of the page as it is drawn; photos are made from it

template <class T>
T orThrow(Result<T> result) {
  if (!result) {
    throw std::runtime_error(describe(result.error()));
  }
  if constexpr (!std::is_void_v<T>) {
    return std::move(*result);
  }
}

// A sheet of lines of words, A4, as one sees it flat.
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

// The sheet leaning on a dark table, 4:3 upright, of so many megapixels.
cv::Mat photoOf(const cv::Mat& page, int megapixels) {
  const double unit = std::sqrt(1e6 * megapixels / 12);
  const cv::Size size(cvRound(3 * unit), cvRound(4 * unit));
  const float w = static_cast<float>(page.cols), h = static_cast<float>(page.rows);
  const float pw = static_cast<float>(size.width), ph = static_cast<float>(size.height);
  const std::array<cv::Point2f, 4> flat{{{0, 0}, {w, 0}, {w, h}, {0, h}}};
  const std::array<cv::Point2f, 4> seen{
      {{0.12F * pw, 0.08F * ph}, {0.88F * pw, 0.10F * ph}, {0.93F * pw, 0.93F * ph}, {0.06F * pw, 0.92F * ph}}};
  const cv::Mat turned = cv::getPerspectiveTransform(flat.data(), seen.data());
  cv::Mat photo;
  cv::warpPerspective(page, photo, turned, size, cv::INTER_AREA, cv::BORDER_CONSTANT, cv::Scalar(60));
  return photo;
}

class PagePhoto {
 public:
  PagePhoto(const cv::Mat& page, int megapixels)
      : file_(std::filesystem::temp_directory_path() /
              ("platen-bench-" + std::to_string(getpid()) + "-" + std::to_string(megapixels) + ".jpg")) {
    {
      const auto pixels = std::make_shared<cv::Mat>(photoOf(page, megapixels));
      io::PageFormat format;
      format.size = {pixels->cols, pixels->rows};
      format.channels = 1;
      format.quality = 80;
      const std::unique_ptr<io::PageWriter> writer = orThrow(io::createPage(file_, format));
      orThrow(writer->writeRows(
          Image::wrap(pixels, pixels->data, format.size, 1, PixelType::u8, static_cast<std::ptrdiff_t>(pixels->step))));
      orThrow(writer->commit());
    }
    options_.threads = 1;
    options_.page.choice = PageChoice::whole;
    options_.rotate = Rotation::deg0;
    opened_ = orThrow(pipeline::openPhoto(file_, options_));
  }
  ~PagePhoto() {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
  }
  PagePhoto(const PagePhoto&) = delete;
  PagePhoto& operator=(const PagePhoto&) = delete;

  [[nodiscard]] double secondsOfAStep() const {
    const pipeline::FittedPage fitted = orThrow(pipeline::fitPage(opened_, 0, options_, {}));
    if (fitted.fit.steps < 1) {
      throw std::runtime_error("the page of the bench was not fitted");
    }
    return fitted.fit.seconds / fitted.fit.steps;
  }

 private:
  std::filesystem::path file_;
  FitOptions options_;
  pipeline::OpenedPhoto opened_;
};

double medianOf(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

}  // namespace

void fitRows(bool quick, const RowDone& done, const std::stop_token& stop) {
  const int rounds = quick ? 5 : 11;
  const cv::Mat page = drawnPage();
  const PagePhoto least(page, 1);
  for (const int megapixels : quick ? std::vector<int>{12} : std::vector<int>{12, 100, 400}) {
    if (stop.stop_requested()) {
      return;
    }
    const PagePhoto photo(page, megapixels);
    std::vector<double> ours, peer;
    for (int k = 0; k < rounds && !(k > 0 && stop.stop_requested()); ++k) {
      ours.push_back(photo.secondsOfAStep());
      peer.push_back(least.secondsOfAStep());
    }
    const double a = medianOf(ours), b = medianOf(peer);
    done({"fit step", std::to_string(megapixels) + " MP JPEG", 1e6 * a, 1e6 * b, "the same page at 1 MP", "us", b / a});
  }
}

}  // namespace platen::bench
