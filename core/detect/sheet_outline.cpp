#include "core/detect/sheet_outline.h"

#include "core/detect/edge_field.h"
#include "core/detect/mask_contour.h"
#include "core/detect/print_outside.h"
#include "core/detect/raster.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

// Everything between the lines of text that lie on the page.
cv::Mat hullOfPrint(const MaskScene& scene, const PageMask& page, const std::vector<TextSegment>& segments) {
  cv::Mat drawn = cv::Mat::zeros(scene.lab.size(), CV_8UC1);
  std::vector<cv::Point> all;
  for (const TextSegment& segment : segments) {
    if (!isOn(page, segment, scene.k)) {
      continue;
    }
    for (const Vec2& p : segment.points) {
      const Vec2 q = indexFromWork(p, scene.k);
      all.emplace_back(static_cast<int>(std::lround(q.x)), static_cast<int>(std::lround(q.y)));
    }
  }
  if (all.size() >= 3) {
    std::vector<cv::Point> hull;
    cv::convexHull(all, hull);
    cv::fillConvexPoly(drawn, hull, 255);
  }
  return drawn;
}

// Where a mask's contour has contrast, not only an edge relative to its surroundings.
cv::Mat contrastOf(const PageMask& page) {
  cv::Mat contrast = cv::Mat::zeros(page.mask.size(), CV_8UC1);
  for (std::size_t i = 0; i < page.contour.size(); ++i) {
    contrast.at<std::uint8_t>(page.contour[i]) = page.valid[i] != 0 ? 255 : 0;
  }
  cv::dilate(contrast, contrast, cv::getStructuringElement(cv::MORPH_RECT, {3, 3}));
  return contrast;
}

// The path between the rays nearest to two corners, as a side: faint unless it has contrast all along.
RoughSide sideOf(const OutlinePath& path, const cv::Mat& contrast, SideKind kind, Vec2 from, Vec2 to) {
  constexpr double kAllAlong = 0.8;
  const auto nearest = [&](Vec2 corner) {
    const auto off = [&](const cv::Point2d& p) { return std::hypot(p.x - corner.x, p.y - corner.y); };
    return static_cast<std::size_t>(
        std::min_element(path.points.begin(), path.points.end(),
                         [&](const cv::Point2d& a, const cv::Point2d& b) { return off(a) < off(b); }) -
        path.points.begin());
  };
  RoughSide side;
  side.kind = kind;
  const std::size_t last = nearest(to);
  double valid = 0;
  double clear = 0;
  for (std::size_t a = nearest(from); a != last; a = (a + 1) % path.points.size()) {
    const std::size_t b = (a + 1) % path.points.size();
    const cv::Point2d span = path.points[b] - path.points[a];
    const int pieces = std::max(1, static_cast<int>(std::lround(std::hypot(span.x, span.y))));
    const std::uint8_t is_edge = path.edge[a] > 0.2 ? 1 : 0;
    for (int k = 0; k < pieces; ++k) {
      side.points.push_back(path.points[a] + span * (static_cast<double>(k) / pieces));
      side.valid.push_back(is_edge);
      valid += is_edge;
      clear += sampleU8(contrast, side.points.back().x, side.points.back().y) > 127 ? 1 : 0;
    }
  }
  side.valid_fraction = side.points.empty() ? 0 : valid / static_cast<double>(side.points.size());
  side.faint = clear < kAllAlong * static_cast<double>(side.points.size());
  if (kind == SideKind::bottom || kind == SideKind::left) {
    std::reverse(side.points.begin(), side.points.end());
    std::reverse(side.valid.begin(), side.valid.end());
  }
  return side;
}

// Clear print on the page, in h.
double printOn(const PageMask& page, double k, std::vector<TextSegment> print) {
  std::erase_if(print, [&](const TextSegment& segment) { return !isOn(page, segment, k); });
  return totalLength(print);
}

// How much of the four sides is seen, 0 to 4.
double sidesSeen(const PageMask& page) {
  double seen = 0;
  for (const RoughSide& side : page.sides) {
    seen += side.valid_fraction;
  }
  return seen;
}

// Inside of the page all the way round, as a printed frame is: a mask that leaks does so here or there.
bool isWithin(const PageMask& followed, const PageMask& page) {
  constexpr int kMargin = 4;  // mask pixels
  constexpr double kAllRound = 0.9;
  cv::Mat inner;
  cv::copyMakeBorder(page.mask, inner, 1, 1, 1, 1, cv::BORDER_CONSTANT, 0);
  cv::erode(inner, inner, cv::getStructuringElement(cv::MORPH_RECT, {2 * kMargin + 1, 2 * kMargin + 1}));
  const auto within = std::count_if(followed.contour.begin(), followed.contour.end(), [&](const cv::Point& p) {
    return inner.at<std::uint8_t>(p + cv::Point(1, 1)) != 0;
  });
  return static_cast<double>(within) > kAllRound * static_cast<double>(followed.contour.size());
}

// Something, and not cut off by the photo.
bool isOpen(const PageMask& page) {
  constexpr double kMostCutOff = 0.5;
  return !page.empty() && page.quad && page.frame_fraction < kMostCutOff;
}

}  // namespace

