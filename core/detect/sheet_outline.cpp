// Polar coordinates about the quadrilateral's middle, in which the quadrilateral itself is a straight line: angle, and
// log(radius / the quadrilateral's). On each angle's ray the path moves by a few steps; where it goes on as before
// nothing is paid but for places without an edge, for each change of direction something, for a corner no more than
// kCorner. Second-order dynamic programming, twice around, of which the middle turn is taken: its ends meet if there is
// a path at all.
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
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kRays = 360;
constexpr double kTurn = 2 * std::numbers::pi / kRays;
constexpr int kReach = 70;       // steps to either side of the quadrilateral
constexpr double kStep = 0.005;  // of log(radius)
constexpr int kMostMove = 4;     // steps from ray to ray
constexpr double kBend = 0.25;   // for each step by which the move changes ...
constexpr double kCorner = 1.0;  // ... and at most
constexpr double kFar = 0.15;    // at the end of the reach, growing quadratically
constexpr double kUnseen = 0.8;  // beyond the photo's border: less than a place without an edge
constexpr double kOnPrint = 5;
constexpr double kAgree = 24 * std::numbers::pi / 180;
constexpr std::size_t kPlaces = 2 * kReach + 1;
constexpr std::size_t kMoves = 2 * kMostMove + 1;

double edgeOfStrength(double strength) {
  return std::clamp((strength - 0.25) / 0.45, 0.0, 1.0);
}

// Of two directions mod pi: 1 where they agree, 0 where they don't.
double agreement(double a, double b) {
  const double off = a - b - std::numbers::pi * std::floor((a - b) / std::numbers::pi + 0.5);
  return std::clamp(1.5 - std::abs(off) / kAgree, 0.0, 1.0);
}

// What is paid at a place, but for the direction: of all rays, places outwards.
struct Place {
  float edge = 0;    // 0..1
  float normal = 0;  // radians
  bool is_shown = false, is_print = false;
};

// The rays from the middle of a quadrilateral.
class Rays {
 public:
  explicit Rays(const std::array<Vec2, 4>& quad) {
    for (const Vec2& corner : quad) {
      middle_ = middle_ + corner / 4;
    }
    double sum = 0;
    for (std::size_t a = 0; a < kRays; ++a) {
      const Vec2 d = direction(a);
      double nearest = std::numeric_limits<double>::infinity();
      for (std::size_t c = 0; c < 4; ++c) {
        const Vec2 from = quad[c] - middle_;
        const Vec2 along = quad[(c + 1) % 4] - quad[c];
        const double across = cross(d, along);
        const double r = std::abs(across) > 1e-9 ? cross(from, along) / across : -1;
        nearest = r > 0 ? std::min(nearest, r) : nearest;
      }
      radius_[a] = nearest;
      sum += nearest / kRays;
    }
    is_usable_ = std::isfinite(sum) && sum > 20;
    for (std::size_t a = 0; a < kRays; ++a) {
      slope_[a] = is_usable_ ? std::log(radius_[(a + 1) % kRays] / radius_[(a + kRays - 1) % kRays]) / (2 * kTurn) : 0;
      length_[a] = radius_[a] / std::max(sum, 1e-9);
    }
  }

  [[nodiscard]] bool isUsable() const { return is_usable_; }
  [[nodiscard]] Vec2 at(std::size_t ray, std::size_t place) const {
    const double off = (static_cast<double>(place) - kReach) * kStep;
    return middle_ + direction(ray) * (radius_[ray] * std::exp(off));
  }
  // d log(radius) / d angle of a path that moves by so many steps from ray to ray.
  [[nodiscard]] double slope(std::size_t ray, std::size_t move) const {
    return slope_[ray] + (static_cast<double>(move) - kMostMove) * kStep / kTurn;
  }
  [[nodiscard]] double normal(std::size_t ray, std::size_t move) const {
    return static_cast<double>(ray) * kTurn - std::atan(slope(ray, move));
  }
  // Of the path between two rays, relative to the mean of a circle.
  [[nodiscard]] double length(std::size_t ray, std::size_t move) const {
    return std::hypot(1.0, slope(ray, move)) * length_[ray];
  }

 private:
  static Vec2 direction(std::size_t ray) {
    const double angle = static_cast<double>(ray) * kTurn;
    return {std::cos(angle), std::sin(angle)};
  }

  Vec2 middle_;
  std::array<double, kRays> radius_{}, slope_{}, length_{};
  bool is_usable_ = false;
};

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

double strengthAt(const EdgeField& field, Vec2 p) {
  const int i = std::clamp(static_cast<int>(std::floor(p.x)), 0, field.size().width - 2);
  const int j = std::clamp(static_cast<int>(std::floor(p.y)), 0, field.size().height - 2);
  const double x = p.x - i;
  const double y = p.y - j;
  return (1 - y) * ((1 - x) * field.strength(i, j) + x * field.strength(i + 1, j)) +
         y * ((1 - x) * field.strength(i, j + 1) + x * field.strength(i + 1, j + 1));
}

