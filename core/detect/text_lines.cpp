#include "core/detect/text_lines.h"

#include "core/detect/raster.h"
#include "core/detect/robust_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kMostPieces = 4000;
constexpr int kMostDegree = 12;
constexpr double kLengthPerDegree = 4;  // h
constexpr double kWorthIt = 0.65;       // of the residual

struct Column {
  double weight = 0, y = 0, yy = 0;
};

// The good columns of one component, as (column, mean row) of the trace grid.
struct Trace {
  std::vector<double> x, y;
};

int degreeFor(double length_h) {
  return length_h < 8 ? 1 : length_h < 16 ? 2 : length_h < 30 ? 3 : length_h < 60 ? 4 : 5;
}

// A crease bends a line where no low polynomial follows: more degrees, but only where they pay.
RobustCurve fittedLine(std::span<const double> x, std::span<const double> y, double length_h, double ht) {
  const double floor = 0.02 * ht;
  RobustCurve line = RobustCurve::polynomial(x, y, degreeFor(length_h), floor);
  const int most = std::min(kMostDegree, static_cast<int>(length_h / kLengthPerDegree));
  for (int degree = degreeFor(length_h) + 3; degree <= most; degree += 3) {
    RobustCurve richer = RobustCurve::polynomial(x, y, degree, floor);
    if (richer.sigma() < kWorthIt * line.sigma()) {
      line = std::move(richer);
    }
  }
  return line;
}

void addPiece(const Trace& trace, std::size_t from, std::size_t to, double ht, std::vector<TextSegment>& out) {
  const std::size_t n = to - from;
  if (n < 6) {
    return;
  }
  const double x0 = trace.x[from];
  const double x1 = trace.x[to - 1];
  const double chord = std::hypot(x1 - x0, trace.y[to - 1] - trace.y[from]);
  if (chord < 3.5 * ht) {
    return;
  }
  const RobustCurve line =
      fittedLine(std::span(trace.x).subspan(from, n), std::span(trace.y).subspan(from, n), chord / ht, ht);
  if (line.sigma() > 0.35 * ht) {
    return;
  }
  TextSegment segment;
  const int steps = std::max(2, static_cast<int>(std::lround(chord / (1.5 * ht))));
  double length = 0;
  for (int k = 0; k <= steps; ++k) {
    const double x = x0 + (x1 - x0) * k / steps;
    // The grid's columns and rows are indices.
    segment.points.push_back(workFromIndex({x, line(x)}, kTraceGrid));
    if (k > 0) {
      length += norm(segment.points.back() - segment.points[segment.points.size() - 2]);
    }
  }
  segment.length = length * kTraceGrid / ht;
  segment.rms = line.sigma() / ht;
  out.push_back(std::move(segment));
}

void splitIntoPieces(const Trace& trace, double ht, std::vector<TextSegment>& out) {
  std::size_t from = 0;
  for (std::size_t i = 1; i <= trace.x.size(); ++i) {
    const bool end = i == trace.x.size();
    const double dx = end ? 0 : trace.x[i] - trace.x[i - 1];
    if (end || dx > 3 * ht || std::abs(trace.y[i] - trace.y[i - 1]) > 0.6 * ht + dx) {
      addPiece(trace, from, i, ht, out);
      from = i;
    }
  }
}

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

}  // namespace

