#include "core/enhance/ink_threshold.h"

#include <algorithm>

#include <opencv2/imgproc.hpp>

namespace platen::enhance {
namespace {

constexpr float kNoContrast = 20;  // paper's grain
constexpr float kContrast = 50;    // faint print
constexpr float kWithout = 150;    // the threshold where there is no contrast
constexpr float kMost = 190;       // the highest threshold: stains and what shines through
// Contrast, and how far from ink to paper the threshold lies there.
constexpr float kFaint = 80;
constexpr float kFaintShare = 0.5F;
constexpr float kBlack = 180;
constexpr float kBlackShare = 0.4F;

float ramp(float value, float low, float high) {
  return std::clamp((value - low) / (high - low), 0.0F, 1.0F);
}

cv::Mat meanAround(const cv::Mat& values, int window) {
  cv::Mat mean;
  cv::boxFilter(values, mean, CV_32F, {window, window}, {-1, -1}, true, cv::BORDER_REPLICATE);
  return mean;
}

// The mean of what lies on one side of `middle` (sign: -1 darker, 1 brighter).
cv::Mat classMean(const cv::Mat& values, const cv::Mat& middle, int sign, int window) {
  cv::Mat weight = (values - middle) * sign;
  weight = cv::max(weight, 0.0F);
  weight = weight.mul(weight);
  const cv::Mat sum = meanAround(weight.mul(values), window);
  const cv::Mat norm = meanAround(weight, window);
  return sum / cv::max(norm, 1e-3F);
}

}  // namespace

int inkWindow(Size page) {
  return std::clamp(std::max(page.width, page.height) / 60, 11, 151) | 1;
}

cv::Mat inkThreshold(const cv::Mat& evened, int window) {
  const cv::Mat middle = meanAround(evened, window);
  const cv::Mat ink = classMean(evened, middle, -1, window);
  const cv::Mat paper = classMean(evened, middle, 1, window);
  cv::Mat threshold(evened.size(), CV_32F);
  for (int y = 0; y < evened.rows; ++y) {
    const auto* low = ink.ptr<float>(y);
    const auto* high = paper.ptr<float>(y);
    auto* out = threshold.ptr<float>(y);
    for (int x = 0; x < evened.cols; ++x) {
      const float contrast = high[x] - low[x];
      const float share = kFaintShare + (kBlackShare - kFaintShare) * ramp(contrast, kFaint, kBlack);
      const float between = low[x] + share * contrast;
      const float value = kWithout + (between - kWithout) * ramp(contrast, kNoContrast, kContrast);
      out[x] = std::min(value, kMost);
    }
  }
  return threshold;
}

}  // namespace platen::enhance
