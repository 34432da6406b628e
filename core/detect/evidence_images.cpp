#include "core/detect/evidence_images.h"

#include "core/detect/area_resize.h"
#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kPixel = 0.4;     // of the direction image, in h
constexpr double kWindow = 1.2;    // sigma of the structure tensor, in h
constexpr double kBankReach = 12;  // degrees: further from the bank's angle is something else than a line of text
constexpr double kInkScale = 0.5;
constexpr double kShadingScale = 0.25;
constexpr double kShadingBlur = 2;  // sigma, pixels of the small image
constexpr double kPhotoPixels = 8;  // of the copy of the photo, per h

// Where an array of `scale` pixels per work pixel lies outside the page's mask, eroded by a few pixels; u8.
cv::Mat outsideOf(const cv::Mat& inside, double mask_k, cv::Size size, double scale) {
  cv::Mat eroded;
  cv::erode(inside, eroded, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
  const double f = mask_k / scale;  // both in the index convention
  const cv::Matx23d map(f, 0, 0.5 * f - 0.5, 0, f, 0.5 * f - 0.5);
  cv::Mat full;
  cv::warpAffine(eroded, full, map, size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  return full < 128;
}

}  // namespace

EvidenceImage directionImage(const Stripes& stripes, double h, const cv::Mat& inside, double mask_k) {
  EvidenceImage out;
  if (stripes.ridge.empty() || cv::countNonZero(stripes.mask) == 0) {
    return out;
  }
  const double ht = h * kTraceGrid;
  // Contrast-normalised stripes: faint lines count as much as headlines. The local power is smooth, so it is made at a
  // quarter of the size.
  cv::Mat power;
  cv::Mat root;
  resizeArea(stripes.ridge.mul(stripes.ridge), power, {}, 0.25, 0.25);
  cv::GaussianBlur(power, power, {}, 3 * ht / 4);
  power += 0.05 * quantileOf(power, 0.95) + 1e-9;
  cv::sqrt(power, power);
  cv::resize(power, root, stripes.ridge.size(), 0, 0, cv::INTER_LINEAR);
  cv::Mat normal;
  cv::divide(stripes.ridge, root, normal);
  cv::Mat gx;
  cv::Mat gy;
  // Scharr: Sobel's gradient of fine stripes leans towards the axes, by 5 % of the angle here.
  cv::Scharr(normal, gx, CV_32F, 1, 0, 1.0 / 32);
  cv::Scharr(normal, gy, CV_32F, 0, 1, 1.0 / 32);

  const double factor = std::min(1.0, 1 / (kPixel * ht));
  const auto window = [&](const cv::Mat& product) {
    cv::Mat small;
    resizeArea(product, small, {}, factor, factor);
    cv::GaussianBlur(small, small, {}, kWindow * ht * factor);
    return small;
  };
  const cv::Mat xx = window(gx.mul(gx));
  const cv::Mat yy = window(gy.mul(gy));
  const cv::Mat xy = window(gx.mul(gy));
  const cv::Mat energy = xx + yy;
  const double strong = std::max(1e-12, quantileOf(energy, 0.9));
  cv::Mat image(energy.size(), CV_8UC3);
  for (int j = 0; j < energy.rows; ++j) {
    for (int i = 0; i < energy.cols; ++i) {
      const double difference = xx.at<float>(j, i) - yy.at<float>(j, i);
      const double twice = 2 * xy.at<float>(j, i);
      const double e = energy.at<float>(j, i);
      const double coherence = e > 1e-12 ? std::hypot(difference, twice) / e : 0;
      // The gradient crosses the lines: text runs at right angles to it.
      const double angle = 0.5 * std::atan2(twice, difference) + std::numbers::pi / 2;
      const float bank = sampleF32(stripes.angle, (i + 0.5) / factor - 0.5, (j + 0.5) / factor - 0.5);
      const double away = angle - bank;
      const double off = std::abs(away - std::numbers::pi * std::round(away / std::numbers::pi));
      double w = coherence * coherence * std::min(1.0, e / strong);
      if (off > kBankReach * std::numbers::pi / 180) {
        w = 0;
      }
      image.at<cv::Vec3b>(j, i) = {cv::saturate_cast<std::uint8_t>(128 + 127 * w * std::cos(2 * angle)),
                                   cv::saturate_cast<std::uint8_t>(128 + 127 * w * std::sin(2 * angle)),
                                   cv::saturate_cast<std::uint8_t>(255 * w)};
    }
  }
  out.scale = kTraceGrid * factor;
  if (!inside.empty()) {
    // No weight, and no direction: 128 is zero.
    image.setTo(cv::Scalar(128, 128, 0), outsideOf(inside, mask_k, image.size(), out.scale));
  }
  out.image = imageFrom(image);
  return out;
}

EvidenceImage inkImage(const cv::Mat& ink, const cv::Mat& inside, double mask_k) {
  EvidenceImage out;
  cv::Mat small;
  resizeArea(ink, small, {}, kInkScale, kInkScale);
  if (!inside.empty()) {
    small.setTo(0, outsideOf(inside, mask_k, small.size(), kInkScale));
  }
  out.image = imageFrom(small);
  out.scale = kInkScale;
  return out;
}

EvidenceImage shadingImage(const cv::Mat& grey, const cv::Mat& no_print, const cv::Mat& inside, double mask_k) {
  EvidenceImage out;
  cv::Mat blank = no_print;
  if (!inside.empty()) {
    blank = no_print.clone();
    blank.setTo(0, outsideOf(inside, mask_k, blank.size(), 1));
  }
  const int all = cv::countNonZero(blank);
  if (all == 0 || std::min(grey.cols, grey.rows) * kShadingScale < 1) {
    return out;
  }
  // Of u8 levels there are 256 logarithms.
  std::array<float, 256> logs{};
  for (std::size_t level = 0; level < logs.size(); ++level) {
    logs[level] = std::log(std::max(4.0F, static_cast<float>(level)));
  }
  std::array<int, 256> count{};
  for (int j = 0; j < grey.rows; ++j) {
    const auto* levels = grey.ptr<std::uint8_t>(j);
    const auto* is_blank = blank.ptr<std::uint8_t>(j);
    for (int i = 0; i < grey.cols; ++i) {
      count[levels[i]] += is_blank[i] != 0 ? 1 : 0;
    }
  }
  std::size_t median = 0;
  for (int below = count[0]; 2 * below < all; below += count[median]) {
    ++median;
  }
  cv::Mat sum(grey.size(), CV_32F);
  cv::Mat weight(grey.size(), CV_32F);
  for (int j = 0; j < grey.rows; ++j) {
    const auto* levels = grey.ptr<std::uint8_t>(j);
    const auto* is_blank = blank.ptr<std::uint8_t>(j);
    for (int i = 0; i < grey.cols; ++i) {
      weight.at<float>(j, i) = is_blank[i] != 0 ? 1.0F : 0.0F;
      sum.at<float>(j, i) = is_blank[i] != 0 ? logs[levels[i]] - logs[median] : 0.0F;
    }
  }
  // The mean over blank paper nearby: what one finds between the lines stands for where print is.
  for (cv::Mat* array : {&sum, &weight}) {
    cv::Mat small;
    resizeArea(*array, small, {}, kShadingScale, kShadingScale);
    cv::GaussianBlur(small, *array, {}, kShadingBlur);
  }
  cv::Mat image(sum.size(), CV_8UC3);
  for (int j = 0; j < image.rows; ++j) {
    for (int i = 0; i < image.cols; ++i) {
      const float w = weight.at<float>(j, i);
      image.at<cv::Vec3b>(j, i) = {
          cv::saturate_cast<std::uint8_t>(128 + 127 * sum.at<float>(j, i) / std::max(w, 1e-3F)),
          cv::saturate_cast<std::uint8_t>(255 * w), 0};
    }
  }
  out.image = imageFrom(image);
  out.scale = kShadingScale;
  return out;
}

EvidenceImage photoImage(const cv::Mat& colors, double k) {
  EvidenceImage out;
  out.image = imageFrom(colors);
  out.scale = k;
  return out;
}

double photoScale(double h) {
  return std::min(1.0, kPhotoPixels / std::max(1.0, h));
}

}  // namespace platen::detect
