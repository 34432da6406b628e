#include "core/detect/edge_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr int kSpread = 32;    // degrees: sides are that near to along and across the text
constexpr double kAgree = 14;  // degrees between a pixel's gradient and the line's normal
constexpr std::size_t kMost = 36;

Vec2 middleOf(const EdgeField& field) {
  return {0.5 * field.size().width, 0.5 * field.size().height};
}

// No place in the scene is farther from its middle, pixels.
int reachOf(const EdgeField& field) {
  return static_cast<int>(std::hypot(field.size().width, field.size().height) / 2) + 2;
}

}  // namespace

std::vector<EdgeLine> strongestLines(const EdgeField& field, double base) {
  constexpr int kFrame = EdgeField::kFrame;
  const cv::Size size = field.size();
  const Vec2 middle = middleOf(field);
  const int reach = reachOf(field);
  cv::Mat votes = cv::Mat::zeros(2 * kSpread + 1, 2 * reach + 1, CV_32F);
  std::array<Vec2, 2 * kSpread + 1> normals;
  for (int a = -kSpread; a <= kSpread; ++a) {
    normals[static_cast<std::size_t>(a + kSpread)] = {std::cos(base + a * kDegree), std::sin(base + a * kDegree)};
  }
  const int agree = static_cast<int>(kAgree);
  for (int j = kFrame; j < size.height - kFrame; ++j) {
    for (int i = kFrame; i < size.width - kFrame; ++i) {
      const double s = field.strength(i, j);
      if (s <= 0.35) {
        continue;
      }
      const double own = std::remainder(field.normal(i, j) - base, std::numbers::pi) / kDegree;
      const Vec2 p = Vec2{static_cast<double>(i), static_cast<double>(j)} - middle;
      const int from = std::max(-kSpread, static_cast<int>(std::lround(own)) - agree);
      const int to = std::min(kSpread, static_cast<int>(std::lround(own)) + agree);
      for (int a = from; a <= to; ++a) {
        const double weight = s * std::max(0.0, 1 - std::abs(a - own) / kAgree);
        const int offset = static_cast<int>(std::lround(dot(p, normals[static_cast<std::size_t>(a + kSpread)])));
        votes.at<float>(a + kSpread, std::clamp(offset + reach, 0, 2 * reach)) += static_cast<float>(weight);
      }
    }
  }
  cv::GaussianBlur(votes, votes, {}, 1);
  cv::Mat highest;
  cv::dilate(votes, highest, cv::getStructuringElement(cv::MORPH_RECT, {11, 7}));
  double most = 0;
  cv::minMaxLoc(votes, nullptr, &most);
  std::vector<EdgeLine> lines;
  for (int a = 0; a < votes.rows; ++a) {
    for (int d = 0; d < votes.cols; ++d) {
      const float v = votes.at<float>(a, d);
      if (v > 0.12 * most && v >= highest.at<float>(a, d)) {
        EdgeLine line;
        line.angle = base + (a - kSpread) * kDegree;
        line.normal = normals[static_cast<std::size_t>(a)];
        line.along = {-line.normal.y, line.normal.x};
        line.offset = d - reach;
        line.votes = v;
        lines.push_back(line);
      }
    }
  }
  std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.votes > b.votes; });
  lines.resize(std::min(lines.size(), kMost));
  return lines;
}

std::optional<Vec2> crossing(const EdgeLine& a, const EdgeLine& b) {
  const double det = cross(a.normal, b.normal);
  if (std::abs(det) < 0.3) {
    return std::nullopt;
  }
  return Vec2{(a.offset * b.normal.y - b.offset * a.normal.y) / det,
              (b.offset * a.normal.x - a.offset * b.normal.x) / det};
}

LineSupport::LineSupport(const EdgeField& field, const EdgeLine& line)
    : reach_(reachOf(field)), edge_sum_(1, 0.0), shown_sum_(1, 0.0) {
  for (int t = -reach_; t <= reach_; ++t) {
    const Vec2 p = middleOf(field) + line.normal * line.offset + line.along * t;
    double edge = 0;
    for (int e = -2; e <= 2; ++e) {
      edge = std::max(edge, field.edgeAt(p + line.normal * e, line.angle, kAgree));
    }
    edge_sum_.push_back(edge_sum_.back() + edge);
    shown_sum_.push_back(shown_sum_.back() + (field.holds(p) ? 1 : 0));
  }
}

LineSupport::Share LineSupport::between(double a, double b) const {
  const auto place = [&](double t) {
    return static_cast<std::size_t>(std::clamp(static_cast<int>(std::lround(t)) + reach_, 0, 2 * reach_));
  };
  const std::size_t from = place(std::min(a, b));
  const std::size_t to = place(std::max(a, b));
  const double shown = shown_sum_[to] - shown_sum_[from];
  return {shown / std::max(1.0, std::abs(b - a)), (edge_sum_[to] - edge_sum_[from]) / std::max(1.0, shown)};
}

}  // namespace platen::detect
