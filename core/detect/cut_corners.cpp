#include "core/detect/cut_corners.h"

#include "core/detect/edge_walk.h"
#include "core/detect/mask_contour.h"
#include "core/detect/outline_path.h"
#include "core/detect/raster.h"
#include "core/detect/sheet_outline.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr std::ptrdiff_t kBefore = 16;  // contour pixels that tell a side's direction
constexpr int kLongest = kLongestWalk;  // mask pixels: of a side beyond the cut, and of the edge back to it
constexpr int kShortest = 20;
constexpr double kEdge = 0.85;  // mean along each; of shorter or fainter ones there are some anywhere
constexpr int kMostWithin = 3;  // pixels of either that may lie in the sheet as it was

// The sheet's contour, walked either way and around.
class Walk {
 public:
  Walk(const std::vector<cv::Point>& contour, std::ptrdiff_t way)
      : contour_(contour), way_(way), inwards_((cv::contourArea(contour, true) > 0) == (way > 0) ? 1 : -1) {}

  [[nodiscard]] cv::Point pixel(std::ptrdiff_t i) const {
    const auto n = static_cast<std::ptrdiff_t>(contour_.size());
    return contour_[static_cast<std::size_t>(((i * way_) % n + n) % n)];
  }
  [[nodiscard]] Vec2 at(std::ptrdiff_t i) const {
    return {static_cast<double>(pixel(i).x), static_cast<double>(pixel(i).y)};
  }
  [[nodiscard]] std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(contour_.size()); }
  // Radians, inwards, from what lies behind to what lies ahead; 0 where the contour has no direction.
  [[nodiscard]] double turnAt(std::ptrdiff_t i) const {
    constexpr std::ptrdiff_t kAhead = 8;
    constexpr double kAlong = 0.7;
    const Vec2 behind = at(i) - at(i - kBefore);
    const Vec2 ahead = at(i + kAhead) - at(i);
    const bool has_direction = norm(behind) >= kAlong * static_cast<double>(kBefore);
    return has_direction ? inwards_ * std::atan2(cross(behind, ahead), dot(behind, ahead)) : 0;
  }

 private:
  const std::vector<cv::Point>& contour_;
  std::ptrdiff_t way_;
  double inwards_;  // the sign of a turn to the sheet's side
};

// Along a straight line, a pixel to either side counted.
WalkedEdge straightTo(const EdgeField& field, Vec2 from, Vec2 to) {
  const double length = norm(to - from);
  const Vec2 along = (to - from) / length;
  const Vec2 across{-along.y, along.x};
  const double normal = normalAngleOf(along);
  WalkedEdge edge;
  for (int step = 1; step <= static_cast<int>(length); ++step) {
    const Vec2 p = from + along * static_cast<double>(step);
    edge.points.push_back(p);
    edge.edge.push_back(std::max({field.edgeAt(p, normal, kAgreeAlong), field.edgeAt(p + across, normal, kAgreeAlong),
                                  field.edgeAt(p - across, normal, kAgreeAlong)}));
  }
  return edge;
}

// How much of an edge it is, for how long it is.
double worthOf(const WalkedEdge& edge) {
  constexpr double kWorth = 0.6;  // an edge less than this is worth nothing
  double worth = 0;
  for (const double e : edge.edge) {
    worth += e - kWorth;
  }
  return worth;
}

double meanOf(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) {
    sum += v;
  }
  return sum / static_cast<double>(values.size());
}

struct Corner {
  std::vector<cv::Point> piece;  // a polygon
  double worth = 0;
};

// Where a way around the contour leaves a side: the corner that it cuts off.
class CornerSearch {
 public:
  CornerSearch(const EdgeField& field, const cv::Mat& inner) : field_(field), inner_(inner) {}

  [[nodiscard]] std::optional<Corner> from(const Walk& walk, std::ptrdiff_t leaves) const {
    const Vec2 behind = walk.at(leaves) - walk.at(leaves - kBefore);
    const Vec2 along = behind / norm(behind);
    WalkedEdge side = straightOn(field_, walk.at(leaves), along);
    std::optional<Corner> best;
    while (side.points.size() >= kShortest && meanOf(side.edge) >= kEdge) {
      if (isOutside(side)) {
        const double worth = worthOf(side);
        for (std::ptrdiff_t meets = leaves + 4; meets < leaves + 2 * kLongest; meets += 2) {
          const std::optional<double> back = worthBack(walk, meets, side.points.back(), along);
          if (back && (!best || worth + *back > best->worth)) {
            best = Corner{pieceOf(walk, leaves, meets, side), worth + *back};
          }
        }
      }
      side.points.resize(side.points.size() - 2);
      side.edge.resize(side.points.size());
    }
    return best;
  }

