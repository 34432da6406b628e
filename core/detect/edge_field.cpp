#include "core/detect/edge_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

// Between two directions mod pi, radians.
double apart(double a, double b) {
  return std::abs(std::remainder(a - b, std::numbers::pi));
}

}  // namespace

EdgeField::EdgeField(const cv::Mat& lab) : strength_(lab.size(), CV_32F), normal_(lab.size(), CV_32F) {
  std::array<cv::Mat, 3> channel;
  cv::split(lab, channel.data());
  cv::Mat xx = cv::Mat::zeros(lab.size(), CV_32F);
  cv::Mat yy = xx.clone();
  cv::Mat xy = xx.clone();
  for (std::size_t c = 0; c < 3; ++c) {
    cv::Mat gx;
    cv::Mat gy;
    cv::Sobel(channel[c], gx, CV_32F, 1, 0, 3, 1.0 / 8);
    cv::Sobel(channel[c], gy, CV_32F, 0, 1, 3, 1.0 / 8);
    const double weight = c == 0 ? 1 : 2;
    xx += weight * gx.mul(gx);
    yy += weight * gy.mul(gy);
    xy += weight * gx.mul(gy);
  }
  cv::Mat gradient;
  cv::sqrt(xx + yy, gradient);
  cv::Mat around;
  cv::blur(gradient, around, {31, 31});
  for (int j = 0; j < lab.rows; ++j) {
    for (int i = 0; i < lab.cols; ++i) {
      const float g = gradient.at<float>(j, i);
      strength_.at<float>(j, i) = g / (g + 0.6F * around.at<float>(j, i) + 0.6F);
      normal_.at<float>(j, i) = 0.5F * std::atan2(2 * xy.at<float>(j, i), xx.at<float>(j, i) - yy.at<float>(j, i));
    }
  }
}

bool EdgeField::holds(Vec2 p) const {
  return p.x >= kFrame && p.y >= kFrame && p.x <= size().width - 1 - kFrame && p.y <= size().height - 1 - kFrame;
}

double EdgeField::edgeAt(Vec2 p, double normal, double agree_degrees) const {
  if (!holds(p)) {
    return 0;
  }
  const int i = static_cast<int>(std::lround(p.x));
  const int j = static_cast<int>(std::lround(p.y));
  const double off = apart(this->normal(i, j), normal) / (agree_degrees * kDegree);
  return std::clamp((strength(i, j) - 0.2) / 0.3, 0.0, 1.0) * std::clamp(1.5 - off, 0.0, 1.0);
}

}  // namespace platen::detect
