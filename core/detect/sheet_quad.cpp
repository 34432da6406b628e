// Lines by a Hough transform of the locally normalised gradient, every pixel voting for lines near its own direction;
// then all quadrilaterals of the strongest lines on the four sides of the text, judged by the share of each side that
// has an edge; then a path of most edge along each side (dynamic programming).
#include "core/detect/sheet_quad.h"

#include "core/detect/mask_contour.h"
#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr int kSpread = 32;    // degrees: sides are that near to along and across the text
constexpr double kAgree = 14;  // degrees between a pixel's gradient and the line's normal
constexpr int kFrame = 3;      // pixels at the photo's border without an edge
constexpr std::size_t kLinesASide = 10;
constexpr double kLeastSupport = 0.35;  // of the poorest side
constexpr double kMeanSupport = 0.75;
constexpr double kLeastShown = 0.6;  // of each side inside the photo
constexpr double kLeastArea = 0.12;  // of the photo
constexpr int kReach = 10;           // pixels that a side may bend off its line

// How much each pixel looks like an edge, 0..1 relative to its surroundings, and the gradient's direction mod pi.
struct EdgeField {
  cv::Mat strength, normal;  // f32
};

EdgeField edgeField(const cv::Mat& lab) {
  std::array<cv::Mat, 3> channel;
  cv::split(lab, channel.data());
  cv::Mat xx = cv::Mat::zeros(lab.size(), CV_32F);
  cv::Mat yy = xx.clone();
  cv::Mat xy = xx.clone();
  for (std::size_t c = 0; c < 3; ++c) {
    cv::Mat gx;
    cv::Mat gy;
    cv::Sobel(channel[c], gx, CV_32F, 1, 0, 3, 1.0 / 8);
    cv::Sobel(channel[c], gy, CV_32F, 0, 1, 3, 1.0 / 8);
    const double weight = c == 0 ? 1 : 2;
    xx += weight * gx.mul(gx);
    yy += weight * gy.mul(gy);
    xy += weight * gx.mul(gy);
  }
  cv::Mat gradient;
  cv::sqrt(xx + yy, gradient);
  cv::Mat around;
  cv::blur(gradient, around, {31, 31});
  EdgeField field{cv::Mat(lab.size(), CV_32F), cv::Mat(lab.size(), CV_32F)};
  for (int j = 0; j < lab.rows; ++j) {
    for (int i = 0; i < lab.cols; ++i) {
      const float g = gradient.at<float>(j, i);
      field.strength.at<float>(j, i) = g / (g + 0.6F * around.at<float>(j, i) + 0.6F);
      field.normal.at<float>(j, i) = 0.5F * std::atan2(2 * xy.at<float>(j, i), xx.at<float>(j, i) - yy.at<float>(j, i));
    }
  }
  return field;
}

// Between two directions mod pi, radians.
double apart(double a, double b) {
  return std::abs(std::remainder(a - b, std::numbers::pi));
}

// All points p with dot(p - middle, normal) = offset; support[reach + t] at p = middle + offset normal + t along.
struct EdgeLine {
  double angle = 0, offset = 0, votes = 0;
  Vec2 normal, along;
  int reach = 0;
  std::vector<double> support_sum, shown_sum;  // running sums
};

class QuadSearch {
 public:
  QuadSearch(const MaskScene& scene, const std::vector<TextSegment>& segments, double text_angle)
      : field_(edgeField(scene.lab)),
        size_(scene.lab.size()),
        middle_{0.5 * scene.lab.cols, 0.5 * scene.lab.rows},
        reach_(static_cast<int>(std::hypot(scene.lab.cols, scene.lab.rows) / 2) + 2),
        text_angle_(text_angle) {
    for (const TextSegment& segment : segments) {
      for (const Vec2& p : segment.points) {
        text_.push_back(indexFromWork(p, scene.k) - middle_);
      }
    }
    if (text_.empty()) {
      text_.push_back({});
    }
  }

