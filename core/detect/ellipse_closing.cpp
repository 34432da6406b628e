// A row of the ellipse is a run of pixels to both sides of its middle: a pixel is reached by it where the nearest pixel
// of the mask in that row is no farther than the run's half. That distance is found once for all rows of the ellipse.
#include "core/detect/ellipse_closing.h"

#include "core/wide_registers.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kFar = 255;        // also what is farther
constexpr int kSizeBound = 500;  // its half must be less than that

// For each row of the ellipse how far it reaches to either side.
std::vector<std::uint8_t> halvesOf(int size) {
  const cv::Mat ellipse = cv::getStructuringElement(cv::MORPH_ELLIPSE, {size, size});
  std::vector<std::uint8_t> halves;
  for (int j = 0; j < size; ++j) {
    halves.push_back(static_cast<std::uint8_t>((cv::countNonZero(ellipse.row(j)) - 1) / 2));
  }
  return halves;
}

// To the nearest pixel of this value in its row.
cv::Mat distancesAlongRows(const cv::Mat& mask, std::uint8_t value) {
  cv::Mat distances(mask.size(), CV_8UC1);
  for (int j = 0; j < mask.rows; ++j) {
    const std::uint8_t* row = mask.ptr<std::uint8_t>(j);
    std::uint8_t* out = distances.ptr<std::uint8_t>(j);
    int distance = kFar;
    for (int i = 0; i < mask.cols; ++i) {
      distance = row[i] == value ? 0 : std::min(distance + 1, kFar);
      out[i] = static_cast<std::uint8_t>(distance);
    }
    distance = kFar;
    for (int i = mask.cols - 1; i >= 0; --i) {
      distance = row[i] == value ? 0 : std::min(distance + 1, kFar);
      out[i] = static_cast<std::uint8_t>(std::min<int>(out[i], distance));
    }
  }
  return distances;
}

PLATEN_WIDE_REGISTERS void addReached(const std::uint8_t* distance,
                                      std::uint8_t half,
                                      int count,
                                      std::uint8_t* __restrict reached) {
  for (int i = 0; i < count; ++i) {
    reached[i] = static_cast<std::uint8_t>(reached[i] | (distance[i] <= half ? 255 : 0));
  }
}

// 255 where the ellipse about a pixel holds one of this value.
cv::Mat reachedFrom(const cv::Mat& mask, std::uint8_t value, const std::vector<std::uint8_t>& halves) {
  const cv::Mat distances = distancesAlongRows(mask, value);
  const int reach = static_cast<int>(halves.size()) / 2;
  cv::Mat reached = cv::Mat::zeros(mask.size(), CV_8UC1);
  for (int j = 0; j < mask.rows; ++j) {
    const int last = std::min(j + reach, mask.rows - 1);
    for (int from = std::max(0, j - reach); from <= last; ++from) {
      addReached(distances.ptr<std::uint8_t>(from), halves[static_cast<std::size_t>(from - j + reach)], mask.cols,
                 reached.ptr<std::uint8_t>(j));
    }
  }
  return reached;
}

}  // namespace

cv::Mat closedByEllipse(const cv::Mat& mask, int size) {
  if (mask.type() != CV_8UC1 || size < 1 || size % 2 == 0 || size >= kSizeBound) {
    throw std::invalid_argument("closedByEllipse: a mask of one byte per pixel, an odd size below 500");
  }
  const std::vector<std::uint8_t> halves = halvesOf(size);
  const cv::Mat grown = reachedFrom(mask, 255, halves);
  return 255 - reachedFrom(grown, 0, halves);
}

}  // namespace platen::detect