std::vector<TextSegment> tracePieces(const Stripes& stripes, double h) {
  const double ht = h * kTraceGrid;
  cv::Mat labels;
  cv::Mat stats;
  cv::Mat centroids;
  const int count = cv::connectedComponentsWithStats(stripes.mask, labels, stats, centroids, 4, CV_32S);
  // One flat array of columns for all components that are long enough.
  constexpr auto kNone = std::numeric_limits<std::ptrdiff_t>::min();
  std::vector<std::ptrdiff_t> first(static_cast<std::size_t>(count), kNone);
  std::ptrdiff_t columns = 0;
  for (int c = 1; c < count; ++c) {
    const int* s = stats.ptr<int>(c);
    if (s[cv::CC_STAT_WIDTH] >= 2 * ht && std::hypot(s[cv::CC_STAT_WIDTH], s[cv::CC_STAT_HEIGHT]) >= 4 * ht) {
      first[static_cast<std::size_t>(c)] = columns - s[cv::CC_STAT_LEFT];
      columns += s[cv::CC_STAT_WIDTH];
    }
  }
  std::vector<Column> sums(static_cast<std::size_t>(columns));
  for (int j = 0; j < labels.rows; ++j) {
    const int* label = labels.ptr<int>(j);
    const float* ridge = stripes.ridge.ptr<float>(j);
    for (int i = 0; i < labels.cols; ++i) {
      if (label[i] == 0 || first[static_cast<std::size_t>(label[i])] == kNone) {
        continue;
      }
      Column& column = sums[static_cast<std::size_t>(first[static_cast<std::size_t>(label[i])] + i)];
      const double w = ridge[i];
      column.weight += w;
      column.y += w * j;
      column.yy += w * j * j;
    }
  }
  std::vector<TextSegment> out;
  for (int c = 1; c < count && static_cast<int>(out.size()) < kMostPieces; ++c) {
    if (first[static_cast<std::size_t>(c)] == kNone) {
      continue;
    }
    const int* s = stats.ptr<int>(c);
    const int left = s[cv::CC_STAT_LEFT];
    const int width = s[cv::CC_STAT_WIDTH];
    Trace trace;
    for (int i = left; i < left + width; ++i) {
      const Column& column = sums[static_cast<std::size_t>(first[static_cast<std::size_t>(c)] + i)];
      if (column.weight <= 0) {
        continue;
      }
      const double mean = column.y / column.weight;
      const double deviation = std::sqrt(std::max(0.0, column.yy / column.weight - mean * mean));
      if (deviation < 0.75 * ht) {
        trace.x.push_back(i);
        trace.y.push_back(mean);
      }
    }
    if (static_cast<double>(trace.x.size()) >= 0.6 * width) {
      splitIntoPieces(trace, ht, out);
    }
  }
  return out;
}

void keepStrong(
    std::vector<TextSegment>& segments, const cv::Mat& grey, const PaperInk& levels, const cv::Mat& text, double h) {
  // Mean of (paper - grey) over text pixels around a point: at a quarter of the resolution.
  constexpr double kQuarter = 0.25;
  cv::Mat depth;
  cv::subtract(levels.paper, grey, depth);
  cv::bitwise_and(depth, text, depth);
  const auto blurred = [&](const cv::Mat& u8) {
    cv::Mat small;
    cv::resize(u8, small, {}, kQuarter, kQuarter, cv::INTER_AREA);
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
  const auto p80 = [&](auto&& value) {
    std::vector<std::pair<double, double>> weighted;  // value, length
    for (std::size_t n = 0; n < segments.size(); ++n) {
      weighted.emplace_back(value(n), segments[n].length);
    }
    std::sort(weighted.begin(), weighted.end());
    const double wanted = 0.8 * totalLength(segments);
    double seen = 0;
    for (const auto& [v, length] : weighted) {
      seen += length;
      if (seen >= wanted) {
        return v;
      }
    }
    return 0.0;
  };
  const double least_relative = 0.45 * p80([&](std::size_t n) { return segments[n].strength; });
  const double least_absolute = 0.12 * p80([&](std::size_t n) { return absolute[n]; });
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
    for (double d = 1; d > 0; d -= kStep) {
      if (inked(line[0] + outward * (d * h))) {
        return -d * h;
      }
    }
    double walked = 0;
    for (std::size_t k = 1; k < line.size() && walked < 4 * h; ++k) {
      const double piece = norm(line[k] - line[k - 1]);
      for (double d = 0; d < piece; d += kStep * h) {
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

double totalLength(const std::vector<TextSegment>& segments) {
  double sum = 0;
  for (const TextSegment& segment : segments) {
    sum += segment.length;
  }
  return sum;
}

}  // namespace platen::detect
