#include "core/detect/form_features.h"

#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kElsewhere = 28;  // canvas_px: of a place that should look otherwise
constexpr int kDirections = 16;

cv::Mat ellipse(int size) {
  return cv::getStructuringElement(cv::MORPH_ELLIPSE, {size, size});
}

cv::Mat blurred(const cv::Mat& array, double sigma) {
  cv::Mat result;
  cv::GaussianBlur(array, result, {}, sigma, sigma, cv::BORDER_REPLICATE);
  return result;
}

// The level of blank paper: what a closing over `reach` array pixels leaves, made at a quarter of the size.
cv::Mat paperLevel(const cv::Mat& grey, int reach) {
  const int closing = std::max(3, (reach / 4) | 1);
  cv::Mat small;
  cv::resize(grey, small, {}, 0.25, 0.25, cv::INTER_AREA);
  cv::morphologyEx(small, small, cv::MORPH_CLOSE, ellipse(closing), {-1, -1}, 1, cv::BORDER_REPLICATE);
  small.convertTo(small, CV_32F);
  small = blurred(small, closing / 4.0);
  cv::Mat paper;
  cv::resize(small, paper, grey.size(), 0, 0, cv::INTER_LINEAR);
  return paper;
}

// Ink that is thinner than 11 pixels: what a closing fills. Creases and the edges of shadows are broader.
cv::Mat thinInk(const cv::Mat& grey) {
  cv::Mat smooth;
  cv::GaussianBlur(grey, smooth, {}, 0.7, 0.7, cv::BORDER_REPLICATE);
  cv::Mat filled;
  cv::morphologyEx(smooth, filled, cv::MORPH_CLOSE, ellipse(11), {-1, -1}, 1, cv::BORDER_REPLICATE);
  cv::Mat around;
  cv::resize(grey, around, {}, 0.25, 0.25, cv::INTER_AREA);
  around.convertTo(around, CV_32F);
  around = blurred(around, 2);
  cv::resize(around, around, grey.size(), 0, 0, cv::INTER_LINEAR);
  cv::Mat ink(grey.size(), CV_32F);
  for (int j = 0; j < grey.rows; ++j) {
    const auto* low = smooth.ptr<std::uint8_t>(j);
    const auto* high = filled.ptr<std::uint8_t>(j);
    const auto* mean = around.ptr<float>(j);
    auto* out = ink.ptr<float>(j);
    for (int i = 0; i < grey.cols; ++i) {
      const float depth = static_cast<float>(high[i] - low[i]) / std::max(mean[i], 8.0F) - 0.015F;
      const float t = std::clamp(depth, 0.0F, 1.0F);
      out[i] = t / (t + 0.07F);
    }
  }
  return ink;
}

// Bars and filled areas.
cv::Mat broadInk(const cv::Mat& grey) {
  cv::Mat bars = evenLight(grey, 61);
  bars.forEach<float>([](float& value, const int*) { value = std::clamp((1 - value - 0.22F) / 0.25F, 0.0F, 1.0F); });
  cv::morphologyEx(bars, bars, cv::MORPH_OPEN, ellipse(9), {-1, -1}, 1, cv::BORDER_REPLICATE);
  bars.forEach<float>([](float& value, const int*) { value = value * value * (3 - 2 * value); });
  return bars;
}

// The features blurred by sigma_px (of the full array), on a reduced array where that loses nothing.
struct BlurredFeatures {
  cv::Mat features;  // f32, four channels
  double scale = 1;
};