using Ray = std::array<Place, kPlaces>;

std::vector<Ray> placesOf(const EdgeField& field, const Rays& rays, const cv::Mat& print) {
  std::vector<Ray> places(kRays);
  for (std::size_t a = 0; a < kRays; ++a) {
    for (std::size_t r = 0; r < kPlaces; ++r) {
      const Vec2 p = rays.at(a, r);
      Place& place = places[a][r];
      place.is_shown = field.holds(p);
      if (!place.is_shown) {
        continue;
      }
      const int i = static_cast<int>(std::lround(p.x));
      const int j = static_cast<int>(std::lround(p.y));
      place.edge = static_cast<float>(edgeOfStrength(strengthAt(field, p)));
      place.normal = static_cast<float>(field.normal(i, j));
      place.is_print = print.at<std::uint8_t>(j, i) != 0;
    }
  }
  return places;
}

// One point on each ray.
struct Path {
  std::vector<cv::Point2d> points;
  std::vector<double> edge;  // 0..1; 0 beyond the photo's border
  bool is_closed = false;    // no farther from the last ray to the first than from any to the next
};

// What a path pays for coming to each place by each move.
using Toll = std::array<std::array<float, kPlaces>, kMoves>;

std::vector<Toll> tollsOf(const std::vector<Ray>& places, const Rays& rays) {
  std::vector<Toll> tolls(kRays);
  for (std::size_t ray = 0; ray < kRays; ++ray) {
    for (std::size_t move = 0; move < kMoves; ++move) {
      const double length = rays.length(ray, move);
      const double normal = rays.normal(ray, move);
      for (std::size_t r = 0; r < kPlaces; ++r) {
        const Place& place = places[ray][r];
        const double off = (static_cast<double>(r) - kReach) / kReach;
        double here = kUnseen;
        if (place.is_print) {
          here = kOnPrint;
        } else if (place.is_shown) {
          here = 1 - (place.edge > 0 ? place.edge * agreement(place.normal, normal) : 0);
        }
        tolls[ray][move][r] = static_cast<float>((here + kFar * off * off) * length);
      }
    }
  }
  return tolls;
}

Path leastPath(const std::vector<Ray>& places, const Rays& rays) {
  constexpr float kClosed = 1e9F;
  const std::vector<Toll> tolls = tollsOf(places, rays);
  std::vector<std::array<std::array<std::uint8_t, kPlaces>, kMoves>> came(std::size_t{2} * kRays);
  Toll total{};
  for (std::size_t step = 0; step < came.size(); ++step) {
    Toll next{};
    for (std::size_t move = 0; move < kMoves; ++move) {
      // Of all ways to a place, the one that pays least for its change of direction.
      std::array<float, kPlaces> least{};
      std::array<std::uint8_t, kPlaces> way{};
      least.fill(kClosed);
      for (std::size_t before = 0; before < kMoves; ++before) {
        const double change = std::abs(static_cast<double>(before) - static_cast<double>(move));
        const auto bend = static_cast<float>(std::min(kBend * change, kCorner));
        for (std::size_t r = 0; r < kPlaces; ++r) {
          const float cost = total[before][r] + bend;
          const bool less = cost < least[r];
          least[r] = less ? cost : least[r];
          way[r] = less ? static_cast<std::uint8_t>(before) : way[r];
        }
      }
      const Toll& toll = tolls[step % kRays];
      for (std::size_t r = 0; r < kPlaces; ++r) {
        const auto from = static_cast<std::ptrdiff_t>(r) - static_cast<std::ptrdiff_t>(move) + kMostMove;
        const bool open = from >= 0 && from < static_cast<std::ptrdiff_t>(kPlaces);
        next[move][r] = open ? least[static_cast<std::size_t>(from)] + toll[move][r] : kClosed;
        came[step][move][r] = open ? way[static_cast<std::size_t>(from)] : 0;
      }
    }
    total = next;
  }
  std::size_t move = 0;
  std::size_t place = 0;
  for (std::size_t m = 0; m < kMoves; ++m) {
    for (std::size_t r = 0; r < kPlaces; ++r) {
      if (total[m][r] < total[move][place]) {
        move = m;
        place = r;
      }
    }
  }
  Path path{std::vector<cv::Point2d>(kRays), std::vector<double>(kRays)};
  std::size_t last = 0;
  for (std::size_t step = came.size(); step-- > kRays / 2;) {
    if (step < kRays / 2 + kRays) {  // away from either end of the two turns
      const std::size_t ray = step % kRays;
      const Vec2 p = rays.at(ray, place);
      const Place& at = places[ray][place];
      path.points[ray] = {p.x, p.y};
      path.edge[ray] = at.is_shown ? at.edge * agreement(at.normal, rays.normal(ray, move)) : 0;
    }
    if (step == kRays / 2 + kRays - 1) {
      last = place;
    } else if (step == kRays / 2) {
      path.is_closed = std::max(last, place) - std::min(last, place) <= kMostMove;
    }
    const std::size_t before = came[step][move][place];
    place =
        static_cast<std::size_t>(static_cast<std::ptrdiff_t>(place) - static_cast<std::ptrdiff_t>(move) + kMostMove);
    move = before;
  }
  return path;
}

