#include "core/detect/text_lines.h"

#include "core/detect/components.h"
#include "core/detect/raster.h"
#include "core/detect/robust_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace platen::detect {
namespace {

constexpr int kMostPieces = 4000;
constexpr float kInked = 0.1F;      // of the lightly smoothed text
constexpr double kColumnGap = 1.8;  // h
constexpr int kMostDegree = 12;
constexpr double kLengthPerDegree = 4;  // h
constexpr double kWorthIt = 0.65;       // of the residual

struct Column {
  double weight = 0, y = 0, yy = 0;
  float ink = 0;  // the most of any pixel of the unsmeared text
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

// Where a number ends that a leader leads to: the last ink from the last dot on, straight on. What goes on is none, and
// the leader ends with its dot.
Vec2 endOfNumber(Vec2 dot, Vec2 onwards, const cv::Mat& text, double h) {
  constexpr double kGap = 2.5, kGapWithin = 0.8;  // h, before the number and in it
  constexpr double kLongest = 6;                  // h, with the gap
  constexpr double kHalfTall = 0.7;               // h, of print that stands beside the dots' line
  constexpr double kStep = 0.1;                   // h
  const auto inked = [&](Vec2 work_px) {
    const int i = static_cast<int>(std::floor(work_px.x));  // the pixel that holds the point
    const int from = std::max(0, static_cast<int>(std::floor(work_px.y - kHalfTall * h)));
    const int to = std::min(text.rows, static_cast<int>(std::floor(work_px.y + kHalfTall * h)) + 1);
    for (int j = from; i >= 0 && i < text.cols && j < to; ++j) {
      if (text.at<std::uint8_t>(j, i) != 0) {
        return true;
      }
    }
    return false;
  };
  const Vec2 step = onwards * (kStep * h / std::max(1e-9, norm(onwards)));
  const auto at = [&](int n) { return dot + step * static_cast<double>(n); };
  int own = 0;  // of the dot itself
  while (inked(at(own + 1)) && own * kStep < kGapWithin) {
    ++own;
  }
  int last = own;
  for (int n = own + 1; (n - last) * kStep < (last == own ? kGap : kGapWithin); ++n) {
    if (n * kStep > kLongest) {
      return at(own);
    }
    if (inked(at(n))) {
      last = n;
    }
  }
  return at(last);
}

}  // namespace

std::vector<TextSegment> tracePieces(const Stripes& stripes, double h) {
  const double ht = h * kTraceGrid;
  const Components found = componentsOf(stripes.mask, Neighbours::four);
  const std::size_t count = found.components.size();
  // One flat array of columns for all components that are long enough.
  constexpr auto kNone = std::numeric_limits<std::ptrdiff_t>::min();
  std::vector<std::ptrdiff_t> first(count, kNone);
  std::ptrdiff_t columns = 0;
  for (std::size_t c = 0; c < count; ++c) {
    const Component& piece = found.components[c];
    if (piece.width() >= 2 * ht && std::hypot(piece.width(), piece.height()) >= 4 * ht) {
      first[c] = columns - piece.left;
      columns += piece.width();
    }
  }
  std::vector<Column> sums(static_cast<std::size_t>(columns));
  for (const ComponentRun& run : found.runs) {
    const std::ptrdiff_t at = first[static_cast<std::size_t>(run.component)];
    if (at == kNone) {
      continue;
    }
    const int j = run.row;
    const float* ridge = stripes.ridge.ptr<float>(j);
    const float* ink = stripes.text.ptr<float>(j);
    for (int i = run.from; i < run.to; ++i) {
      Column& column = sums[static_cast<std::size_t>(at + i)];
      const double w = ridge[i];
      column.weight += w;
      column.y += w * j;
      column.yy += w * j * j;
      column.ink = std::max(column.ink, ink[i]);
    }
  }
  std::vector<TextSegment> out;
  for (std::size_t c = 0; c < count && static_cast<int>(out.size()) < kMostPieces; ++c) {
    if (first[c] == kNone) {
      continue;
    }
    const int left = found.components[c].left;
    const int width = found.components[c].width();
    const auto columnAt = [&](int i) -> const Column& { return sums[static_cast<std::size_t>(first[c] + i)]; };
    std::vector<Trace> traces(1);
    std::size_t good = 0;
    int last_ink = left;
    for (int i = left; i < left + width; ++i) {
      const Column& column = columnAt(i);
      if (column.ink > kInked) {
        // Wider than any word space: the gap between two columns, whose baselines need not agree.
        if (i - last_ink > kColumnGap * ht) {
          traces.emplace_back();
        }
        last_ink = i;
      }
      if (column.weight <= 0) {
        continue;
      }
      const double mean = column.y / column.weight;
      const double deviation = std::sqrt(std::max(0.0, column.yy / column.weight - mean * mean));
      if (deviation < 0.75 * ht) {
        traces.back().x.push_back(i);
        traces.back().y.push_back(mean);
        ++good;
      }
    }
    if (static_cast<double>(good) >= 0.6 * width) {
      for (const Trace& trace : traces) {
        splitIntoPieces(trace, ht, out);
      }
    }
  }
  return out;
}

std::vector<TextSegment> traceLeaders(const std::vector<Leader>& leaders, const cv::Mat& text, double h) {
  std::vector<TextSegment> out;
  for (const Leader& leader : leaders) {
    Trace trace;
    for (const LeaderDot& dot : leader) {
      const Vec2 at = indexFromWork(dot.middle, kTraceGrid);
      trace.x.push_back(at.x);
      trace.y.push_back(at.y);
    }
    std::vector<TextSegment> line;
    addPiece(trace, 0, trace.x.size(), h * kTraceGrid, line);
    if (line.empty()) {
      continue;
    }
    TextSegment& segment = line.front();
    const Polyline& points = segment.points;
    segment.left_end = endOfNumber(points.front(), points.front() - points[1], text, h);
    segment.right_end = endOfNumber(points.back(), points.back() - points[points.size() - 2], text, h);
    out.push_back(std::move(segment));
  }
  return out;
}

double totalLength(const std::vector<TextSegment>& segments) {
  double sum = 0;
  for (const TextSegment& segment : segments) {
    sum += segment.length;
  }
  return sum;
}

double medianStrength(const std::vector<TextSegment>& segments) {
  std::vector<double> strengths;
  strengths.reserve(segments.size());
  for (const TextSegment& segment : segments) {
    strengths.push_back(segment.strength);
  }
  return strengths.empty() ? 0 : quantile(strengths, 0.5);
}

}  // namespace platen::detect
