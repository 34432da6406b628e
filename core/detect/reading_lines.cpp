// What the lines of a reading say of it: how much of its text they explain, how they lie, whether they are text at all.
#include "core/detect/raster.h"
#include "core/detect/reading.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {

double tracedShare(const Reading& reading) {
  constexpr double kThick_h = 1.6;  // of a line
  std::vector<cv::Point> all;
  cv::Mat lines = cv::Mat::zeros(reading.text.size(), CV_8UC1);
  for (const TextSegment& segment : reading.segments) {
    std::vector<cv::Point> points;
    for (const Vec2& p : segment.points) {
      points.emplace_back(static_cast<int>(p.x), static_cast<int>(p.y));
    }
    cv::polylines(lines, points, false, 255, std::max(1, static_cast<int>(std::lround(kThick_h * reading.h))));
    all.insert(all.end(), points.begin(), points.end());
  }
  if (all.size() < 3) {
    return 0;
  }
  std::vector<cv::Point> hull;
  cv::convexHull(all, hull);
  cv::Mat within = cv::Mat::zeros(reading.text.size(), CV_8UC1);
  cv::fillConvexPoly(within, hull, 255);
  within &= reading.text;
  const int text = cv::countNonZero(within);
  within &= lines;
  return text > 0 ? static_cast<double>(cv::countNonZero(within)) / text : 0;
}

std::optional<double> lineSpacing(const Reading& reading) {
  constexpr double kColumn_h = 1.5;              // as far apart as the points of a segment are
  using Place = std::pair<double, std::size_t>;  // y and the segment
  const double width = kColumn_h * reading.h;
  std::vector<std::vector<Place>> columns(1 + static_cast<std::size_t>(reading.text.cols / width));
  for (std::size_t n = 0; n < reading.segments.size(); ++n) {
    for (const Vec2& p : reading.segments[n].points) {
      const double column = std::clamp(p.x / width, 0.0, static_cast<double>(columns.size() - 1));
      columns[static_cast<std::size_t>(column)].emplace_back(p.y, n);
    }
  }
  std::vector<double> steps;
  for (std::vector<Place>& column : columns) {
    std::sort(column.begin(), column.end());
    for (std::size_t k = 1; k < column.size(); ++k) {
      if (column[k].second != column[k - 1].second) {
        steps.push_back((column[k].first - column[k - 1].first) / reading.h);
      }
    }
  }
  return steps.empty() ? std::nullopt : std::optional(quantile(steps, 0.25));
}

std::optional<double> meanDirection(const std::vector<TextSegment>& segments) {
  double c = 0;
  double s = 0;
  for (const TextSegment& segment : segments) {
    const Vec2 d = segment.points.back() - segment.points.front();
    const double length = std::max(1e-9, norm(d));
    c += segment.length * d.x / length;
    s += segment.length * d.y / length;
  }
  return segments.empty() ? std::nullopt : std::optional(std::atan2(s, c));
}

double heightWithoutText(const Reading& reading) {
  constexpr double kMost = 0.009;
  return std::min(reading.h, kMost * std::max(reading.grey.cols, reading.grey.rows));
}

bool hasText(const std::vector<TextSegment>& segments, double contrast) {
  // Of the directions: pure noise has 0.30, the poorest of our photos of text 0.45.
  constexpr double kLeastContrast = 0.4;
  if (segments.size() < 6 || totalLength(segments) < 110 || contrast < kLeastContrast) {
    return false;
  }
  return medianStrength(segments) >= kLeastLineStrength;
}

}  // namespace platen::detect
