#include "core/bench/render_case.h"

#include "core/pipeline/render.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include <opencv2/imgproc.hpp>

namespace platen::bench {
namespace {

constexpr int kRows = 33;  // of the warp grid
constexpr int kCols = 25;
constexpr int kCellsAcross = 120;  // of the coarse map that cv::resize gets, a square of pixels each
constexpr int kCellsDown = 160;

// A leaning page, bent once along its width, well inside the photo: (u, v) to shares of the photo's sides.
Vec2 bentPage(double u, double v) {
  return {0.03 + 0.93 * u + 0.02 * v - 0.03 * u * (1 - v), 0.05 + 0.90 * v + 0.02 * u + 0.03 * std::sin(3 * u)};
}

}  // namespace

RenderCase::RenderCase(int megapixels, Filter filter, int threads)
    : filter_(filter),
      threads_(threads),
      cell_(static_cast<int>(std::lround(std::sqrt(1e6 * megapixels / (kCellsAcross * kCellsDown))))),
      page_{cell_ * kCellsAcross, cell_ * kCellsDown} {
  pixels_ = cv::Mat(page_.height, page_.width, CV_8UC3);
  cv::RNG random(1);
  random.fill(pixels_, cv::RNG::UNIFORM, 0, 256);
  cv::GaussianBlur(pixels_, pixels_, {}, 1.5);
  photo_ = Image::wrap(std::make_shared<cv::Mat>(pixels_), pixels_.data, page_, 3, PixelType::u8,
                       static_cast<std::ptrdiff_t>(pixels_.step));
  const double width = page_.width;
  const double height = page_.height;
  grid_.rows = kRows;
  grid_.cols = kCols;
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kCols; ++j) {
      const Vec2 p = bentPage(j / (kCols - 1.0), i / (kRows - 1.0));
      grid_.points.push_back({p.x * width, p.y * height});
    }
  }
  // One ring of cells more than the page, because cv::resize repeats what lies beyond the outermost centres. OpenCV's
  // pixel centres lie at whole numbers.
  coarse_x_.create(kCellsDown + 2, kCellsAcross + 2, CV_32FC1);
  coarse_y_.create(coarse_x_.size(), CV_32FC1);
  for (int i = 0; i < coarse_x_.rows; ++i) {
    for (int j = 0; j < coarse_x_.cols; ++j) {
      const Vec2 p = bentPage((j - 0.5) / kCellsAcross, (i - 0.5) / kCellsDown);
      coarse_x_.at<float>(i, j) = static_cast<float>(p.x * width - 0.5);
      coarse_y_.at<float>(i, j) = static_cast<float>(p.y * height - 0.5);
    }
  }
  buildMaps();
  rendered_ = Image::allocate(page_, 3);
}

void RenderCase::buildMaps() {
  cv::resize(coarse_x_, map_x_, coarse_x_.size() * cell_, 0, 0, cv::INTER_LINEAR);
  cv::resize(coarse_y_, map_y_, coarse_y_.size() * cell_, 0, 0, cv::INTER_LINEAR);
}

void RenderCase::platen() {
  pipeline::renderPageInto(rendered_, photo_, 1, grid_, {filter_, threads_});
}

void RenderCase::opencvMapsGiven() {
  cv::setNumThreads(threads_);
  const cv::Rect page(cell_, cell_, page_.width, page_.height);
  cv::remap(pixels_, out_, map_x_(page), map_y_(page), filter_ == Filter::bilinear ? cv::INTER_LINEAR : cv::INTER_CUBIC,
            cv::BORDER_CONSTANT, cv::Scalar::all(255));
}

void RenderCase::opencvMapsBuilt() {
  cv::setNumThreads(threads_);
  buildMaps();
  opencvMapsGiven();
}

double RenderCase::difference() {
  platen();
  opencvMapsBuilt();
  const cv::Mat ours(page_.height, page_.width, CV_8UC3, rendered_.row(0),
                     static_cast<std::size_t>(rendered_.strideBytes()));
  cv::Mat apart;
  cv::absdiff(ours, out_, apart);
  const cv::Scalar mean = cv::mean(apart);
  return (mean[0] + mean[1] + mean[2]) / 3;
}

}  // namespace platen::bench