BlurredFeatures blurredFeatures(const cv::Mat& features, double sigma_px) {
  // A blur of two array pixels or more is kept: bilinear samples of it are then exact enough.
  const int reduction = sigma_px >= 7 ? 4 : sigma_px >= 4 ? 2 : 1;
  BlurredFeatures result;
  result.scale = 1.0 / reduction;
  cv::Mat reduced = features;
  if (reduction > 1) {
    // Whole blocks, so that the scale is exact.
    const cv::Rect whole{0, 0, features.cols / reduction * reduction, features.rows / reduction * reduction};
    cv::resize(features(whole), reduced, {whole.width / reduction, whole.height / reduction}, 0, 0, cv::INTER_AREA);
  }
  const double box_variance = (reduction * reduction - 1) / 12.0;
  const double sigma = std::sqrt(std::max(sigma_px * sigma_px - box_variance, 0.04)) / reduction;
  result.features = blurred(reduced, sigma);
  return result;
}

// The features at a place, in the look's units.
std::array<float, 4> unitsAt(const BlurredFeatures& form, Vec2 canvas_px, const std::array<float, 4>& per_unit) {
  const double x = std::clamp(canvas_px.x * form.scale - 0.5, 0.0, form.features.cols - 1.001);
  const double y = std::clamp(canvas_px.y * form.scale - 0.5, 0.0, form.features.rows - 1.001);
  const int i = static_cast<int>(x);
  const int j = static_cast<int>(y);
  const auto fx = static_cast<float>(x - i);
  const auto fy = static_cast<float>(y - j);
  const auto& f = form.features;
  const cv::Vec4f value = (f.at<cv::Vec4f>(j, i) * (1 - fx) + f.at<cv::Vec4f>(j, i + 1) * fx) * (1 - fy) +
                          (f.at<cv::Vec4f>(j + 1, i) * (1 - fx) + f.at<cv::Vec4f>(j + 1, i + 1) * fx) * fy;
  std::array<float, 4> units{};
  for (int c = 0; c < 4; ++c) {
    units[static_cast<std::size_t>(c)] = value[c] * per_unit[static_cast<std::size_t>(c)];
  }
  return units;
}

}  // namespace

cv::Mat evenLight(const cv::Mat& grey, int reach) {
  const cv::Mat paper = paperLevel(grey, reach);
  cv::Mat light(grey.size(), CV_32F);
  for (int j = 0; j < grey.rows; ++j) {
    const auto* g = grey.ptr<std::uint8_t>(j);
    const auto* white = paper.ptr<float>(j);
    auto* out = light.ptr<float>(j);
    for (int i = 0; i < grey.cols; ++i) {
      out[i] = std::min(static_cast<float>(g[i]) / std::max(white[i], 1.0F), 1.1F);
    }
  }
  return light;
}

cv::Mat printFeatures(const cv::Mat& grey) {
  const cv::Mat bars = broadInk(grey);
  cv::Mat ink = thinInk(grey);
  cv::max(ink, bars, ink);
  const cv::Mat smooth = blurred(ink, 0.9);
  cv::Mat along_x, along_y;
  cv::Sobel(smooth, along_x, CV_32F, 1, 0, 3, 1.5 / 4, 0, cv::BORDER_REPLICATE);
  cv::Sobel(smooth, along_y, CV_32F, 0, 1, 3, 1.5 / 4, 0, cv::BORDER_REPLICATE);
  along_x = cv::abs(along_x);
  along_y = cv::abs(along_y);
  cv::Mat features;
  cv::merge(std::vector<cv::Mat>{ink, bars, along_y, along_x}, features);
  return features;
}

