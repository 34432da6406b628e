// Directions are unit vectors throughout: whether two of them agree is their product, and no angle is ever taken but of
// the few regions that are looked at twice. Pixels are ordered by counting, not by comparing.
#include "core/detect/line_segments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numbers>
#include <optional>
#include <vector>

namespace platen::detect {
namespace {

constexpr double kNoise = 2;  // how far off quantisation may put a gradient
constexpr double kTolerance = 22.5 * std::numbers::pi / 180;
constexpr double kLeastDensity = 0.7;  // of a rectangle: the share that belongs to the region
constexpr double kShrink = 0.75;       // of a region's radius, until it is dense
constexpr int kBins = 1024;

struct Pixel {
  int x = 0, y = 0;
};

struct Rectangle {
  Vec2 a, b;         // ends of its axis
  double width = 1;  // across
  [[nodiscard]] double area() const { return norm(b - a) * width; }
};

class Detector {
 public:
  explicit Detector(const cv::Mat& image);
  std::vector<LineSegment> run();

 private:
  enum State : std::uint8_t { flat, open, taken };

  [[nodiscard]] std::vector<int> strongestFirst() const;
  // All open pixels that hang together with the seed and whose directions are within the tolerance of the region's.
  void grow(Pixel seed, double tolerance);
  void letGo();
  [[nodiscard]] Rectangle rectangle(double tolerance) const;
  // A region that is no straight edge as it stands, narrowed until it is; nothing where that leaves none.
  [[nodiscard]] std::optional<Rectangle> densified(const Rectangle& around);
  [[nodiscard]] bool isDense(const Rectangle& r) const {
    return static_cast<double>(region_.size()) >= kLeastDensity * r.area();
  }
  [[nodiscard]] double ownTolerance(double reach) const;
  [[nodiscard]] std::size_t at(Pixel p) const {
    return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(cols_) + static_cast<std::size_t>(p.x);
  }
  [[nodiscard]] Vec2 directionAt(Pixel p) const {
    const std::size_t k = at(p);
    return {static_cast<double>(along_x_[k]), static_cast<double>(along_y_[k])};
  }