 private:
  [[nodiscard]] bool isOutside(const WalkedEdge& edge) const {
    return std::count_if(edge.points.begin(), edge.points.end(),
                         [&](Vec2 p) { return sampleU8(inner_, p.x, p.y) > 127; }) <= kMostWithin;
  }

  // Of the edge from the corner back to the contour, if it is one, and so lies that it makes a corner.
  [[nodiscard]] std::optional<double> worthBack(const Walk& walk, std::ptrdiff_t meets, Vec2 corner, Vec2 along) const {
    constexpr double kCosOfCorner = 0.643;  // 50 to 130 degrees
    const Vec2 to = walk.at(meets);
    const double length = norm(to - corner);
    if (length < kShortest || length > kLongest || std::abs(dot(to - corner, along)) > kCosOfCorner * length) {
      return {};
    }
    const WalkedEdge back = straightTo(field_, corner, to);
    return isOutside(back) && meanOf(back.edge) >= kEdge ? std::optional(worthOf(back)) : std::nullopt;
  }

  static std::vector<cv::Point> pieceOf(const Walk& walk,
                                        std::ptrdiff_t leaves,
                                        std::ptrdiff_t meets,
                                        const WalkedEdge& side) {
    std::vector<cv::Point> piece;
    for (const Vec2& p : side.points) {
      piece.emplace_back(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)));
    }
    for (std::ptrdiff_t i = meets; i != leaves; --i) {
      piece.push_back(walk.pixel(i));
    }
    return piece;
  }

  const EdgeField& field_;
  const cv::Mat& inner_;  // what is surely of the sheet
};

// Best first.
std::vector<Corner> cornersOf(const EdgeField& field, const PageMask& sheet) {
  constexpr double kBend = 15 * std::numbers::pi / 180;
  constexpr int kSurely = 5;  // mask pixels
  cv::Mat inner;
  cv::erode(sheet.mask, inner, cv::getStructuringElement(cv::MORPH_RECT, {kSurely, kSurely}));
  const CornerSearch search(field, inner);
  std::vector<Corner> corners;
  for (const std::ptrdiff_t way : {1, -1}) {
    const Walk walk(sheet.contour, way);
    for (std::ptrdiff_t i = 0; i < walk.size(); i += 3) {
      if (walk.turnAt(i) < kBend) {
        continue;
      }
      if (std::optional<Corner> corner = search.from(walk, i)) {
        corners.push_back(std::move(*corner));
      }
    }
  }
  std::stable_sort(corners.begin(), corners.end(), [](const Corner& a, const Corner& b) { return a.worth > b.worth; });
  return corners;
}

}  // namespace

PageMask restoreCutCorners(const MaskScene& scene, const EdgeField& field, PageMask sheet) {
  constexpr double kLeast = 0.006, kMost = 0.1;  // of the sheet
  constexpr double kMoreOfQuad = 0.01;
  if (std::ssize(sheet.contour) < kBefore) {
    return sheet;
  }
  cv::Mat mask = sheet.mask.clone();
  const double area = cv::countNonZero(mask);
  bool any = false;
  for (const Corner& corner : cornersOf(field, sheet)) {
    cv::Mat piece = cv::Mat::zeros(mask.size(), CV_8UC1);
    cv::fillPoly(piece, std::vector<std::vector<cv::Point>>{corner.piece}, 255);
    piece.setTo(0, mask);
    const double more = cv::countNonZero(piece);
    if (more >= kLeast * area && more <= kMost * area) {
      mask |= piece;
      any = true;
    }
  }
  if (!any) {
    return sheet;
  }
  const PageMask whole = maskInside(scene, pathAlong(field, describeMask(scene, mask, 0).contour), 0);
  return whole.quality > sheet.quality && whole.iou > sheet.iou + kMoreOfQuad ? whole : sheet;
}

}  // namespace platen::detect
