#include "core/detect/outline_path.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>

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

OutlinePath leastPath(const std::vector<Ray>& places, const Rays& rays) {
  constexpr float kClosed = 1e9F;
  const std::vector<Toll> tolls = tollsOf(places, rays);
  std::vector<std::array<std::array<std::uint8_t, kPlaces>, kMoves>> came(std::size_t{2} * kRays);
  Toll total{};
  for (std::size_t step = 0; step < came.size(); ++step) {
    Toll next{};
    for (std::size_t move = 0; move < kMoves; ++move) {
      // Of all ways to a place, the one that pays least for its change of direction.
      std::array<float, kPlaces> least{};
      std::array<std::int32_t, kPlaces> way{};
      least.fill(kClosed);
      for (std::size_t before = 0; before < kMoves; ++before) {
        const double change = std::abs(static_cast<double>(before) - static_cast<double>(move));
        const auto bend = static_cast<float>(std::min(kBend * change, kCorner));
        for (std::size_t r = 0; r < kPlaces; ++r) {
          const float cost = total[before][r] + bend;
          // By masks as wide as the costs: with branches, compilers take one place at a time, and eight times as long.
          const std::int32_t less = -static_cast<std::int32_t>(cost < least[r]);
          way[r] = (way[r] & ~less) | (static_cast<std::int32_t>(before) & less);
          least[r] = std::min(cost, least[r]);
        }
      }
      const Toll& toll = tolls[step % kRays];
      for (std::size_t r = 0; r < kPlaces; ++r) {
        const auto from = static_cast<std::ptrdiff_t>(r) - static_cast<std::ptrdiff_t>(move) + kMostMove;
        const bool open = from >= 0 && from < static_cast<std::ptrdiff_t>(kPlaces);
        next[move][r] = open ? least[static_cast<std::size_t>(from)] + toll[move][r] : kClosed;
        came[step][move][r] = open ? static_cast<std::uint8_t>(way[static_cast<std::size_t>(from)]) : 0;
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
  OutlinePath path{std::vector<cv::Point2d>(kRays), std::vector<double>(kRays)};
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

// Of one pixel of a contour, one to either side counted; none beyond the photo's border.
std::optional<double> edgeOn(const EdgeField& field, const std::vector<cv::Point>& contour, std::size_t i) {
  constexpr std::size_t kSmooth = 4;
  const std::size_t n = contour.size();
  const cv::Point span = contour[(i + kSmooth) % n] - contour[(i + n - kSmooth % n) % n];
  const double normal = std::atan2(span.x, -span.y);
  const Vec2 across{std::cos(normal), std::sin(normal)};
  const Vec2 p{static_cast<double>(contour[i].x), static_cast<double>(contour[i].y)};
  if (!field.holds(p + across) || !field.holds(p - across)) {
    return {};
  }
  double most = 0;
  for (const double off : {-1.0, 0.0, 1.0}) {
    const Vec2 q = p + across * off;
    const int x = static_cast<int>(std::lround(q.x));
    const int y = static_cast<int>(std::lround(q.y));
    most = std::max(most, edgeOfStrength(field.strength(x, y)) * agreement(field.normal(x, y), normal));
  }
  return most;
}

}  // namespace

OutlinePath leastPath(const EdgeField& field, const std::array<Vec2, 4>& quad, const cv::Mat& print) {
  const Rays rays(quad);
  return rays.isUsable() ? leastPath(placesOf(field, rays, print), rays) : OutlinePath{};
}

OutlinePath pathAlong(const EdgeField& field, const std::vector<cv::Point>& contour) {
  OutlinePath path;
  for (std::size_t i = 0; i < contour.size(); ++i) {
    path.points.emplace_back(contour[i]);
    path.edge.push_back(edgeOn(field, contour, i).value_or(0));
  }
  if (cv::contourArea(contour, true) < 0) {
    std::reverse(path.points.begin(), path.points.end());
    std::reverse(path.edge.begin(), path.edge.end());
  }
  path.is_closed = true;
  return path;
}

EdgeShare edgeAlong(const EdgeField& field, const std::vector<cv::Point>& contour) {
  double sum = 0;
  double count = 0;
  for (std::size_t i = 0; i < contour.size(); ++i) {
    const std::optional<double> edge = edgeOn(field, contour, i);
    sum += edge.value_or(0);
    count += edge ? 1 : 0;
  }
  return {count > 0 ? sum / count : 0, count / static_cast<double>(std::max<std::size_t>(1, contour.size()))};
}

}  // namespace platen::detect