  struct Quad {
    std::array<Vec2, 4> corner;  // clockwise from top left, mask indices
    double score = 0;
  };
  std::optional<Quad> best() {
    std::array<std::vector<EdgeLine>, 4> side;  // by SideKind
    for (const bool is_h : {true, false}) {
      for (EdgeLine& line : strongestLines(text_angle_ + (is_h ? std::numbers::pi / 2 : 0))) {
        const double after = shareAfter(line);
        if (after > 0.03 && after < 0.97) {
          continue;
        }
        const SideKind kind =
            is_h ? (after > 0.5 ? SideKind::top : SideKind::bottom) : (after > 0.5 ? SideKind::left : SideKind::right);
        std::vector<EdgeLine>& lines = side[static_cast<std::size_t>(kind)];
        if (lines.size() < kLinesASide) {
          measure(line);
          lines.push_back(std::move(line));
        }
      }
    }
    std::optional<Quad> best;
    for (const EdgeLine& top : side[0]) {
      for (const EdgeLine& left : side[2]) {
        const std::optional<Vec2> top_left = crossing(top, left);
        for (const EdgeLine& right : side[3]) {
          const std::optional<Vec2> top_right = crossing(top, right);
          for (const EdgeLine& bottom : side[1]) {
            const std::optional<Vec2> bottom_right = crossing(bottom, right);
            const std::optional<Vec2> bottom_left = crossing(bottom, left);
            if (!top_left || !top_right || !bottom_right || !bottom_left) {
              continue;
            }
            const std::array<Vec2, 4> corner{*top_left, *top_right, *bottom_right, *bottom_left};
            const double score = scoreOf(corner, {&top, &right, &bottom, &left});
            if (score > (best ? best->score : 0)) {
              best = Quad{{corner[0] + middle_, corner[1] + middle_, corner[2] + middle_, corner[3] + middle_}, score};
            }
          }
        }
      }
    }
    return best;
  }

  // From corner to corner: the path of most edge near the straight line, at most one pixel across for one along.
  [[nodiscard]] RoughSide follow(SideKind kind, Vec2 from, Vec2 to) const {
    RoughSide side;
    side.kind = kind;
    side.faint = true;
    const double length = norm(to - from);
    const int n = std::max(2, static_cast<int>(length));
    const Vec2 along = (to - from) / length;
    const Vec2 across{-along.y, along.x};
    const double normal = std::atan2(across.y, across.x);
    constexpr int kWidth = 2 * kReach + 1;
    std::vector<std::array<double, kWidth>> gain(static_cast<std::size_t>(n));
    std::vector<std::array<double, kWidth>> total(gain.size());
    std::vector<std::array<int, kWidth>> came(gain.size());
    const auto at = [&](int i, int w) { return from + along * (length * (i + 0.5) / n) + across * (w - kReach); };
    for (int i = 0; i < n; ++i) {
      const auto r = static_cast<std::size_t>(i);
      for (int w = 0; w < kWidth; ++w) {
        const auto c = static_cast<std::size_t>(w);
        const double off = (w - kReach) / static_cast<double>(kReach);
        gain[r][c] = edgeAt(at(i, w), normal, 24);
        double most = i == 0 ? 0 : -1e9;
        came[r][c] = w;
        for (int d = -1; i > 0 && d <= 1; ++d) {
          if (w + d >= 0 && w + d < kWidth) {
            const double before = total[r - 1][static_cast<std::size_t>(w + d)] - 0.35 * std::abs(d);
            if (before > most) {
              most = before;
              came[r][c] = w + d;
            }
          }
        }
        total[r][c] = most + gain[r][c] - 0.3 * off * off;
      }
    }
    const auto& last = total.back();
    int w = static_cast<int>(std::max_element(last.begin(), last.end()) - last.begin());
    for (int i = n - 1; i >= 0; --i) {
      const auto r = static_cast<std::size_t>(i);
      const Vec2 p = at(i, w);
      if (insideFrame(p)) {
        side.points.emplace_back(p.x, p.y);
        side.valid.push_back(gain[r][static_cast<std::size_t>(w)] > 0.25 ? 1 : 0);
      }
      w = came[r][static_cast<std::size_t>(w)];
    }
    std::reverse(side.points.begin(), side.points.end());
    std::reverse(side.valid.begin(), side.valid.end());
    double valid = 0;
    for (const std::uint8_t v : side.valid) {
      valid += v;
    }
    side.valid_fraction = side.points.empty() ? 0 : valid / static_cast<double>(side.points.size());
    return side;
  }

