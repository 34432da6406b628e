#include "core/enhance/paper_light.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::enhance {
namespace {

constexpr int kFineLongSide = 1152;  // where print is closed: strokes are still separate from paper
constexpr int kLongSide = 384;       // of the light itself
// Closing hides what is thinner than this, as shares of the long side: strokes first, then headlines.
constexpr double kStrokeShare = 0.011;
constexpr double kHeadlineShare = 0.03;
// Darker than this share of the paper around, or this much off the paper's colour: no paper.
constexpr double kDarkest = 0.62;
constexpr double kColorShift = 0.16;
// A page with less paper than this in sight keeps its light as it is.
constexpr double kLeastPaper = 0.12;
constexpr double kDimmest = 12;  // of 255; light below it is none

cv::Mat ellipse(int long_side, double share) {
  const int radius = std::max(1, static_cast<int>(std::lround(long_side * share / 2)));
  return cv::getStructuringElement(cv::MORPH_ELLIPSE, {2 * radius + 1, 2 * radius + 1});
}

Size shrunk(Size size, int long_side) {
  const double scale = std::min(1.0, long_side / static_cast<double>(std::max(size.width, size.height)));
  return {std::max(1, static_cast<int>(std::lround(size.width * scale))),
          std::max(1, static_cast<int>(std::lround(size.height * scale)))};
}

cv::Mat brightness(const cv::Mat& light) {
  cv::Mat mean;
  if (light.channels() == 1) {
    light.convertTo(mean, CV_32F);
  } else {
    cv::transform(light, mean, cv::Matx13f(1 / 3.0F, 1 / 3.0F, 1 / 3.0F));
    mean.convertTo(mean, CV_32F);
  }
  return mean;
}

float median(std::vector<float> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// 255 where the closed page shows paper: nearly as bright as the brightest around, and of the paper's colour.
cv::Mat paperMask(const cv::Mat& closed) {
  const cv::Mat mean = brightness(closed);
  const int long_side = std::max(closed.cols, closed.rows);
  // The paper's level around: the brightest in a wide window, but no single reflection; smoothed.
  cv::Mat around;
  cv::medianBlur(closed.channels() == 1 ? closed : cv::Mat(brightness(closed)), around, 5);
  around.convertTo(around, CV_32F);
  const int reach = 2 * (long_side / 8) + 1;
  cv::dilate(around, around, cv::getStructuringElement(cv::MORPH_RECT, {reach, reach}));
  cv::GaussianBlur(around, around, {}, long_side * 0.06);
  cv::Mat mask = mean > around * kDarkest;
  if (closed.channels() == 3) {
    // The paper's colour: the median of channel / mean where it is bright.
    std::vector<float> red;
    std::vector<float> blue;
    for (int y = 0; y < closed.rows; ++y) {
      for (int x = 0; x < closed.cols; ++x) {
        if (mask.at<unsigned char>(y, x) != 0) {
          const float m = std::max(1.0F, mean.at<float>(y, x));
          const auto& p = closed.at<cv::Vec3b>(y, x);
          red.push_back(p[0] / m);
          blue.push_back(p[2] / m);
        }
      }
    }
    if (!red.empty()) {
      const float paper_red = median(std::move(red));
      const float paper_blue = median(std::move(blue));
      for (int y = 0; y < closed.rows; ++y) {
        for (int x = 0; x < closed.cols; ++x) {
          const float m = std::max(1.0F, mean.at<float>(y, x));
          const auto& p = closed.at<cv::Vec3b>(y, x);
          if (std::abs(p[0] / m - paper_red) > kColorShift || std::abs(p[2] / m - paper_blue) > kColorShift) {
            mask.at<unsigned char>(y, x) = 0;
          }
        }
      }
    }
  }
  // The rim of a figure is half paper.
  cv::erode(mask, mask, ellipse(long_side, 0.012));
  return mask;
}

cv::Mat repeated(const cv::Mat& plane, int channels) {
  cv::Mat out;
  cv::merge(std::vector<cv::Mat>(static_cast<std::size_t>(channels), plane), out);
  return out;
}

// Light where the mask is 0, carried in from around: normalised convolution, from narrow to wide, the wide ones on
// smaller images.
void fillFromAround(cv::Mat& light, const cv::Mat& mask) {
  const int channels = light.channels();
  const int long_side = std::max(light.cols, light.rows);
  cv::Mat weight;
  mask.convertTo(weight, CV_32F, 1 / 255.0);
  const cv::Mat weighted = light.mul(repeated(weight, channels));
  cv::Mat missing = mask == 0;
  struct Step {
    double share;  // the Gaussian's sigma beside the long side
    int reduction;
  };
  for (const Step step : {Step{0.03, 1}, Step{0.08, 4}, Step{0.2, 8}, Step{0.5, 16}}) {
    const cv::Size size(std::max(1, light.cols / step.reduction), std::max(1, light.rows / step.reduction));
    cv::Mat sum;
    cv::Mat norm;
    cv::resize(weighted, sum, size, 0, 0, cv::INTER_AREA);
    cv::resize(weight, norm, size, 0, 0, cv::INTER_AREA);
    const double sigma = long_side * step.share / step.reduction;
    cv::GaussianBlur(sum, sum, {}, sigma);
    cv::GaussianBlur(norm, norm, {}, sigma);
    cv::resize(sum, sum, light.size(), 0, 0, cv::INTER_LINEAR);
    cv::resize(norm, norm, light.size(), 0, 0, cv::INTER_LINEAR);
    const cv::Mat usable = missing & (norm > 0.05);
    const cv::Mat value = sum / repeated(cv::max(norm, 1e-6F), channels);
    value.copyTo(light, usable);
    missing &= ~usable;
  }
}

}  // namespace

Size lightedSize(Size page) {
  return shrunk(page, kFineLongSide);
}

Size lightSize(Size page) {
  return shrunk(lightedSize(page), kLongSide);
}

cv::Mat paperLight(const cv::Mat& small) {
  cv::Mat fine = small.clone();
  if (fine.depth() == CV_16U) {
    fine.convertTo(fine, CV_8U, 1 / 257.0);
  }
  if (fine.channels() == 4) {
    cv::Mat colors;
    cv::cvtColor(fine, colors, cv::COLOR_RGBA2RGB);
    fine = colors;
  }
  cv::medianBlur(fine, fine, 3);
  cv::morphologyEx(fine, fine, cv::MORPH_CLOSE, ellipse(std::max(fine.cols, fine.rows), kStrokeShare));
  const Size light_size = shrunk({fine.cols, fine.rows}, kLongSide);
  cv::Mat closed;
  cv::resize(fine, closed, {light_size.width, light_size.height}, 0, 0, cv::INTER_AREA);
  const int long_side = std::max(closed.cols, closed.rows);
  cv::morphologyEx(closed, closed, cv::MORPH_CLOSE, ellipse(long_side, kHeadlineShare));
  cv::medianBlur(closed, closed, 5);

  const cv::Mat mask = paperMask(closed);
  cv::Mat light;
  closed.convertTo(light, CV_32F);
  if (cv::countNonZero(mask) < kLeastPaper * static_cast<double>(mask.total())) {
    // No page of paper: one light for all of it, the brightest that is there.
    double brightest = 0;
    cv::minMaxLoc(brightness(closed), nullptr, &brightest);
    light.setTo(cv::Scalar::all(std::max(brightest, kDimmest)));
    return light;
  }
  fillFromAround(light, mask);
  cv::GaussianBlur(light, light, {}, std::max(0.5, long_side * 0.006));
  return cv::max(light, kDimmest);
}

}  // namespace platen::enhance
