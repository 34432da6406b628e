#include "core/optim/curves.h"

#include "core/box_side.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace platen::optim {
namespace {

double lengthInHeights(const Polyline& line, double char_height) {
  return lengthOf(line) / char_height;
}

constexpr int kStrokePoints = 24;

// steps + 1 points in equal distances along a line of that length, its ends among them.
Polyline pointsAlong(const Polyline& line, double length, int steps) {
  Polyline points;
  const double stride = length / steps;
  double passed = 0;  // up to the piece's start
  for (std::size_t piece = 1; piece < line.size(); ++piece) {
    const Vec2 along = line[piece] - line[piece - 1];
    const double piece_length = norm(along);
    while (static_cast<double>(points.size()) * stride <= passed + piece_length * (1 + 1e-9) && piece_length > 0) {
      const double at = static_cast<double>(points.size()) * stride - passed;
      points.push_back(line[piece - 1] + along * (at / piece_length));
    }
    passed += piece_length;
  }
  return points;
}

}  // namespace

Curve textCurve(const PageCues& cues, std::size_t segment) {
  Curve curve;
  curve.points = cues.segments[segment].points;
  curve.length_h = cues.segments[segment].length;
  curve.weight = cues.text_trust;
  curve.source = static_cast<int>(segment);
  return curve;
}

Curve sideCurve(const PageCues& cues, std::size_t side) {
  const PageSide& from = cues.sides[side];
  Curve curve;
  curve.kind = CurveKind::side;
  curve.is_h = isLevel(from.kind);
  curve.points = from.points;
  curve.length_h = lengthInHeights(from.points, cues.char_height);
  curve.weight = 2;
  curve.side = from.kind;
  curve.valid_fraction = from.valid_fraction;
  curve.source = static_cast<int>(side);
  return curve;
}

Curve ruleCurve(const PageCues& cues, std::size_t rule, bool is_h) {
  const Polyline& from = cues.rules[rule].points;
  Curve curve;
  curve.kind = CurveKind::rule;
  curve.is_h = is_h;
  curve.length_h = lengthInHeights(from, cues.char_height);
  curve.weight = 0.5;
  curve.source = static_cast<int>(rule);
  const int steps = std::clamp(static_cast<int>(curve.length_h / 1.5), 2, from.size() > 2 ? 24 : 9);
  curve.points = pointsAlong(from, curve.length_h * cues.char_height, steps);
  return curve;
}

Curve strokeCurve(const Stroke& stroke, double char_height) {
  Curve curve;
  curve.kind = CurveKind::stroke;
  curve.is_h = stroke.is_level;
  curve.length_h = lengthInHeights(stroke.points, char_height);
  curve.weight = kStrokeWeight;
  curve.points = pointsAlong(stroke.points, curve.length_h * char_height, kStrokePoints - 1);
  return curve;
}

bool isGiven(const PageCues& cues, const Curve& curve) {
  return curve.kind == CurveKind::side && curve.source >= 0 &&
         cues.sides[static_cast<std::size_t>(curve.source)].is_given;
}

std::vector<std::size_t> spreadSegments(const PageCues& cues, double min_length_h) {
  constexpr std::size_t kBands = 22;
  constexpr std::size_t kPerBand = 5;
  const Vec2 down{-std::sin(cues.text_angle), std::cos(cues.text_angle)};
  std::vector<std::size_t> order;
  std::vector<double> height(cues.segments.size());
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (std::size_t i = 0; i < cues.segments.size(); ++i) {
    const TextSegment& segment = cues.segments[i];
    if (segment.length < min_length_h || segment.points.size() < 2) {
      continue;
    }
    height[i] = dot(segment.points[segment.points.size() / 2], down);
    low = std::min(low, height[i]);
    high = std::max(high, height[i]);
    order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return cues.segments[a].length > cues.segments[b].length; });
  if (order.size() <= kBands * kPerBand) {
    std::sort(order.begin(), order.end());
    return order;
  }
  std::array<std::size_t, kBands> taken{};
  std::vector<std::size_t> chosen;
  for (const std::size_t i : order) {
    const double at = (height[i] - low) / std::max(high - low, 1e-9);
    std::size_t& count = taken[std::min(static_cast<std::size_t>(at * kBands), kBands - 1)];
    if (count < kPerBand) {
      ++count;
      chosen.push_back(i);
    }
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace platen::optim
