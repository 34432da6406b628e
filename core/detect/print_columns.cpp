#include "core/detect/print_columns.h"

#include "core/detect/components.h"
#include "core/detect/form_features.h"
#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kInkReach = 15;  // px: broader is no print
constexpr float kLeastInk = 0.14F;
constexpr double kOverNoise = 3;                  // ink, relative to the median of all
constexpr double kLowest = 3.3, kHighest = 23;    // px, of a character, or of several that touch
constexpr double kLongest = 280, kSlimmest = 20;  // px, and relative to its height: longer is a rule
constexpr std::size_t kMostCharacters = 6000;     // more is noise, or a page so full that it needs no columns
constexpr double kGap = 0.8;      // of characters in a piece, and down to the next of a column; of their height
constexpr double kOverlap = 0.3;  // of neighbours' heights

double heightOf(const Box& box) {
  return box.y1 - box.y0;
}

// Characters and what touches; from left to right.
std::vector<Box> charactersOf(const cv::Mat& grey, double scale) {
  cv::Mat ink = 1 - evenLight(grey, static_cast<int>(std::lround(kInkReach * scale)));
  std::vector<float> some;
  for (int j = 0; j < ink.rows; j += 4) {
    for (int i = 0; i < ink.cols; i += 4) {
      some.push_back(ink.at<float>(j, i));
    }
  }
  if (some.empty()) {
    return {};
  }
  const auto middle = some.begin() + static_cast<std::ptrdiff_t>(some.size() / 2);
  std::nth_element(some.begin(), middle, some.end());
  const cv::Mat dark = ink > std::max(kLeastInk, static_cast<float>(kOverNoise) * *middle);
  std::vector<Box> characters;
  for (const Component& c : componentsOf(dark, Neighbours::eight).components) {
    const double width = c.width() / scale;
    const double height = c.height() / scale;
    if (height >= kLowest && height <= kHighest && width <= kLongest && width < kSlimmest * height && c.width() >= 2 &&
        c.area >= 8) {
      characters.push_back({c.left / scale, c.top / scale, c.right / scale, c.bottom / scale});
    }
  }
  std::stable_sort(characters.begin(), characters.end(), [](const Box& a, const Box& b) { return a.x0 < b.x0; });
  return characters.size() <= kMostCharacters ? characters : std::vector<Box>{};
}

bool areNeighbours(const Box& left, const Box& right) {
  const double lower = std::min(heightOf(left), heightOf(right));
  const double higher = std::max(heightOf(left), heightOf(right));
  return right.x0 - left.x1 <= kGap * higher &&
         std::min(left.y1, right.y1) - std::max(left.y0, right.y0) > kOverlap * lower;
}

std::size_t rootOf(std::vector<std::size_t>& parent, std::size_t k) {
  while (parent[k] != k) {
    k = parent[k] = parent[parent[k]];
  }
  return k;
}

// Of a piece's left end, middle or right end.
double alignedAt(const Box& piece, int alignment) {
  return std::array{piece.x0, (piece.x0 + piece.x1) / 2, piece.x1}[static_cast<std::size_t>(alignment)];
}

double middleHeight(const Box& piece) {
  return (piece.y0 + piece.y1) / 2;
}

constexpr double kStep = 1.5, kSlant = 0.012;  // px, and relative to the distance: from one piece to the next
constexpr double kFarthest = 160;              // px
constexpr double kSameSize = 2;                // of two pieces' heights
constexpr std::size_t kLeastPieces = 3;
constexpr double kSmooth = 1.2;  // px, RMS about a parabola

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

std::vector<Box> printPieces(const cv::Mat& grey, double scale) {
  const std::vector<Box> characters = charactersOf(grey, scale);
  std::vector<std::size_t> parent(characters.size());
  std::iota(parent.begin(), parent.end(), 0);
  for (std::size_t i = 0; i < characters.size(); ++i) {
    for (std::size_t j = i + 1; j < characters.size() && characters[j].x0 - characters[i].x1 <= kGap * kHighest; ++j) {
      if (areNeighbours(characters[i], characters[j])) {
        parent[rootOf(parent, i)] = rootOf(parent, j);
      }
    }
  }
  std::vector<Box> pieces;
  std::vector<std::size_t> piece_of(characters.size(), characters.size());
  for (std::size_t k = 0; k < characters.size(); ++k) {
    const Box& c = characters[k];
    std::size_t& piece = piece_of[rootOf(parent, k)];
    if (piece == characters.size()) {
      piece = pieces.size();
      pieces.push_back(c);
    }
    Box& box = pieces[piece];
    box = {std::min(box.x0, c.x0), std::min(box.y0, c.y0), std::max(box.x1, c.x1), std::max(box.y1, c.y1)};
  }
  return pieces;
}

std::vector<Polyline> printColumns(std::span<const Box> pieces) {
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return middleHeight(pieces[a]) < middleHeight(pieces[b]); });
  std::vector<Polyline> columns;
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
      Polyline column;
      for (std::optional<std::size_t> k = top; k; k = below[*k]) {
        column.push_back({alignedAt(pieces[*k], alignment), middleHeight(pieces[*k])});
      }
      if (column.size() >= kLeastPieces && roughness(column) < kSmooth) {
        columns.push_back(std::move(column));
      }
    }
  }
  return columns;
}

}  // namespace platen::detect
