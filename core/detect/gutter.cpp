#include "core/detect/gutter.h"

#include "core/detect/area_resize.h"
#include "core/detect/raster.h"
#include "core/detect/robust_curve.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kReach_h = 4;
constexpr double kStepCost = 0.02;    // of light, for every pixel that the path moves aside
constexpr double kLeastDepth = 0.03;  // of light: less is no valley
constexpr int kPoints = 33;

// The path of least light from the first to the last row of `cost` (rows x window), at most one column aside per row.
std::vector<int> darkestPath(const cv::Mat& cost) {
  cv::Mat sum = cost.clone();
  cv::Mat from(cost.size(), CV_8SC1, cv::Scalar::all(0));
  for (int j = 1; j < cost.rows; ++j) {
    for (int i = 0; i < cost.cols; ++i) {
      float best = sum.at<float>(j - 1, i);
      int step = 0;
      for (const int aside : {-1, 1}) {
        if (i + aside >= 0 && i + aside < cost.cols &&
            sum.at<float>(j - 1, i + aside) + static_cast<float>(kStepCost) < best) {
          best = sum.at<float>(j - 1, i + aside) + static_cast<float>(kStepCost);
          step = aside;
        }
      }
      sum.at<float>(j, i) += best;
      from.at<schar>(j, i) = static_cast<schar>(step);
    }
  }
  const float* last = sum.ptr<float>(cost.rows - 1);
  std::vector<int> path(static_cast<std::size_t>(cost.rows));
  path.back() = static_cast<int>(std::min_element(last, last + cost.cols) - last);
  for (std::size_t j = path.size() - 1; j > 0; --j) {
    path[j - 1] = path[j] + from.at<schar>(static_cast<int>(j), path[j]);
  }
  return path;
}

}  // namespace

GutterCurve::GutterCurve(Polyline points) : points_(std::move(points)) {}

double GutterCurve::x(double y) const {
  std::size_t k = 1;
  while (k + 1 < points_.size() && points_[k].y < y) {
    ++k;
  }
  const Vec2 a = points_[k - 1];
  const Vec2 b = points_[k];
  return a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
}

double GutterCurve::rightOf(Vec2 work_px) const {
  const double slope = (x(work_px.y + 1) - x(work_px.y - 1)) / 2;
  return (work_px.x - x(work_px.y)) / std::hypot(1, slope);
}

void clearFacing(cv::Mat& image, double scale, const FacingSide& facing) {
  for (int j = 0; j < image.rows; ++j) {
    const double edge = facing.edgeAt(workFromIndex({0, static_cast<double>(j)}, scale).y) * scale;
    const int column = std::clamp(static_cast<int>(std::lround(edge)), 0, image.cols);
    const cv::Range columns = facing.is_right ? cv::Range(column, image.cols) : cv::Range(0, column);
    image(cv::Range(j, j + 1), columns).setTo(0);
  }
}

cv::Mat lightWithoutText(const cv::Mat& grey, double h) {
  cv::Mat light;
  resizeArea(grey, light, {}, kLightScale, kLightScale);
  // Higher than a line of capitals with its descenders, so that each column finds the paper above and below.
  const int height = 2 * static_cast<int>(std::lround(1.6 * h * kLightScale)) + 1;
  cv::morphologyEx(light, light, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_RECT, {1, height}));
  cv::GaussianBlur(light, light, {}, 0.8, 0.25 * height);
  return light;
}

TracedGutter traceGutter(const cv::Mat& light, double h, Vec2 top, Vec2 bottom, double y0, double y1) {
  const double slope = (bottom.x - top.x) / (bottom.y - top.y);
  const auto straight = [&](double y) { return top.x + slope * (y - top.y); };
  TracedGutter traced;
  traced.curve = GutterCurve({top, bottom});
  const int reach = std::max(3, static_cast<int>(std::lround(kReach_h * h * kLightScale)));
  const int first = std::clamp(static_cast<int>(y0 * kLightScale), 0, light.rows - 1);
  const int last = std::clamp(static_cast<int>(y1 * kLightScale), 0, light.rows - 1);
  if (last - first < 4 * reach) {
    return traced;
  }
  cv::Mat cost(last - first + 1, 2 * reach + 1, CV_32FC1);
  for (int j = first; j <= last; ++j) {
    const double y = (j + 0.5) / kLightScale;
    const double middle = straight(y) * kLightScale - 0.5;
    const auto at = [&](double off) { return sampleU8(light, middle + off, j); };
    const float beside = std::max(1.0F, std::min(at(-reach), at(reach)));
    for (int i = -reach; i <= reach; ++i) {
      cost.at<float>(j - first, i + reach) = std::min(1.5F, at(i) / beside);
    }
  }
  const std::vector<int> path = darkestPath(cost);
  std::vector<double> depths;
  depths.reserve(path.size());
  for (int j = 0; j < cost.rows; ++j) {
    depths.push_back(1 - cost.at<float>(j, path[static_cast<std::size_t>(j)]));
  }
  std::vector<double> sorted = depths;
  traced.depth = quantile(sorted, 0.5);
  if (traced.depth < kLeastDepth) {
    return traced;
  }
  std::vector<double> y;
  std::vector<double> off;
  for (std::size_t j = 0; j < depths.size(); ++j) {
    const int column = path[j];
    if (depths[j] < 0.5 * traced.depth || column == 0 || column == 2 * reach) {
      continue;
    }
    // Between the pixels, by the parabola through the three darkest.
    const float* c = cost.ptr<float>(static_cast<int>(j)) + column;
    const double bend = c[-1] - 2 * c[0] + c[1];
    const double fraction = bend > 1e-6 ? std::clamp(0.5 * (c[-1] - c[1]) / bend, -0.5, 0.5) : 0;
    y.push_back((first + static_cast<int>(j) + 0.5) / kLightScale);
    off.push_back((column - reach + fraction) / kLightScale);
  }
  traced.share = static_cast<double>(y.size()) / static_cast<double>(depths.size());
  if (traced.share < 0.3) {
    return traced;
  }
  const RobustCurve smooth = RobustCurve::polynomial(y, off, 4, 0.5);
  const double from = y.front();
  const double to = y.back();
  const double edge = 0.1 * (to - from);
  const auto followed = [&](double at) {
    if (at < from) {
      return smooth(from) + (smooth(from + edge) - smooth(from)) / edge * (at - from);
    }
    if (at > to) {
      return smooth(to) + (smooth(to) - smooth(to - edge)) / edge * (at - to);
    }
    return smooth(at);
  };
  Polyline points;
  for (int k = 0; k < kPoints; ++k) {
    const double at = top.y + (bottom.y - top.y) * k / (kPoints - 1);
    points.push_back({straight(at) + followed(at), at});
  }
  traced.curve = GutterCurve(std::move(points));
  return traced;
}

}  // namespace platen::detect
