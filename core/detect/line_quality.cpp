// What is known of a traced line beside its curve: how strong its ink is, whether it runs as the others do, and where
// it begins and ends.
#include "core/detect/area_resize.h"
#include "core/detect/print_about.h"
#include "core/detect/raster.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

// The point at this distance along a polyline, straight on beyond its ends.
Vec2 along(const Polyline& line, double distance) {
  double rest = distance;
  for (std::size_t k = 1; k < line.size(); ++k) {
    const Vec2 d = line[k] - line[k - 1];
    const double piece = std::max(1e-9, norm(d));
    if (rest <= piece || k + 1 == line.size()) {
      return line[k - 1] + d * (rest / piece);
    }
    rest -= piece;
  }
  return line.front();
}

// Of the lines' values: what this share of their length does not exceed.
template <typename Value>
double quantileByLength(const std::vector<TextSegment>& segments, double q, const Value& value) {
  std::vector<std::pair<double, double>> weighted;  // value, length
  for (std::size_t n = 0; n < segments.size(); ++n) {
    weighted.emplace_back(value(n), segments[n].length);
  }
  std::sort(weighted.begin(), weighted.end());
  const double wanted = q * totalLength(segments);
  double seen = 0;
  for (const auto& [v, length] : weighted) {
    seen += length;
    if (seen >= wanted) {
      return v;
    }
  }
  return 0;
}

}  // namespace

void keepStrong(
    std::vector<TextSegment>& segments, const cv::Mat& grey, const PaperInk& levels, const cv::Mat& text, double h) {
  // Mean of (paper - grey) over text pixels around a point: at a quarter of the resolution.
  constexpr double kQuarter = 0.25;
  constexpr double kStrong = 0.8;  // of the lines' length
  cv::Mat depth;
  cv::subtract(levels.paper, grey, depth);
  cv::bitwise_and(depth, text, depth);
  const auto blurred = [&](const cv::Mat& u8) {
    cv::Mat small;
    resizeArea(u8, small, {}, kQuarter, kQuarter);
    small.convertTo(small, CV_32F);
    cv::GaussianBlur(small, small, {}, std::max(0.5, 0.8 * h * kQuarter));
    return small;
  };
  const cv::Mat sum = blurred(depth);
  const cv::Mat share = blurred(text);
  std::vector<double> absolute(segments.size());
  for (std::size_t n = 0; n < segments.size(); ++n) {
    TextSegment& segment = segments[n];
    double strength = 0;
    double relative = 0;
    for (const Vec2& p : segment.points) {
      const Vec2 q = indexFromWork(p, kQuarter);
      const double covered = sampleF32(share, q.x, q.y) / 255;
      const double d = covered > 1e-3 ? sampleF32(sum, q.x, q.y) / covered : 0;
      const Vec2 full = indexFromWork(p, 1);
      strength += d;
      relative += d / std::max(15.0F, sampleU8(levels.paper, full.x, full.y));
    }
    const auto count = static_cast<double>(segment.points.size());
    absolute[n] = strength / count;
    segment.strength = relative / count;
  }
  const double least_relative =
      0.45 * quantileByLength(segments, kStrong, [&](std::size_t n) { return segments[n].strength; });
  const double least_absolute = 0.12 * quantileByLength(segments, kStrong, [&](std::size_t n) { return absolute[n]; });
  std::size_t kept = 0;
  for (std::size_t n = 0; n < segments.size(); ++n) {
    if (segments[n].strength > least_relative && absolute[n] > least_absolute) {
      if (kept != n) {
        segments[kept] = std::move(segments[n]);
      }
      ++kept;
    }
  }
  segments.resize(kept);
}

void dropLabels(std::vector<TextSegment>& segments, double contrast) {
  constexpr double kTextStandsOut = 0.65;  // below it, lines of noise run any way
  constexpr double kAcross = 0.5;          // radians
  constexpr double kFew = 0.35;            // of all, by length
  if (contrast <= kTextStandsOut) {
    return;
  }
  const auto direction = [](const TextSegment& line) { return directionOf(line.points.back() - line.points.front()); };
  const double most = quantileByLength(segments, 0.5, [&](std::size_t n) { return direction(segments[n]); });
  const auto is_across = [&](const TextSegment& line) {
    return angleBetween(direction(line), most, std::numbers::pi) > kAcross;
  };
  double across = 0;
  for (const TextSegment& line : segments) {
    across += is_across(line) ? line.length : 0;
  }
  if (across < kFew * totalLength(segments)) {
    std::erase_if(segments, is_across);
  }
}

void findLineEnds(std::vector<TextSegment>& segments, const cv::Mat& text, double h) {
  cv::Mat tall;
  const int reach = std::max(1, static_cast<int>(std::lround(0.35 * h)));
  cv::dilate(text, tall, cv::getStructuringElement(cv::MORPH_RECT, {1, 2 * reach + 1}));
  const auto inked = [&](Vec2 work_px) {
    const int i = static_cast<int>(std::floor(work_px.x));  // the pixel that holds the point
    const int j = static_cast<int>(std::floor(work_px.y));
    return i >= 0 && j >= 0 && i < tall.cols && j < tall.rows && tall.at<std::uint8_t>(j, i) != 0;
  };
  // Signed distance from the line's first point to its first ink: from 1 h outside to 4 h inside, along the polyline
  // and straight on beyond it.
  const auto inset = [&](const Polyline& line) {
    const Vec2 out = line[0] - line[1];
    const Vec2 outward = out / std::max(1e-9, norm(out));
    constexpr double kStep = 0.1;
    for (int step = 10; step > 0; --step) {
      if (inked(line[0] + outward * (step * kStep * h))) {
        return -step * kStep * h;
      }
    }
    double walked = 0;
    for (std::size_t k = 1; k < line.size() && walked < 4 * h; ++k) {
      const double piece = norm(line[k] - line[k - 1]);
      const int steps = static_cast<int>(piece / (kStep * h));
      for (int step = 0; step <= steps; ++step) {
        const double d = step * kStep * h;
        if (inked(line[k - 1] + (line[k] - line[k - 1]) * (d / piece))) {
          return walked + d;
        }
      }
      walked += piece;
    }
    return 0.0;
  };
  for (TextSegment& segment : segments) {
    const Polyline reversed(segment.points.rbegin(), segment.points.rend());
    const double left = inset(segment.points);
    const double right = inset(reversed);
    double length = 0;
    for (std::size_t k = 1; k < segment.points.size(); ++k) {
      length += norm(segment.points[k] - segment.points[k - 1]);
    }
    segment.left_end = along(segment.points, left);
    segment.right_end = along(segment.points, length - right);
    // Smeared text runs on past its ink; the curve must not.
    const double from = std::max(0.0, left);
    const double to = std::min(length, length - right);
    if (to - from < 2 * h) {
      continue;
    }
    const int steps = std::max(2, static_cast<int>(std::lround((to - from) / (1.5 * h))));
    Polyline cut;
    for (int k = 0; k <= steps; ++k) {
      cut.push_back(along(segment.points, from + (to - from) * k / steps));
    }
    segment.points = std::move(cut);
    segment.length = (to - from) / h;
  }
}

}  // namespace platen::detect
