#include "core/detect/print_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>

#include <opencv2/core.hpp>

namespace platen::detect {
namespace {

constexpr double kGap = 0.8;                   // down to the next piece of a column, at least; of their height
constexpr double kStep = 1.5, kSlant = 0.012;  // px, and relative to the distance: from one piece to the next
constexpr double kFarthest = 160;              // px
constexpr double kSameSize = 2;                // of two pieces' heights
constexpr std::size_t kLeastPieces = 3;
constexpr std::size_t kLeastSeen = 2;  // of them: one word under two may stand there by chance
constexpr double kSmooth = 1.2;        // px, RMS about a parabola

double heightOf(const Box& box) {
  return box.y1 - box.y0;
}

// Of a piece's left end, middle or right end.
double alignedAt(const Box& piece, int alignment) {
  return std::array{piece.x0, (piece.x0 + piece.x1) / 2, piece.x1}[static_cast<std::size_t>(alignment)];
}

double middleHeight(const Box& piece) {
  return (piece.y0 + piece.y1) / 2;
}

// The next piece below that could be in one column with it.
std::optional<std::size_t> nextBelow(std::span<const Box> pieces,
                                     const std::vector<std::size_t>& order,
                                     std::size_t at,
                                     int alignment,
                                     const std::vector<bool>& has_above) {
  const Box& piece = pieces[order[at]];
  for (std::size_t k = at + 1; k < order.size(); ++k) {
    const Box& below = pieces[order[k]];
    const double down = middleHeight(below) - middleHeight(piece);
    const double lower = std::min(heightOf(piece), heightOf(below));
    const double higher = std::max(heightOf(piece), heightOf(below));
    if (down > kFarthest) {
      break;
    }
    if (down >= kGap * higher && higher < kSameSize * lower && !has_above[order[k]] &&
        std::abs(alignedAt(below, alignment) - alignedAt(piece, alignment)) < kStep + kSlant * down) {
      return order[k];
    }
  }
  return {};
}

// RMS of x about the parabola over y that is nearest, a line for three points; per degree of freedom.
double roughness(const Polyline& column) {
  const int terms = column.size() > kLeastPieces ? 3 : 2;
  const double middle = (column.front().y + column.back().y) / 2;
  const double reach = std::max(column.back().y - column.front().y, 1.0);
  cv::Mat a(static_cast<int>(column.size()), terms, CV_64F);
  cv::Mat b(static_cast<int>(column.size()), 1, CV_64F);
  for (int k = 0; k < a.rows; ++k) {
    const Vec2 p = column[static_cast<std::size_t>(k)];
    double power = 1;
    for (int j = 0; j < terms; ++j, power *= (p.y - middle) / reach) {
      a.at<double>(k, j) = power;
    }
    b.at<double>(k, 0) = p.x;
  }
  cv::Mat x;
  cv::solve(a, b, x, cv::DECOMP_QR);
  const double left = cv::norm(a * x - b);
  return left / std::sqrt(std::max(1.0, static_cast<double>(column.size()) - 3));
}

}  // namespace

std::vector<PrintColumn> printColumns(std::span<const Box> seen, std::span<const Box> known) {
  std::vector<Box> pieces(seen.begin(), seen.end());
  pieces.insert(pieces.end(), known.begin(), known.end());
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return middleHeight(pieces[a]) < middleHeight(pieces[b]); });
  std::vector<PrintColumn> columns;
  for (int alignment = 0; alignment < 3; ++alignment) {
    std::vector<std::optional<std::size_t>> below(pieces.size());
    std::vector<bool> has_above(pieces.size(), false);
    for (std::size_t at = 0; at < order.size(); ++at) {
      below[order[at]] = nextBelow(pieces, order, at, alignment, has_above);
      if (below[order[at]]) {
        has_above[*below[order[at]]] = true;
      }
    }
    for (const std::size_t top : order) {
      if (has_above[top]) {
        continue;
      }
      Polyline all;
      PrintColumn column;
      std::vector<double> known_x;
      for (std::optional<std::size_t> k = top; k; k = below[*k]) {
        all.push_back({alignedAt(pieces[*k], alignment), middleHeight(pieces[*k])});
        if (*k < seen.size()) {
          column.line.push_back(all.back());
        } else {
          known_x.push_back(all.back().x);
        }
      }
      if (all.size() < kLeastPieces || column.line.size() < kLeastSeen || !(roughness(all) < kSmooth)) {
        continue;
      }
      const auto [least, most] = std::minmax_element(known_x.begin(), known_x.end());
      if (!known_x.empty() && *most - *least <= kStep) {
        column.place = std::accumulate(known_x.begin(), known_x.end(), 0.0) / static_cast<double>(known_x.size());
      }
      columns.push_back(std::move(column));
    }
  }
  return columns;
}

}  // namespace platen::detect
