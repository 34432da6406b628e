#include "core/detect/rule_trace.h"

#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

// work_px
constexpr int kFlank = 3;              // from a line's middle to blank paper
constexpr int kReach = 2 * kFlank;     // of a profile, to each hand
constexpr int kHalfRun = 3;            // of the mean along the line
constexpr int kStep = 3;               // along
constexpr double kMostAcross = 1.65;   // in a step
constexpr double kEdgeOfPage_h = 0.7;  // there the paper's own edge is a line
constexpr double kGap_h = 1.8;
constexpr double kShortest_h = 12;
constexpr double kScan_h = 6;

// How much darker than the lighter hand: the share of its brightness, of 255.
constexpr double kLeastToBegin = 5;
constexpr double kLeastToGoOn = 3;
constexpr double kLeastShareToGoOn = 0.35;  // of what the line had so far
constexpr double kForgetting = 0.1;         // of that, at each step

constexpr std::size_t kTail = 4;         // steps whose direction is followed
constexpr std::size_t kBody = 10;        // and those before, to which it is compared
constexpr double kLeastCosOfKink = 0.9;  // 26 degrees
constexpr double kLeastCosOfTurn = 0.5;  // to either end, from the direction that it was begun in
constexpr double kLeastSeen = 0.75;
constexpr double kLeastChord = 0.85;  // of the length

constexpr std::size_t kMost = 400;           // lines
constexpr std::size_t kMostSteps = 250'000;  // of all lines; pages of noise would take many

// Against the darker hand.
double standsOut(double before, double here, double after) {
  constexpr double kDarkPaper = 20;
  return 255 * (std::min(before, after) - here) / std::max({before, after, kDarkPaper});
}

Vec2 normalOf(Vec2 along) {
  return {-along.y, along.x};
}

Polyline everyFew(const Polyline& line) {
  constexpr std::size_t kEvery = 4;
  Polyline few;
  for (std::size_t k = 0; k + 1 < line.size(); k += kEvery) {
    few.push_back(line[k]);
  }
  few.push_back(line.back());
  return few;
}

// The last of its first `count` steps are off those before by more than paper is creased.
bool turnsACorner(const Polyline& line, std::size_t count) {
  if (count <= kTail + kBody) {
    return false;
  }
  const Vec2 joint = line[count - 1 - kTail];
  const Vec2 run = line[count - 1] - joint;
  const Vec2 earlier = joint - line[count - 1 - kTail - kBody];
  return dot(run, earlier) < kLeastCosOfKink * norm(run) * norm(earlier);
}

// As seen from its middle: where it was begun, a corner may be too near to be told from the few steps before it.
void endAtCorners(Polyline& line) {
  for (int way = 0; way < 2; ++way) {
    std::reverse(line.begin(), line.end());
    for (std::size_t count = line.size() / 2; count <= line.size(); ++count) {
      if (turnsACorner(line, count)) {
        line.resize(count - kTail);
        break;
      }
    }
  }
}

// u8 masks of the work image, one for lines that run about the axis and one for those across it: they may cross.
class LineMasks {
 public:
  LineMasks(cv::Size size, Vec2 axis) : axis_(axis) {
    for (cv::Mat& mask : masks_) {
      mask = cv::Mat(size, CV_8U, cv::Scalar(0));
    }
  }
  void draw(const Polyline& line, int thickness) {
    std::vector<cv::Point> pixels;
    for (const Vec2& p : line) {
      pixels.push_back(pixelOf(p));
    }
    cv::polylines(masks_[across(line.back() - line.front())], pixels, false, 255, thickness);
  }
  [[nodiscard]] bool holds(Vec2 p, Vec2 along) const { return isSet(masks_[across(along)], p); }
  static bool isSet(const cv::Mat& mask, Vec2 p) {
    const cv::Point pixel = pixelOf(p);
    return pixel.inside({{0, 0}, mask.size()}) && mask.at<std::uint8_t>(pixel) > 0;
  }

 private:
  static cv::Point pixelOf(Vec2 p) {
    const Vec2 at = indexFromWork(p, 1);
    return {static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y))};
  }
  [[nodiscard]] std::size_t across(Vec2 along) const {
    return std::abs(dot(along, axis_)) < std::abs(cross(along, axis_)) ? 1 : 0;
  }
  Vec2 axis_;
  std::array<cv::Mat, 2> masks_;
};

