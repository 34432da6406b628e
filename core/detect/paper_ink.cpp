#include "core/detect/paper_ink.h"

#include "core/detect/area_resize.h"
#include "core/wide_registers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kPaperLongSide = 320;

cv::Mat paperLevel(const cv::Mat& grey) {
  const double factor = std::min(1.0, kPaperLongSide / std::max(grey.cols, grey.rows));
  const cv::Size small_size(std::max(1, static_cast<int>(std::lround(grey.cols * factor))),
                            std::max(1, static_cast<int>(std::lround(grey.rows * factor))));
  cv::Mat small;
  resizeArea(grey, small, small_size);
  cv::medianBlur(small, small, 3);
  const cv::Mat square = cv::getStructuringElement(cv::MORPH_RECT, {9, 9});
  cv::morphologyEx(small, small, cv::MORPH_CLOSE, square);
  cv::medianBlur(small, small, 7);
  cv::GaussianBlur(small, small, {}, 2);
  cv::Mat paper;
  cv::resize(small, paper, grey.size(), 0, 0, cv::INTER_LINEAR);
  return paper;
}

int quantileU8(const cv::Mat& array, double q) {
  // Four counts side by side: most pixels are of one value, and each would wait for the one before it.
  std::array<std::array<std::int64_t, 256>, 4> counts{};
  for (int j = 0; j < array.rows; ++j) {
    const std::uint8_t* row = array.ptr<std::uint8_t>(j);
    int i = 0;
    for (; i + 4 <= array.cols; i += 4) {
      ++counts[0][row[i]];
      ++counts[1][row[i + 1]];
      ++counts[2][row[i + 2]];
      ++counts[3][row[i + 3]];
    }
    for (; i < array.cols; ++i) {
      ++counts[0][row[i]];
    }
  }
  const auto countOf = [&](std::size_t v) { return counts[0][v] + counts[1][v] + counts[2][v] + counts[3][v]; };
  const auto wanted = static_cast<std::int64_t>(q * static_cast<double>(array.total()));
  std::int64_t seen = 0;
  for (int v = 0; v < 256; ++v) {
    seen += countOf(static_cast<std::size_t>(v));
    if (seen > wanted) {
      return v;
    }
  }
  return 255;
}

// 255 (paper - grey) / max(paper, 20) by the table of reciprocals, 16-bit fixed point.
PLATEN_WIDE_REGISTERS void inkOfRow(const std::uint8_t* grey,
                                    const std::uint8_t* paper,
                                    const std::int32_t* reciprocal,
                                    int count,
                                    std::uint8_t* __restrict ink) {
  for (int i = 0; i < count; ++i) {
    const int off = paper[i] - grey[i];
    const int above = off > 0 ? off : 0;
    const int value = (above * reciprocal[paper[i]] + (1 << 15)) >> 16;
    ink[i] = static_cast<std::uint8_t>(value < 255 ? value : 255);
  }
}

}  // namespace

PaperInk measureInk(const cv::Mat& grey) {
  PaperInk out;
  out.paper = paperLevel(grey);
  out.ink.create(grey.size(), CV_8UC1);
  std::array<std::int32_t, 256> reciprocal{};  // 16-bit fixed point of 255 / max(paper, 20)
  for (int p = 0; p < 256; ++p) {
    reciprocal[static_cast<std::size_t>(p)] = (255 << 16) / std::max(p, 20);
  }
  for (int j = 0; j < grey.rows; ++j) {
    inkOfRow(grey.ptr<std::uint8_t>(j), out.paper.ptr<std::uint8_t>(j), reciprocal.data(), grey.cols,
             out.ink.ptr<std::uint8_t>(j));
  }
  return out;
}

cv::Mat binarize(const cv::Mat& ink, double sigma) {
  // Mean and deviation vary slowly: a quarter of the resolution is enough for them.
  const cv::Size small_size(std::max(1, ink.cols / 4), std::max(1, ink.rows / 4));
  cv::Mat mean;
  cv::Mat mean_squared;
  resizeArea(ink, mean, small_size);
  resizeAreaOfSquares(ink, mean_squared, small_size);
  mean.convertTo(mean, CV_32F);
  mean_squared.convertTo(mean_squared, CV_32F);
  cv::GaussianBlur(mean, mean, {}, sigma / 4);
  cv::GaussianBlur(mean_squared, mean_squared, {}, sigma / 4);
  const double floor_level = 0.5 * std::max(0.08 * 255, 0.35 * quantileU8(ink, 0.97));
  cv::Mat threshold(small_size, CV_8UC1);
  for (int j = 0; j < small_size.height; ++j) {
    const float* m = mean.ptr<float>(j);
    const float* m2 = mean_squared.ptr<float>(j);
    std::uint8_t* t = threshold.ptr<std::uint8_t>(j);
    for (int i = 0; i < small_size.width; ++i) {
      const double deviation = std::sqrt(std::max(0.0F, m2[i] - m[i] * m[i]));
      t[i] = cv::saturate_cast<std::uint8_t>(std::max(m[i] + 0.2 * deviation, floor_level));
    }
  }
  cv::Mat full;
  cv::resize(threshold, full, ink.size(), 0, 0, cv::INTER_LINEAR);
  cv::Mat binary;
  cv::compare(ink, full, binary, cv::CMP_GT);
  return binary;
}

}  // namespace platen::detect
