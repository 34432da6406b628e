#include "tests/detect/drawn_page.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <opencv2/imgproc.hpp>

namespace platen::test {
namespace {

constexpr int kFine = 4;

// A point of the photo on the fine array, with 4 fractional bits: index = kFine * p - 0.5.
cv::Point fixed(Vec2 p) {
  return {static_cast<int>(std::lround((p.x * kFine - 0.5) * 16)),
          static_cast<int>(std::lround((p.y * kFine - 0.5) * 16))};
}

std::uint64_t next(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return state >> 33U;
}

}  // namespace

DrawnPhoto::DrawnPhoto(Size size, int background_grey)
    : fine_(size.height * kFine, size.width * kFine, CV_8UC1, cv::Scalar::all(background_grey)) {}

void DrawnPhoto::polygon(const std::vector<Vec2>& outline, int grey) {
  std::vector<std::vector<cv::Point>> points(1);
  for (const Vec2& p : outline) {
    points[0].push_back(fixed(p));
  }
  cv::fillPoly(fine_, points, cv::Scalar::all(grey), cv::LINE_AA, 4);
}

void DrawnPhoto::sheet(const std::array<Vec2, 4>& corners, int grey) {
  polygon({corners.begin(), corners.end()}, grey);
}

void DrawnPhoto::text(const DrawnLine& line, double x_height, int ink_grey, double ascenders) {
  const double width = 0.75 * x_height;
  const double stroke = 0.22 * x_height;
  double x = line.x0;
  while (x + width < line.x1) {
    const auto letters = static_cast<int>(2 + next(random_) % 8);
    for (int n = 0; n < letters && x + width < line.x1; ++n) {
      const double at = x + width / 2;
      const double y = line.middle(at);
      const double angle = std::atan2(line.middle(at + 1) - line.middle(at - 1), 2);
      const Vec2 along{std::cos(angle), std::sin(angle)};
      const Vec2 down{-along.y, along.x};
      const auto box = [&](double l, double t, double r, double b) {
        const Vec2 c{at, y};
        polygon(
            {c + along * l + down * t, c + along * r + down * t, c + along * r + down * b, c + along * l + down * b},
            ink_grey);
      };
      const double half = x_height / 2;
      const double w = width / 2;
      // A ring, like an o; then the tails that make letters differ.
      box(-w, -half, -w + stroke, half);
      box(w - stroke, -half, w, half);
      box(-w, -half, w, -half + stroke);
      box(-w, half - stroke, w, half);
      const double dice = static_cast<double>(next(random_) % 1000) / 1000;
      if (dice < ascenders) {
        box(-w, -half - 0.6 * x_height, -w + stroke, -half);
      } else if (dice < ascenders * 1.3) {
        box(-w, half, -w + stroke, half + 0.5 * x_height);
      }
      x += width + 0.3 * x_height;
    }
    x += 0.5 * x_height;
  }
}

void DrawnPhoto::noise(double sigma, std::uint64_t seed) {
  noise_ = sigma;
  noise_seed_ = seed;
}

void DrawnPhoto::shadeColumns(const std::function<double(double)>& shade) {
  shade_ = shade;
}

cv::Mat DrawnPhoto::pixels() const {
  cv::Mat out;
  cv::resize(fine_, out, {}, 1.0 / kFine, 1.0 / kFine, cv::INTER_AREA);
  cv::GaussianBlur(out, out, {}, 0.6);
  if (shade_) {
    for (int i = 0; i < out.cols; ++i) {
      const double s = shade_(i + 0.5);
      for (int j = 0; j < out.rows; ++j) {
        out.at<std::uint8_t>(j, i) = cv::saturate_cast<std::uint8_t>(out.at<std::uint8_t>(j, i) * s);
      }
    }
  }
  if (noise_ > 0) {
    cv::Mat grain(out.size(), CV_16SC1);
    cv::RNG(noise_seed_).fill(grain, cv::RNG::NORMAL, 0, noise_);
    cv::add(out, grain, out, cv::noArray(), CV_8U);
  }
  return out;
}

Pyramid DrawnPhoto::pyramid(bool color) const {
  cv::Mat out = pixels();
  if (color) {
    cv::cvtColor(out, out, cv::COLOR_GRAY2RGB);
  }
  return pyramidOf(out);
}

Pyramid pyramidOf(const cv::Mat& pixels) {
  Image image = Image::allocate({pixels.cols, pixels.rows}, pixels.channels());
  for (int j = 0; j < pixels.rows; ++j) {
    std::memcpy(image.row(j), pixels.ptr(j), static_cast<std::size_t>(pixels.cols) * pixels.elemSize());
  }
  return {{pixels.cols, pixels.rows}, {{image, 1}}};
}

bool isInOutline(const PageCues& page, Vec2 work_px) {
  const auto f32 = [](Vec2 p) { return cv::Point2f(static_cast<float>(p.x), static_cast<float>(p.y)); };
  std::vector<cv::Point2f> outline;
  for (const Vec2& p : page.outline) {
    outline.push_back(f32(p));
  }
  return !outline.empty() && cv::pointPolygonTest(outline, f32(work_px), false) >= 0;
}

double distanceToLine(Vec2 a, Vec2 b, Vec2 p) {
  return std::abs(cross(b - a, p - a)) / norm(b - a);
}

double distanceTo(const Polyline& line, Vec2 p) {
  double least = 1e30;
  for (std::size_t k = 1; k < line.size(); ++k) {
    const Vec2 d = line[k] - line[k - 1];
    const double t = std::clamp(dot(p - line[k - 1], d) / std::max(1e-12, dot(d, d)), 0.0, 1.0);
    least = std::min(least, norm(p - (line[k - 1] + d * t)));
  }
  return least;
}

}  // namespace platen::test