class RuleTracer {
 public:
  // Keeps references.
  RuleTracer(const cv::Mat& grey,
             const cv::Mat& text,
             const cv::Mat& inside,
             double mask_k,
             double h,
             Vec2 axis,
             const std::stop_token& stop)
      : grey_(grey),
        text_(text),
        inside_(inside),
        mask_k_(mask_k),
        h_(h),
        stop_(stop),
        taken_(grey.size(), axis),
        tried_(grey.size(), axis) {}

  // No more lines are to be begun.
  [[nodiscard]] bool isDone() const { return rules_.size() >= kMost || steps_ >= kMostSteps || stop_.stop_requested(); }

  std::vector<PrintedRule> take() { return std::move(rules_); }

  // The line through `at`, which runs about `along` there, if there is one and it is new.
  void follow(Vec2 at, Vec2 along) {
    if (isDone() || !contains(at) || taken_.holds(at, along)) {
      return;
    }
    const Peak start = strongest(at, along, kFlank);
    const Vec2 from = at + normalOf(along) * start.off;
    if (start.strength < kLeastToBegin || tried_.holds(from, along)) {
      return;
    }
    Polyline line = walk(from, -1 * along, start.strength);
    const Polyline onward = walk(from, along, start.strength);
    std::reverse(line.begin(), line.end());
    line.push_back(from);
    line.insert(line.end(), onward.begin(), onward.end());
    endAtCorners(line);
    const double length = lengthOf(line);
    if (length < kShortest_h * h_ || kStep * static_cast<double>(line.size()) < kLeastSeen * length ||
        norm(line.back() - line.front()) < kLeastChord * length) {
      tried_.draw(line, 1);
      return;
    }
    taken_.draw(line, 2 * kFlank + 1);
    rules_.push_back({everyFew(line)});
  }

  // The new lines that cross the one through `at`, square to `along`, which they run about.
  void followAcross(Vec2 at, Vec2 along) {
    const Vec2 down = normalOf(along);
    const int far = static_cast<int>(std::ceil(0.5 * std::hypot(grey_.cols, grey_.rows)));
    const auto place = [&](int k) { return at + down * k; };
    std::vector<double> level(static_cast<std::size_t>(2 * far + 1), -1);
    for (int k = -far; k <= far; ++k) {
      if (contains(place(k))) {
        level[static_cast<std::size_t>(k + far)] = meanAlong(place(k), along);
      }
    }
    double before = 0, last = 0;
    for (int k = -far + kFlank; k <= far - kFlank; ++k) {
      const auto i = static_cast<std::size_t>(k + far);
      const double flanks = std::min(level[i - kFlank], level[i + kFlank]);
      const double now = flanks < 0 || level[i] < 0 ? 0 : standsOut(level[i - kFlank], level[i], level[i + kFlank]);
      if (last >= before && last > now && last > kLeastToBegin && !LineMasks::isSet(text_, place(k - 1))) {
        follow(place(k - 1), along);
      }
      before = last;
      last = now;
    }
  }

 private:
  struct Peak {
    double off = 0;  // work_px along the normal
    double strength = 0;
  };

  // On the page, and so far from the photo's border that a profile fits.
  [[nodiscard]] bool contains(Vec2 p) const {
    constexpr double kMargin = kReach + kHalfRun + 2;
    const bool is_in_photo =
        p.x >= kMargin && p.y >= kMargin && p.x < grey_.cols - kMargin && p.y < grey_.rows - kMargin;
    const Vec2 at = indexFromWork(p, mask_k_);
    return is_in_photo && (inside_.empty() || sampleU8(inside_, at.x, at.y) > 127);
  }

  // Bilinear; sampleU8 without its clamp, which costs half of the time: all four pixels are in the array.
  [[nodiscard]] float levelAt(Vec2 p) const {
    const Vec2 at = indexFromWork(p, 1);
    const int x = static_cast<int>(at.x), y = static_cast<int>(at.y);
    const float fx = static_cast<float>(at.x) - static_cast<float>(x);
    const float fy = static_cast<float>(at.y) - static_cast<float>(y);
    const std::uint8_t* above = grey_.ptr<std::uint8_t>(y) + x;
    const std::uint8_t* below = grey_.ptr<std::uint8_t>(y + 1) + x;
    const auto between = [fx](const std::uint8_t* pixel) {
      return static_cast<float>(pixel[0]) + fx * static_cast<float>(pixel[1] - pixel[0]);
    };
    return between(above) + fy * (between(below) - between(above));
  }

  [[nodiscard]] double meanAlong(Vec2 p, Vec2 along) const {
    float sum = 0;
    for (int t = -kHalfRun; t <= kHalfRun; ++t) {
      sum += levelAt(p + along * t);
    }
    return static_cast<double>(sum) / (2 * kHalfRun + 1);
  }