PageMask followOutline(const MaskScene& scene,
                       PageMask page,
                       const std::vector<TextSegment>& segments,
                       double text_angle) {
  constexpr double kEnough = 0.6;    // of the outline has an edge, ...
  constexpr double kAllOfIt = 0.97;  // all that is in the photo where the mask is not believed, ...
  constexpr double kMore = 0.06;     // ... and this much more than before,
  // or this, where it is as much of a quadrilateral and the mask has not contrast all along.
  constexpr double kAsSheet = 0.03;
  constexpr double kShown = 0.4;  // of the four sides: more of them is seen, nearly all with an edge as good as before
  constexpr double kNearlyAll = 0.9;
  constexpr double kAsGood = 0.01;
  constexpr double kInPhoto = 0.5;  // of the outline: else too little is left to compare
  constexpr double kLeastLeft = 0.85;
  constexpr double kMostGained = 1.4;
  if (!isOpen(page) || scene.lab.cols < 64 || scene.lab.rows < 64) {
    return page;
  }
  // A page full of text needs no faint sides, and those beside it are of pages below. But where nothing about the mask
  // has contrast, such text is all that says that there is a page.
  const std::vector<TextSegment> print = clearPrint(segments);
  const bool is_full = printOn(page, scene.k, print) >= kFullPage;
  if (page.believable() == is_full) {
    return page;
  }
  const EdgeField field(scene.lab);
  const EdgeShare before = edgeAlong(field, page.contour);
  const bool has_contrast = page.isSheet() || page.isAccountedFor();
  const bool has_edges = has_contrast && before.edge > kNearlyAll;
  if (before.shown < kInPhoto || (has_edges && page.isSheet())) {
    return page;
  }
  const OutlinePath path = leastPath(field, *page.quad, hullOfPrint(scene, page, segments));
  if (!path.is_closed) {
    return page;
  }
  PageMask followed = maskInside(scene, path, text_angle);
  if (followed.empty() || followed.sides.size() < page.sides.size() || isWithin(followed, page)) {
    return page;
  }
  // Of a tinted panel without contrast, nothing but print beside it says that it is no sheet.
  if (!page.believable() && printOn(followed, scene.k, print) < totalLength(print)) {
    return page;
  }
  const EdgeShare after = edgeAlong(field, followed.contour);
  const double area = static_cast<double>(cv::countNonZero(followed.mask)) / cv::countNonZero(page.mask);
  const double needed = has_contrast || followed.iou < page.iou ? kMore : kAsSheet;
  const bool more_edge = !has_edges && after.edge > before.edge + needed;
  const bool more_sides =
      sidesSeen(followed) > sidesSeen(page) + kShown && after.edge > std::max(kNearlyAll, before.edge - kAsGood);
  const bool better = after.shown > kInPhoto && after.edge > (page.believable() ? kEnough : kAllOfIt) &&
                      (more_edge || more_sides) && area > kLeastLeft && area < kMostGained &&
                      lossByPrintOutside(followed, scene.k, print) <= lossByPrintOutside(page, scene.k, print);
  return better ? followed : page;
}

PageMask maskInside(const MaskScene& scene, const OutlinePath& path, double text_angle) {
  std::vector<cv::Point> polygon;
  for (const cv::Point2d& p : path.points) {
    polygon.emplace_back(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)));
  }
  cv::Mat mask = cv::Mat::zeros(scene.lab.size(), CV_8UC1);
  cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{polygon}, 255);
  PageMask page = describeMask(scene, mask, text_angle);
  if (!page.quad) {
    return page;
  }
  const cv::Mat contrast = contrastOf(page);
  const std::array<Vec2, 4> c = *page.quad;
  return describeMask(
      scene, mask, text_angle,
      {sideOf(path, contrast, SideKind::top, c[0], c[1]), sideOf(path, contrast, SideKind::right, c[1], c[2]),
       sideOf(path, contrast, SideKind::bottom, c[2], c[3]), sideOf(path, contrast, SideKind::left, c[3], c[0])});
}

namespace {

// Empty where the path does not close.
OutlineAround outlineAround(const MaskScene& scene,
                            const EdgeField& field,
                            const std::array<Vec2, 4>& quad,
                            const cv::Mat& holds,
                            double text_angle) {
  const OutlinePath path = leastPath(field, quad, holds);
  if (!path.is_closed) {
    return {};
  }
  OutlineAround around;
  around.page = maskInside(scene, path, text_angle);
  const EdgeShare share = edgeAlong(field, around.page.contour);
  around.edge = share.edge;
  around.shown = share.shown;
  return around;
}

}  // namespace

PageMask sheetAroundMiddle(const MaskScene& scene,
                           const EdgeField& field,
                           const MiddleSearch& search,
                           const std::function<bool(const OutlineAround&)>& accept) {
  constexpr double kWorthOfArea = 0.4;  // of the photo: half a sheet, up to a crease, has as good an edge as the whole
  const cv::Mat holds = search.holds.empty() ? cv::Mat(cv::Mat::zeros(scene.lab.size(), CV_8UC1)) : search.holds;
  PageMask best;
  double best_worth = 0;
  const Vec2 middle{0.5 * scene.lab.cols, 0.5 * scene.lab.rows};
  for (const double size : search.sizes) {
    const Vec2 a = size * middle;
    const Vec2 b{a.x, -a.y};
    std::array<Vec2, 4> quad{middle - a, middle + b, middle + a, middle - b};
    double edge = 0;
    for (int round = 0; round < search.rounds; ++round) {
      OutlineAround around = outlineAround(scene, field, quad, holds, search.text_angle);
      if (around.page.empty() || !around.page.quad || around.edge <= edge) {
        break;
      }
      edge = around.edge;
      quad = *around.page.quad;
      const double area =
          static_cast<double>(cv::countNonZero(around.page.mask)) / static_cast<double>(scene.lab.total());
      const double worth = around.edge + around.page.quality + kWorthOfArea * area;
      if (worth > best_worth && accept(around)) {
        best_worth = worth;
        best = std::move(around.page);
      }
    }
  }
  return best;
}

}  // namespace platen::detect
