// The autocorrelation of a profile across the rows, under a Gaussian window: c(l) = sum v(k) v(k + l) w / sum v^2 w;
// its first clear maximum after it fell below zero is the period (parabola through three lags). Autocorrelation as a
// pitch measure: Rabiner, "On the use of autocorrelation analysis for pitch detection", 1977.
#include "core/detect/row_period.h"

#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {
namespace {

constexpr double kCell = 3;        // between cells, in h
constexpr double kReach = 9;       // of a profile, either way, in h
constexpr double kWindow = 3.5;    // sigma, in h
constexpr double kShortest = 1.2;  // periods that are looked for, in h
constexpr double kLongest = 6;
constexpr double kClear = 0.4;           // correlation of a row with the next from which it is a repetition
constexpr double kLeastCertainty = 0.1;  // of the direction
constexpr double kLeastShare = 0.02;     // of the cells, else there is no image

// v: the profile, 2 * reach + 1 samples. The period in samples and its correlation.
struct Period {
  double lag = 0, correlation = 0;
};
std::optional<Period> periodOf(const std::vector<float>& v,
                               const std::vector<float>& window,
                               int shortest,
                               int longest) {
  const int n = static_cast<int>(v.size());
  double mean = 0;
  double mass = 0;
  for (int k = 0; k < n; ++k) {
    const auto at = static_cast<std::size_t>(k);
    mean += static_cast<double>(window[at] * v[at]);
    mass += static_cast<double>(window[at]);
  }
  mean /= mass;
  std::vector<float> d(v.size());
  for (std::size_t k = 0; k < v.size(); ++k) {
    d[k] = v[k] - static_cast<float>(mean);
  }
  // Both ends of a pair carry the window, so that a lag is measured about the cell, whatever its length.
  const auto correlation = [&](int lag) {
    float both = 0;
    float first = 0;
    float second = 0;
    for (int k = 0; k + lag < n; ++k) {
      const auto a = static_cast<std::size_t>(k);
      const auto b = static_cast<std::size_t>(k + lag);
      const float w = window[a] * window[b];
      both += w * d[a] * d[b];
      first += w * d[a] * d[a];
      second += w * d[b] * d[b];
    }
    const float scale = std::sqrt(first * second);
    return scale > 0 ? static_cast<double>(both / scale) : 0.0;
  };
  bool fell = false;
  double before = correlation(1);
  double now = correlation(2);
  for (int lag = 2; lag <= longest; ++lag) {
    const double after = correlation(lag + 1);
    fell = fell || now < 0;
    if (fell && lag >= shortest && now >= kClear && now >= before && now > after) {
      const double curvature = before - 2 * now + after;
      return Period{lag + (curvature < 0 ? 0.5 * (before - after) / curvature : 0), now};
    }
    before = now;
    now = after;
  }
  return std::nullopt;
}

}  // namespace

EvidenceImage rowPeriodImage(const Stripes& stripes,
                             const EvidenceImage& direction,
                             double h,
                             const std::stop_token& stop) {
  EvidenceImage out;
  if (stripes.ridge.empty() || direction.empty()) {
    return out;
  }
  const double ht = h * kTraceGrid;
  const int reach = static_cast<int>(std::lround(kReach * ht));
  std::vector<float> window(2 * static_cast<std::size_t>(reach) + 1);
  for (int k = -reach; k <= reach; ++k) {
    const double a = k / (kWindow * ht);
    window[static_cast<std::size_t>(k + reach)] = static_cast<float>(std::exp(-0.5 * a * a));
  }
  out.scale = 1 / (kCell * h);
  const cv::Mat angles = matView(direction.image);
  const int cols = std::max(1, static_cast<int>(std::lround(stripes.ridge.cols / (kCell * ht))));
  const int rows = std::max(1, static_cast<int>(std::lround(stripes.ridge.rows / (kCell * ht))));
  cv::Mat image(rows, cols, CV_8UC3, cv::Scalar(128, 128, 0));
  std::vector<float> profile(window.size());
  int known = 0;
  for (int j = 0; j < rows; ++j) {
    if (stop.stop_requested()) {
      return {};
    }
    for (int i = 0; i < cols; ++i) {
      const Vec2 at = workFromIndex({static_cast<double>(i), static_cast<double>(j)}, out.scale);
      const Vec2 there = indexFromWork(at, direction.scale);
      const int x = static_cast<int>(std::lround(there.x));
      const int y = static_cast<int>(std::lround(there.y));
      if (x < 0 || y < 0 || x >= angles.cols || y >= angles.rows) {
        continue;
      }
      const auto& pixel = angles.at<cv::Vec3b>(y, x);
      const double certainty = pixel[2] / 255.0;
      if (certainty < kLeastCertainty) {
        continue;
      }
      const double angle = 0.5 * std::atan2(pixel[1] - 128.0, pixel[0] - 128.0);
      const Vec2 across{-std::sin(angle), std::cos(angle)};
      const Vec2 centre = indexFromWork(at, kTraceGrid);
      for (int k = -reach; k <= reach; ++k) {
        const Vec2 p = centre + across * k;
        const bool inside = p.x >= 0 && p.y >= 0 && p.x <= stripes.ridge.cols - 1 && p.y <= stripes.ridge.rows - 1;
        profile[static_cast<std::size_t>(k + reach)] = inside ? sampleF32(stripes.ridge, p.x, p.y) : 0.0F;
      }
      const std::optional<Period> period =
          periodOf(profile, window, static_cast<int>(kShortest * ht), static_cast<int>(kLongest * ht));
      if (!period) {
        continue;
      }
      ++known;
      const double phase = 2 * std::numbers::pi * std::log2(period->lag / ht);
      const double w = std::min(1.0, (period->correlation - kClear) / (1 - kClear) + 0.2);
      image.at<cv::Vec3b>(j, i) = {cv::saturate_cast<std::uint8_t>(128 + 127 * w * std::cos(phase)),
                                   cv::saturate_cast<std::uint8_t>(128 + 127 * w * std::sin(phase)),
                                   cv::saturate_cast<std::uint8_t>(255 * w)};
    }
  }
  if (known < kLeastShare * rows * cols) {
    return {};
  }
  out.image = imageFrom(image);
  return out;
}

}  // namespace platen::detect