FormLook lookAt(const cv::Mat& features, double sigma_px, const std::vector<Vec2>& points) {
  FormLook look;
  look.sigma_px = sigma_px;
  const BlurredFeatures form = blurredFeatures(features, sigma_px);
  cv::Scalar mean, deviation;
  cv::meanStdDev(form.features, mean, deviation);
  for (int c = 0; c < 4; ++c) {
    cv::Mat channel;
    cv::extractChannel(form.features, channel, c);
    double most = 0;
    cv::minMaxLoc(channel, nullptr, &most);
    look.most[static_cast<std::size_t>(c)] = static_cast<float>(std::max(most, 1e-3));
    look.per_unit[static_cast<std::size_t>(c)] = static_cast<float>(1 / (deviation[c] + 0.02));
  }
  look.points.reserve(points.size());
  for (const Vec2& p : points) {
    FormPoint point;
    point.canvas_px = p;
    point.features = unitsAt(form, p, look.per_unit);
    point.distinct = std::numeric_limits<float>::max();
    for (int k = 0; k < kDirections; ++k) {
      const double angle = 2 * std::numbers::pi * k / kDirections;
      const std::array<float, 4> other =
          unitsAt(form, p + kElsewhere * Vec2{std::cos(angle), std::sin(angle)}, look.per_unit);
      float sum = 0;
      for (std::size_t c = 0; c < 4; ++c) {
        sum += (other[c] - point.features[c]) * (other[c] - point.features[c]);
      }
      point.distinct = std::min(point.distinct, std::sqrt(sum));
    }
    look.points.push_back(point);
  }
  return look;
}

FormLevel compareLevel(const FormLook& form, const cv::Mat& features) {
  const BlurredFeatures photo = blurredFeatures(features, form.sigma_px);
  FormLevel level;
  level.sigma_px = form.sigma_px;
  level.points = form.points;
  std::array<cv::Mat, 4> grey;
  for (int c = 0; c < 4; ++c) {
    const auto k = static_cast<std::size_t>(c);
    cv::Mat channel;
    cv::extractChannel(photo.features, channel, c);
    // Filled-in ink may be blacker than the print; what is far beyond it need not be told apart.
    const float most = 1.3F * form.most[k];
    channel.convertTo(grey[k], CV_8U, 255 / static_cast<double>(most));
    level.gains[k] = most / 255 * form.per_unit[k];
  }
  cv::Mat merged;
  cv::merge(grey.data(), grey.size(), merged);
  level.photo = {imageFrom(merged), photo.scale};
  return level;
}

std::vector<Vec2> pointsOnPrint(const cv::Mat& form, std::size_t count) {
  std::array<cv::Mat, 4> channels;
  cv::split(form, channels.data());
  cv::Mat strongest = cv::max(cv::Mat(cv::max(channels[0], channels[1])), cv::Mat(cv::max(channels[2], channels[3])));
  cv::resize(strongest, strongest, {}, 0.5, 0.5, cv::INTER_AREA);
  strongest = blurred(strongest, 2.5);
  double most = 0;
  cv::minMaxLoc(strongest, nullptr, &most);
  if (!(most > 1e-3)) {
    return {};
  }
  cv::Mat weight = cv::min(strongest * (4 / most), 1.0);
  const cv::Mat crowd = blurred(weight, 20);
  double total = 0;
  for (int j = 0; j < weight.rows; ++j) {
    auto* w = weight.ptr<float>(j);
    const auto* c = crowd.ptr<float>(j);
    for (int i = 0; i < weight.cols; ++i) {
      w[i] /= std::sqrt(c[i] + 0.02F);
      w[i] = w[i] < 0.02F ? 0 : w[i];
      total += static_cast<double>(w[i]);
    }
  }
  if (!(total > 0)) {
    return {};
  }
  // One point for every total / count of the running sum, at a random place of its share: even, but no lattice.
  std::mt19937 generator(20240229);
  const auto uniform = [&generator] { return static_cast<double>(generator() >> 8) / (1 << 24); };
  std::vector<Vec2> points;
  points.reserve(count);
  const double share = total / static_cast<double>(count);
  double sum = 0;
  double next = share * uniform();
  std::size_t drawn = 0;
  for (int j = 0; j < weight.rows; ++j) {
    const auto* w = weight.ptr<float>(j);
    for (int i = 0; i < weight.cols; ++i) {
      sum += static_cast<double>(w[i]);
      while (sum > next) {
        points.push_back({2 * (i + uniform()), 2 * (j + uniform())});
        ++drawn;
        next = share * (static_cast<double>(drawn) + uniform());
      }
    }
  }
  return points;
}

}  // namespace platen::detect