struct EdgeShare {
  double edge = 0;   // of the contour inside the photo: the share that has an edge, a pixel to either side counted
  double shown = 0;  // of the contour: inside the photo
};

EdgeShare edgeAlong(const EdgeField& field, const std::vector<cv::Point>& contour) {
  constexpr std::ptrdiff_t kSmooth = 4;
  const auto n = static_cast<std::ptrdiff_t>(contour.size());
  double sum = 0;
  double count = 0;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const cv::Point span =
        contour[static_cast<std::size_t>((i + kSmooth) % n)] - contour[static_cast<std::size_t>((i + n - kSmooth) % n)];
    const double normal = std::atan2(span.x, -span.y);
    const Vec2 across{std::cos(normal), std::sin(normal)};
    const cv::Point at = contour[static_cast<std::size_t>(i)];
    const Vec2 p{static_cast<double>(at.x), static_cast<double>(at.y)};
    if (!field.holds(p + across) || !field.holds(p - across)) {
      continue;
    }
    double most = 0;
    for (const double off : {-1.0, 0.0, 1.0}) {
      const Vec2 q = p + across * off;
      const int x = static_cast<int>(std::lround(q.x));
      const int y = static_cast<int>(std::lround(q.y));
      most = std::max(most, edgeOfStrength(field.strength(x, y)) * agreement(field.normal(x, y), normal));
    }
    sum += most;
    ++count;
  }
  return {count > 0 ? sum / count : 0, count / static_cast<double>(std::max<std::ptrdiff_t>(1, n))};
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
RoughSide sideOf(const Path& path, const cv::Mat& contrast, SideKind kind, Vec2 from, Vec2 to) {
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
  for (std::size_t a = nearest(from); a != last; a = (a + 1) % kRays) {
    const std::size_t b = (a + 1) % kRays;
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

// The mask inside of a path, its sides by the edge that was followed.
PageMask maskInside(const MaskScene& scene, const Path& path, double text_angle) {
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
  const Rays rays(*page.quad);
  const bool is_full = printOn(page, scene.k, print) >= kFullPage;
  if (page.believable() == is_full || !rays.isUsable()) {
    return page;
  }
  const EdgeField field(scene.lab);
  const EdgeShare before = edgeAlong(field, page.contour);
  const bool has_contrast = page.isSheet() || page.isAccountedFor();
  const bool has_edges = has_contrast && before.edge > kNearlyAll;
  if (before.shown < kInPhoto || (has_edges && page.isSheet())) {
    return page;
  }
  const Path path = leastPath(placesOf(field, rays, hullOfPrint(scene, page, segments)), rays);
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

OutlineAround outlineAround(const MaskScene& scene, const EdgeField& field, const std::array<Vec2, 4>& quad) {
  const Rays rays(quad);
  if (!rays.isUsable()) {
    return {};
  }
  const Path path = leastPath(placesOf(field, rays, cv::Mat::zeros(scene.lab.size(), CV_8UC1)), rays);
  if (!path.is_closed) {
    return {};
  }
  OutlineAround around;
  around.page = maskInside(scene, path, 0);
  const EdgeShare share = edgeAlong(field, around.page.contour);
  around.edge = share.edge;
  around.shown = share.shown;
  return around;
}

PageMask sheetAroundMiddle(const MaskScene& scene,
                           const EdgeField& field,
                           int rounds,
                           const std::function<bool(const OutlineAround&)>& accept) {
  constexpr std::array<double, 2> kSizes{0.62, 0.8};  // of the photo
  constexpr double kWorthOfArea = 0.4;  // of the photo: half a sheet, up to a crease, has as good an edge as the whole
  PageMask best;
  double best_worth = 0;
  const Vec2 middle{0.5 * scene.lab.cols, 0.5 * scene.lab.rows};
  for (const double size : kSizes) {
    const Vec2 a = size * middle;
    const Vec2 b{a.x, -a.y};
    std::array<Vec2, 4> quad{middle - a, middle + b, middle + a, middle - b};
    double edge = 0;
    for (int round = 0; round < rounds; ++round) {
      OutlineAround around = outlineAround(scene, field, quad);
      if (around.page.empty() || !around.page.quad || around.edge <= edge) {
        break;
      }
      edge = around.edge;
      quad = *around.page.quad;
      const double area =
          static_cast<double>(cv::countNonZero(around.page.mask)) / static_cast<double>(scene.lab.total());
      const double worth = around.edge + kWorthOfArea * area;
      if (worth > best_worth && accept(around)) {
        best_worth = worth;
        best = std::move(around.page);
      }
    }
  }
  return best;
}

}  // namespace platen::detect
