#include "core/detect/rule_trace.h"

#include "core/detect/raster.h"

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

// work_px
constexpr int kFlank = 3;              // from a line's middle to blank paper
constexpr int kReach = 2 * kFlank;     // of a profile, to each hand
constexpr int kHalfRun = 3;            // of the mean along the line
constexpr int kStep = 3;               // along
constexpr double kMostTurn = 1.65;     // across, in a step
constexpr double kEdgeOfPage_h = 0.7;  // there the paper's own edge is a line
constexpr double kGap_h = 1.8;
constexpr double kShortest_h = 12;
constexpr double kScan_h = 6;

// How much darker than the paper, of 255.
constexpr double kLeastToBegin = 5;
constexpr double kLeastToGoOn = 3;
constexpr double kLeastShareToGoOn = 0.35;  // of what the line had so far
constexpr double kForgetting = 0.1;         // of that, at each step

constexpr std::size_t kTail = 4;   // steps whose direction is followed
constexpr std::size_t kBody = 10;  // and those before, to which it is compared
constexpr double kMostKink = 0.9;  // cosine
constexpr double kLeastSeen = 0.75;
constexpr double kLeastChord = 0.85;  // of the length

// How much darker than the paper on both hands, of 255.
double standsOut(double before, double here, double after) {
  constexpr double kDarkPaper = 20;
  return 255 * (std::min(before, after) - here) / std::max({before, after, kDarkPaper});
}

Vec2 normalOf(Vec2 along) {
  return {-along.y, along.x};
}

double lengthOf(const Polyline& line) {
  double length = 0;
  for (std::size_t k = 1; k < line.size(); ++k) {
    length += norm(line[k] - line[k - 1]);
  }
  return length;
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

class RuleTracer {
 public:
  // Keeps references.
  RuleTracer(const cv::Mat& grey, const cv::Mat& text, const cv::Mat& inside, double mask_k, double h)
      : grey_(grey), text_(text), inside_(inside), mask_k_(mask_k), taken_(grey.size(), CV_8U, cv::Scalar(0)), h_(h) {}

  // The line through `at`, which runs about `along` there; nothing where there is none, or none that is new.
  std::optional<PrintedRule> follow(Vec2 at, Vec2 along) {
    if (!contains(at) || isTaken(at)) {
      return std::nullopt;
    }
    const Peak start = strongest(at, along, kFlank);
    if (start.strength < kLeastToBegin) {
      return std::nullopt;
    }
    const Vec2 from = at + normalOf(along) * start.off;
    Polyline line = walk(from, -1 * along, start.strength);
    const Polyline onward = walk(from, along, start.strength);
    std::reverse(line.begin(), line.end());
    line.push_back(from);
    line.insert(line.end(), onward.begin(), onward.end());
    const double length = lengthOf(line);
    if (length < kShortest_h * h_ || kStep * static_cast<double>(line.size()) < kLeastSeen * length ||
        norm(line.back() - line.front()) < kLeastChord * length) {
      return std::nullopt;
    }
    take(line);
    return PrintedRule{everyFew(line)};
  }

  // The new lines that cross the one through `at`, square to `along`, which they run about.
  void followAcross(Vec2 at, Vec2 along, std::vector<PrintedRule>& rules) {
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
      if (last >= before && last > now && last > kLeastToBegin && !isSet(text_, place(k - 1))) {
        if (std::optional<PrintedRule> rule = follow(place(k - 1), along)) {
          rules.push_back(std::move(*rule));
        }
      }
      before = last;
      last = now;
    }
  }

  [[nodiscard]] bool isTaken(Vec2 p) const { return isSet(taken_, p); }

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

  static bool isSet(const cv::Mat& mask, Vec2 p) {
    const Vec2 at = indexFromWork(p, 1);
    const cv::Point pixel(static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y)));
    return pixel.inside({{0, 0}, mask.size()}) && mask.at<std::uint8_t>(pixel) > 0;
  }

  // Of the four pixels around p, which are in the array.
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

  void take(const Polyline& line) {
    std::vector<cv::Point> pixels;
    for (const Vec2& p : line) {
      const Vec2 at = indexFromWork(p, 1);
      pixels.emplace_back(static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y)));
    }
    cv::polylines(taken_, pixels, false, 255, 2 * kFlank + 1);
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
  [[nodiscard]] Polyline walk(Vec2 from, Vec2 along, double strength) const {
    constexpr int kWindow = 2;
    constexpr double kMostTurned = 0.5;  // cosine, of all its way: nothing runs in circles
    const Vec2 begun = along;
    Polyline line{from};
    Vec2 at = from;
    double missed = 0;
    while (missed <= kGap_h * h_) {
      at = at + along * kStep;
      if (!contains(at) || isTaken(at)) {
        break;
      }
      const Peak peak = strongest(at, along, kWindow);
      if (peak.strength < std::max(kLeastToGoOn, kLeastShareToGoOn * strength) || std::abs(peak.off) > kMostTurn) {
        missed += kStep;
        continue;
      }
      missed = 0;
      strength += kForgetting * (peak.strength - strength);
      at = at + normalOf(along) * peak.off;
      line.push_back(at);
      const std::size_t tail = std::min(kTail, line.size() - 1);
      const Vec2 joint = line[line.size() - 1 - tail];
      const Vec2 run = at - joint;
      along = run / norm(run);
      if (dot(along, begun) < kMostTurned) {
        break;
      }
      if (line.size() > kTail + kBody) {
        const Vec2 earlier = joint - line[line.size() - 1 - kTail - kBody];
        if (dot(along, earlier) < kMostKink * norm(earlier)) {
          line.resize(line.size() - kTail);
          break;
        }
      }
    }
    line.erase(line.begin());
    return line;
  }

  const cv::Mat& grey_;
  const cv::Mat& text_;
  const cv::Mat& inside_;
  double mask_k_;
  cv::Mat taken_;  // u8, around the lines that were followed
  double h_;
};

}  // namespace