 private:
  [[nodiscard]] bool insideFrame(Vec2 p) const {
    return p.x >= kFrame && p.y >= kFrame && p.x <= size_.width - 1 - kFrame && p.y <= size_.height - 1 - kFrame;
  }

  // 0..1: an edge across `normal` at p (mask indices).
  [[nodiscard]] double edgeAt(Vec2 p, double normal, double agree_degrees) const {
    if (!insideFrame(p)) {
      return 0;
    }
    const int i = static_cast<int>(std::lround(p.x));
    const int j = static_cast<int>(std::lround(p.y));
    const double off = apart(field_.normal.at<float>(j, i), normal) / (agree_degrees * kDegree);
    return std::clamp((field_.strength.at<float>(j, i) - 0.2) / 0.3, 0.0, 1.0) * std::clamp(1.5 - off, 0.0, 1.0);
  }

  // Lines whose normal is within kSpread of `base`, the strongest first.
  [[nodiscard]] std::vector<EdgeLine> strongestLines(double base) const {
    cv::Mat votes = cv::Mat::zeros(2 * kSpread + 1, 2 * reach_ + 1, CV_32F);
    std::array<Vec2, 2 * kSpread + 1> normals;
    for (int a = -kSpread; a <= kSpread; ++a) {
      normals[static_cast<std::size_t>(a + kSpread)] = {std::cos(base + a * kDegree), std::sin(base + a * kDegree)};
    }
    const int agree = static_cast<int>(kAgree);
    for (int j = kFrame; j < size_.height - kFrame; ++j) {
      for (int i = kFrame; i < size_.width - kFrame; ++i) {
        const double s = field_.strength.at<float>(j, i);
        if (s <= 0.35) {
          continue;
        }
        const double own = std::remainder(field_.normal.at<float>(j, i) - base, std::numbers::pi) / kDegree;
        const Vec2 p = Vec2{static_cast<double>(i), static_cast<double>(j)} - middle_;
        const int from = std::max(-kSpread, static_cast<int>(std::lround(own)) - agree);
        const int to = std::min(kSpread, static_cast<int>(std::lround(own)) + agree);
        for (int a = from; a <= to; ++a) {
          const double weight = s * std::max(0.0, 1 - std::abs(a - own) / kAgree);
          const int offset = static_cast<int>(std::lround(dot(p, normals[static_cast<std::size_t>(a + kSpread)])));
          votes.at<float>(a + kSpread, std::clamp(offset + reach_, 0, 2 * reach_)) += static_cast<float>(weight);
        }
      }
    }
    cv::GaussianBlur(votes, votes, {}, 1);
    cv::Mat highest;
    cv::dilate(votes, highest, cv::getStructuringElement(cv::MORPH_RECT, {11, 7}));
    double most = 0;
    cv::minMaxLoc(votes, nullptr, &most);
    std::vector<EdgeLine> lines;
    for (int a = 0; a < votes.rows; ++a) {
      for (int d = 0; d < votes.cols; ++d) {
        const float v = votes.at<float>(a, d);
        if (v > 0.12 * most && v >= highest.at<float>(a, d)) {
          EdgeLine line;
          line.angle = base + (a - kSpread) * kDegree;
          line.normal = normals[static_cast<std::size_t>(a)];
          line.along = {-line.normal.y, line.normal.x};
          line.offset = d - reach_;
          line.votes = v;
          lines.push_back(std::move(line));
        }
      }
    }
    std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.votes > b.votes; });
    lines.resize(std::min<std::size_t>(lines.size(), 36));
    return lines;
  }

  // Of the text, the share that lies on the normal's side.
  [[nodiscard]] double shareAfter(const EdgeLine& line) const {
    const auto after =
        std::count_if(text_.begin(), text_.end(), [&](Vec2 p) { return dot(p, line.normal) > line.offset; });
    return static_cast<double>(after) / static_cast<double>(text_.size());
  }

  void measure(EdgeLine& line) const {
    line.reach = reach_;
    line.support_sum.assign(1, 0.0);
    line.shown_sum.assign(1, 0.0);
    for (int t = -reach_; t <= reach_; ++t) {
      const Vec2 p = middle_ + line.normal * line.offset + line.along * t;
      double edge = 0;
      for (int e = -2; e <= 2; ++e) {
        edge = std::max(edge, edgeAt(p + line.normal * e, line.angle, kAgree));
      }
      line.support_sum.push_back(line.support_sum.back() + edge);
      line.shown_sum.push_back(line.shown_sum.back() + (insideFrame(p) ? 1 : 0));
    }
  }

  static std::optional<Vec2> crossing(const EdgeLine& a, const EdgeLine& b) {
    const double det = cross(a.normal, b.normal);
    if (std::abs(det) < 0.3) {
      return std::nullopt;
    }
    return Vec2{(a.offset * b.normal.y - b.offset * a.normal.y) / det,
                (b.offset * a.normal.x - a.offset * b.normal.x) / det};
  }

  // Mean and least share of the sides that has an edge, those out of the photo counted as without; 0: not a sheet.
  [[nodiscard]] double scoreOf(const std::array<Vec2, 4>& corner, const std::array<const EdgeLine*, 4>& side) const {
    std::array<double, 4> length{};
    double area = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      if (std::abs(corner[k].x) > 1.15 * middle_.x || std::abs(corner[k].y) > 1.15 * middle_.y) {
        return 0;
      }
      length[k] = norm(corner[(k + 1) % 4] - corner[k]);
      area += 0.5 * cross(corner[k], corner[(k + 1) % 4]) / (4 * middle_.x * middle_.y);
    }
    const double aspect = (length[1] + length[3]) / std::max(1e-9, length[0] + length[2]);
    if (area < kLeastArea || aspect < 0.55 || aspect > 2.2) {
      return 0;
    }
    double sum = 0;
    double least = 1;
    for (std::size_t k = 0; k < 4; ++k) {
      const EdgeLine& line = *side[k];
      const double a = dot(corner[k], line.along);
      const double b = dot(corner[(k + 1) % 4], line.along);
      const auto place = [&](double t) {
        return static_cast<std::size_t>(std::clamp(static_cast<int>(std::lround(t)) + line.reach, 0, 2 * line.reach));
      };
      const std::size_t from = place(std::min(a, b));
      const std::size_t to = place(std::max(a, b));
      const double shown = line.shown_sum[to] - line.shown_sum[from];
      const double share = shown / std::max(1.0, std::abs(b - a));
      const double support =
          (line.support_sum[to] - line.support_sum[from]) / std::max(1.0, shown) * std::min(1.0, share);
      if (share < kLeastShown || support < kLeastSupport) {
        return 0;
      }
      sum += support / 4;
      least = std::min(least, support);
    }
    return sum < kMeanSupport ? 0 : sum + 0.3 * least + 0.1 * area;
  }

  EdgeField field_;
  cv::Size size_;
  Vec2 middle_;
  int reach_;
  double text_angle_;
  std::vector<Vec2> text_;  // from the middle
};

}  // namespace