  int cols_ = 0, rows_ = 0;
  std::vector<std::uint8_t> state_;
  // Of pixels that are not flat: the direction along the edge, a unit vector, and how steep it is.
  std::unique_ptr<float[]> along_x_, along_y_, steep_;
  float steepest_ = 0;
  std::vector<Pixel> region_;
  Vec2 region_sum_;  // of its pixels' directions
};

// Of the middle of every four pixels.
Detector::Detector(const cv::Mat& image) {
  cols_ = image.cols;
  rows_ = image.rows;
  const std::size_t n = static_cast<std::size_t>(cols_) * static_cast<std::size_t>(rows_);
  state_.assign(n, State::flat);
  // Written where the state says so: most of a page is flat.
  along_x_.reset(new float[n]);
  along_y_.reset(new float[n]);
  steep_.reset(new float[n]);
  const double least = kNoise / std::sin(kTolerance);
  const int least_square = static_cast<int>(4 * least * least);  // gradients are halves
  std::vector<int> square(static_cast<std::size_t>(cols_));
  for (int y = 0; y + 1 < rows_; ++y) {
    const std::uint8_t* up = image.ptr<std::uint8_t>(y);
    const std::uint8_t* down = image.ptr<std::uint8_t>(y + 1);
    for (int x = 0; x + 1 < cols_; ++x) {
      const int a = down[x + 1] - up[x];
      const int b = up[x + 1] - down[x];
      square[static_cast<std::size_t>(x)] = 2 * (a * a + b * b);  // (a + b)^2 + (a - b)^2
    }
    for (int x = 0; x + 1 < cols_; ++x) {
      if (square[static_cast<std::size_t>(x)] <= least_square) {
        continue;
      }
      const int a = down[x + 1] - up[x];
      const int b = up[x + 1] - down[x];
      const std::size_t k = at({x, y});
      const float twice = std::sqrt(static_cast<float>(square[static_cast<std::size_t>(x)]));
      state_[k] = State::open;
      along_x_[k] = static_cast<float>(b - a) / twice;
      along_y_[k] = static_cast<float>(a + b) / twice;
      steep_[k] = twice / 2;
      steepest_ = std::max(steepest_, steep_[k]);
    }
  }
}

std::vector<int> Detector::strongestFirst() const {
  const float per_bin = steepest_ > 0 ? static_cast<float>(kBins - 1) / steepest_ : 0;
  const auto binOf = [&](std::size_t k) { return static_cast<std::size_t>(steep_[k] * per_bin); };
  std::array<int, kBins + 1> begin{};
  for (std::size_t k = 0; k < state_.size(); ++k) {
    if (state_[k] != State::flat) {
      ++begin[kBins - 1 - binOf(k)];
    }
  }
  int count = 0;
  for (int& bin : begin) {
    const int own = bin;
    bin = count;
    count += own;
  }
  std::vector<int> order(static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < state_.size(); ++k) {
    if (state_[k] != State::flat) {
      order[static_cast<std::size_t>(begin[kBins - 1 - binOf(k)]++)] = static_cast<int>(k);
    }
  }
  return order;
}

void Detector::grow(Pixel seed, double tolerance) {
  const double least = std::cos(tolerance);
  region_.assign(1, seed);
  region_sum_ = directionAt(seed);
  state_[at(seed)] = State::taken;
  double agreed = least;  // least cosine times the length of the sum
  for (std::size_t k = 0; k < region_.size(); ++k) {
    const Pixel p = region_[k];
    for (int y = std::max(p.y - 1, 0); y <= std::min(p.y + 1, rows_ - 1); ++y) {
      for (int x = std::max(p.x - 1, 0); x <= std::min(p.x + 1, cols_ - 1); ++x) {
        const Pixel q{x, y};
        if (state_[at(q)] != State::open) {
          continue;
        }
        const Vec2 direction = directionAt(q);
        if (dot(direction, region_sum_) < agreed) {
          continue;
        }
        state_[at(q)] = State::taken;
        region_.push_back(q);
        region_sum_ = region_sum_ + direction;
        agreed = least * std::sqrt(dot(region_sum_, region_sum_));
      }
    }
  }
}

void Detector::letGo() {
  for (const Pixel& p : region_) {
    state_[at(p)] = State::open;
  }
}

// Along the region's axis of least inertia, the pixels weighed by their steepness.
Rectangle Detector::rectangle(double tolerance) const {
  Vec2 middle;
  double mass = 0;
  for (const Pixel& p : region_) {
    const auto w = static_cast<double>(steep_[at(p)]);
    middle = middle + w * Vec2{static_cast<double>(p.x), static_cast<double>(p.y)};
    mass += w;
  }
  middle = middle / mass;
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (const Pixel& p : region_) {
    const auto w = static_cast<double>(steep_[at(p)]);
    const Vec2 d{p.x - middle.x, p.y - middle.y};
    xx += w * d.y * d.y;
    yy += w * d.x * d.x;
    xy -= w * d.x * d.y;
  }
  const double least = 0.5 * (xx + yy - std::hypot(xx - yy, 2 * xy));
  Vec2 axis = xx > yy ? Vec2{xy, least - xx} : Vec2{least - yy, xy};
  const Vec2 mean = region_sum_ / std::max(norm(region_sum_), 1e-12);
  axis = norm(axis) > 0 ? axis / norm(axis) : mean;
  if (dot(axis, mean) < std::cos(tolerance)) {
    axis = axis * -1.0;
  }
  double from = 0;
  double to = 0;
  double left = 0;
  double right = 0;
  for (const Pixel& p : region_) {
    const Vec2 d{p.x - middle.x, p.y - middle.y};
    const double along = dot(d, axis);
    const double across = cross(axis, d);
    from = std::min(from, along);
    to = std::max(to, along);
    left = std::min(left, across);
    right = std::max(right, across);
  }
  return {middle + from * axis, middle + to * axis, std::max(right - left, 1.0)};
}

// Twice the deviation of the directions near the seed from its own.
double Detector::ownTolerance(double reach) const {
  const Pixel seed = region_.front();
  const Vec2 own = directionAt(seed);
  double sum = 0;
  double squares = 0;
  int count = 0;
  for (const Pixel& p : region_) {
    if (std::hypot(p.x - seed.x, p.y - seed.y) < reach) {
      const Vec2 direction = directionAt(p);
      const double turn = std::atan2(cross(own, direction), dot(own, direction));
      sum += turn;
      squares += turn * turn;
      ++count;
    }
  }
  const double mean = sum / count;
  return 2 * std::sqrt(std::max(0.0, squares / count - mean * mean));
}

std::optional<Rectangle> Detector::densified(const Rectangle& around) {
  if (isDense(around)) {
    return around;
  }
  const Pixel seed = region_.front();
  const double tolerance = ownTolerance(around.width);
  letGo();
  grow(seed, tolerance);
  if (region_.size() < 2) {
    return std::nullopt;
  }
  Rectangle r = rectangle(tolerance);
  const Vec2 centre{static_cast<double>(seed.x), static_cast<double>(seed.y)};
  double radius = std::max(norm(r.a - centre), norm(r.b - centre));
  while (!isDense(r)) {
    radius *= kShrink;
    std::size_t kept = 0;
    for (const Pixel& p : region_) {
      if (std::hypot(p.x - centre.x, p.y - centre.y) > radius) {
        state_[at(p)] = State::open;
      } else {
        region_[kept++] = p;
      }
    }
    region_.resize(kept);
    if (kept < 2) {
      return std::nullopt;
    }
    r = rectangle(tolerance);
  }
  return r;
}

std::vector<LineSegment> Detector::run() {
  // A region so small comes about by chance.
  const double tests = 2.5 * (std::log10(cols_) + std::log10(rows_)) + std::log10(11.0);
  const auto least = static_cast<std::size_t>(tests / -std::log10(kTolerance / std::numbers::pi));
  std::vector<LineSegment> found;
  for (const int k : strongestFirst()) {
    if (state_[static_cast<std::size_t>(k)] != State::open) {
      continue;
    }
    grow({k % cols_, k / cols_}, kTolerance);
    if (region_.size() < least) {
      continue;
    }
    if (const std::optional<Rectangle> r = densified(rectangle(kTolerance))) {
      // Gradients are those of pixel corners.
      const Vec2 half{0.5, 0.5};
      found.push_back({r->a + half, r->b + half});
    }
  }
  return found;
}

}  // namespace

std::vector<LineSegment> lineSegments(const cv::Mat& grey) {
  return grey.cols < 4 || grey.rows < 4 ? std::vector<LineSegment>{} : Detector(grey).run();
}

}  // namespace platen::detect
