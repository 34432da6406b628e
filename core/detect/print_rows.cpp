#include "core/detect/print_rows.h"

#include "core/detect/robust_curve.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace platen::detect {
namespace {

constexpr double kPerDegree = 8;  // of a piece's length for each degree of its curve, in heights of its characters
constexpr int kHighestDegree = 6;
constexpr double kOnTheLine = 0.12;  // of the height
constexpr double kFloor = 0.04;      // of the height: feet are no more even
constexpr int kRounds = 3;
constexpr double kOfTheFeet = 0.65;  // on the line: print has some descenders; a hand is less even
constexpr std::size_t kLeastRows = 3;

// By least squares.
double slopeOf(const Polyline& row) {
  Vec2 mean;
  for (const Vec2& p : row) {
    mean = mean + p / static_cast<double>(row.size());
  }
  double xx = 0, xy = 0;
  for (const Vec2& p : row) {
    xx += (p.x - mean.x) * (p.x - mean.x);
    xy += (p.x - mean.x) * (p.y - mean.y);
  }
  return xx > 0 ? xy / xx : 0;
}

// The curve that the feet stand on. What reaches below it is a descender, and is left out of the next round; nothing
// stands above its line.
RobustCurve lineUnder(Polyline feet, double height, int degree) {
  std::vector<double> x, y;
  for (int round = 0;; ++round) {
    x.clear();
    y.clear();
    for (const Vec2& foot : feet) {
      x.push_back(foot.x);
      y.push_back(foot.y);
    }
    RobustCurve curve = RobustCurve::polynomial(x, y, degree, kFloor * height);
    const std::size_t before = feet.size();
    std::erase_if(feet, [&](const Vec2& foot) { return foot.y > curve(foot.x) + kOnTheLine * height; });
    if (round + 1 == kRounds || feet.size() == before || feet.size() < kWord) {
      return curve;
    }
  }
}

}  // namespace

std::vector<PrintRow> printRows(std::span<const PrintPiece> pieces) {
  std::vector<PrintRow> rows;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const PrintPiece& piece = pieces[k];
    if (piece.feet.size() < kWord) {
      continue;
    }
    const double length = (piece.box.x1 - piece.box.x0) / piece.height;
    const int degree = std::clamp(static_cast<int>(length / kPerDegree), 1, kHighestDegree);
    const RobustCurve curve = lineUnder(piece.feet, piece.height, degree);
    Polyline row;
    for (const Vec2& foot : piece.feet) {
      if (std::abs(foot.y - curve(foot.x)) < kOnTheLine * piece.height) {
        row.push_back(foot);
      }
    }
    if (row.size() >= kWord && static_cast<double>(row.size()) >= kOfTheFeet * static_cast<double>(piece.feet.size())) {
      rows.push_back({std::move(row), k});
    }
  }
  return rows;
}

std::optional<double> commonSlope(std::span<const Polyline> rows) {
  if (rows.size() < kLeastRows) {
    return {};
  }
  std::vector<std::pair<double, double>> slopes;  // with the lengths
  double length = 0;
  for (const Polyline& row : rows) {
    slopes.emplace_back(slopeOf(row), row.back().x - row.front().x);
    length += slopes.back().second;
  }
  std::stable_sort(slopes.begin(), slopes.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  double before = 0;
  for (const auto& [slope, of_length] : slopes) {
    before += of_length;
    if (2 * before >= length) {
      return slope;
    }
  }
  return slopes.back().first;
}

}  // namespace platen::detect