PageMask findSheetQuad(const MaskScene& scene, const std::vector<TextSegment>& segments, double text_angle) {
  QuadSearch search(scene, segments, text_angle);
  const auto quad = search.best();
  if (!quad) {
    return {};
  }
  const std::array<Vec2, 4>& c = quad->corner;
  const std::array<RoughSide, 4> side{
      search.follow(SideKind::top, c[0], c[1]), search.follow(SideKind::right, c[1], c[2]),
      search.follow(SideKind::bottom, c[3], c[2]), search.follow(SideKind::left, c[0], c[3])};
  std::vector<cv::Point> outline;
  for (std::size_t k = 0; k < 4; ++k) {
    std::vector<cv::Point> path;
    for (const cv::Point2d& p : side[k].points) {
      path.emplace_back(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)));
    }
    if (side[k].kind == SideKind::bottom || side[k].kind == SideKind::left) {
      std::reverse(path.begin(), path.end());
    }
    outline.insert(outline.end(), path.begin(), path.end());
  }
  if (outline.size() < 16) {
    return {};
  }
  cv::Mat mask = cv::Mat::zeros(scene.lab.size(), CV_8UC1);
  cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{outline}, 255);
  return describeMask(scene, mask, text_angle, side);
}

}  // namespace platen::detect