  // The line that stands out most within `window` of p, across.
  [[nodiscard]] Peak strongest(Vec2 p, Vec2 along, int window) const {
    std::array<double, 2 * kReach + 1> level{};
    const int far = window + kFlank;
    for (int k = -far; k <= far; ++k) {
      level[static_cast<std::size_t>(k + kReach)] = meanAlong(p + normalOf(along) * k, along);
    }
    Peak peak;
    std::size_t darkest = 0;
    for (int k = -window; k <= window; ++k) {
      const auto i = static_cast<std::size_t>(k + kReach);
      const double strength = standsOut(level[i - kFlank], level[i], level[i + kFlank]);
      if (strength > peak.strength) {
        peak = {static_cast<double>(k), strength};
        darkest = i;
      }
    }
    if (peak.strength > 0) {  // the vertex of the parabola through three levels
      const double before = level[darkest - 1], after = level[darkest + 1];
      const double bend = before + after - 2 * level[darkest];
      if (bend > 0) {
        peak.off += std::clamp(0.5 * (before - after) / bend, -0.5, 0.5);
      }
    }
    return peak;
  }

  // The points after `from`.
  Polyline walk(Vec2 from, Vec2 along, double strength) {
    constexpr int kWindow = 2;
    const Vec2 begun = along;
    Polyline line{from};
    Vec2 at = from;
    double missed = 0;
    while (missed <= kGap_h * h_) {
      at = at + along * kStep;
      ++steps_;
      if (!contains(at) || taken_.holds(at, along)) {
        break;
      }
      const Peak peak = strongest(at, along, kWindow);
      if (peak.strength < std::max(kLeastToGoOn, kLeastShareToGoOn * strength) || std::abs(peak.off) > kMostAcross) {
        missed += kStep;
        continue;
      }
      missed = 0;
      strength += kForgetting * (peak.strength - strength);
      at = at + normalOf(along) * peak.off;
      line.push_back(at);
      const Vec2 run = at - line[line.size() - 1 - std::min(kTail, line.size() - 1)];
      along = run / norm(run);
      if (dot(along, begun) < kLeastCosOfTurn) {  // nothing runs in circles
        break;
      }
    }
    line.erase(line.begin());
    return line;
  }

  const cv::Mat& grey_;
  const cv::Mat& text_;
  const cv::Mat& inside_;
  double mask_k_;
  double h_;
  const std::stop_token& stop_;
  LineMasks taken_;  // around the lines that were followed
  LineMasks tried_;  // along those that came to nothing
  std::vector<PrintedRule> rules_;
  std::size_t steps_ = 0;
};

// Of a chain of pieces the longest one.
std::array<Vec2, 2> longestPiece(const Polyline& chain) {
  std::array<Vec2, 2> longest{chain.front(), chain.front()};
  for (std::size_t k = 1; k < chain.size(); ++k) {
    if (norm(chain[k] - chain[k - 1]) > norm(longest[1] - longest[0])) {
      longest = {chain[k - 1], chain[k]};
    }
  }
  return longest;
}

}  // namespace

std::vector<PrintedRule> followRules(const cv::Mat& grey,
                                     const cv::Mat& text,
                                     const std::vector<PrintedRule>& pieces,
                                     double h,
                                     double text_angle,
                                     const cv::Mat& inside,
                                     double mask_k,
                                     const std::stop_token& stop) {
  const Vec2 along{std::cos(text_angle), std::sin(text_angle)};
  const cv::Mat off_the_edge = withoutRim(inside, kEdgeOfPage_h * h * mask_k);
  RuleTracer tracer(grey, text, off_the_edge, mask_k, h, along, stop);
  for (const PrintedRule& piece : pieces) {
    const auto [a, b] = longestPiece(piece.points);
    const double length = norm(b - a);
    if (length >= kStep) {
      tracer.follow((a + b) * 0.5, (b - a) / length);
    }
  }
  const Vec2 middle{grey.cols * 0.5, grey.rows * 0.5};
  const int scans = static_cast<int>(0.5 * std::hypot(grey.cols, grey.rows) / (kScan_h * h));
  for (const Vec2 run : {along, normalOf(along)}) {
    for (int k = -scans; k <= scans && !tracer.isDone(); ++k) {
      tracer.followAcross(middle + run * (k * kScan_h * h), run);
    }
  }
  return tracer.take();
}

}  // namespace platen::detect