std::vector<PrintedRule> followRules(const cv::Mat& grey,
                                     const cv::Mat& text,
                                     std::vector<PrintedRule>& pieces,
                                     double h,
                                     double text_angle,
                                     const cv::Mat& inside,
                                     double mask_k) {
  cv::Mat eroded;
  if (!inside.empty()) {
    const int r = std::max(1, static_cast<int>(std::lround(kEdgeOfPage_h * h * mask_k)));
    cv::erode(inside, eroded, cv::getStructuringElement(cv::MORPH_RECT, {2 * r + 1, 2 * r + 1}));
  }
  RuleTracer tracer(grey, text, eroded, mask_k, h);
  std::vector<PrintedRule> rules;
  for (const PrintedRule& piece : pieces) {
    const Vec2 a = piece.points.front(), b = piece.points.back();
    const double length = norm(b - a);
    if (length < kStep) {
      continue;
    }
    if (std::optional<PrintedRule> rule = tracer.follow((a + b) * 0.5, (b - a) / length)) {
      rules.push_back(std::move(*rule));
    }
  }
  const Vec2 along{std::cos(text_angle), std::sin(text_angle)};
  const Vec2 middle{grey.cols * 0.5, grey.rows * 0.5};
  const int scans = static_cast<int>(0.5 * std::hypot(grey.cols, grey.rows) / (kScan_h * h));
  for (const Vec2 run : {along, normalOf(along)}) {
    for (int k = -scans; k <= scans; ++k) {
      tracer.followAcross(middle + run * (k * kScan_h * h), run, rules);
    }
  }
  for (PrintedRule& piece : pieces) {
    piece.is_followed =
        std::all_of(piece.points.begin(), piece.points.end(), [&](Vec2 p) { return tracer.isTaken(p); });
  }
  return rules;
}

}  // namespace platen::detect
