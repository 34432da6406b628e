// Of the strongest lines on the four sides of the text all quadrilaterals, judged by the share of each side that has an
// edge; then a path of most edge along each side (dynamic programming).
#include "core/detect/sheet_quad.h"

#include "core/detect/edge_field.h"
#include "core/detect/edge_lines.h"
#include "core/detect/mask_contour.h"
#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr std::size_t kLinesASide = 10;
constexpr double kLeastSupport = 0.35;  // of the poorest side
constexpr double kMeanSupport = 0.75;
constexpr double kLeastShown = 0.6;  // of each side inside the photo
constexpr double kLeastArea = 0.12;  // of the photo
constexpr int kReach = 10;           // pixels that a side may bend off its line

// A line that may be a side.
struct Candidate {
  EdgeLine line;
  LineSupport support;
};

class QuadSearch {
 public:
  // around: mask indices that lie within; none: the photo's middle. text_angle: about that of the upper side.
  QuadSearch(const EdgeField& field, const MaskScene& scene, const std::vector<Vec2>& around, double text_angle)
      : field_(field), middle_{0.5 * scene.lab.cols, 0.5 * scene.lab.rows}, text_angle_(text_angle) {
    for (const Vec2& p : around) {
      around_.push_back(p - middle_);
    }
    if (around_.empty()) {
      around_.push_back({});
    }
  }

  // Those whose sides have that much edge in the mean, the best first.
  [[nodiscard]] std::vector<SheetQuad> all(double mean_support) const {
    std::array<std::vector<Candidate>, 4> side;  // by SideKind
    for (const bool is_h : {true, false}) {
      for (const EdgeLine& line : strongestLines(field_, text_angle_ + (is_h ? std::numbers::pi / 2 : 0))) {
        const double after = shareAfter(line);
        if (after > 0.03 && after < 0.97) {
          continue;
        }
        const SideKind kind =
            is_h ? (after > 0.5 ? SideKind::top : SideKind::bottom) : (after > 0.5 ? SideKind::left : SideKind::right);
        std::vector<Candidate>& lines = side[static_cast<std::size_t>(kind)];
        if (lines.size() < kLinesASide) {
          lines.push_back({line, LineSupport(field_, line)});
        }
      }
    }
    std::vector<SheetQuad> quads;
    for (const Candidate& top : side[0]) {
      for (const Candidate& left : side[2]) {
        const std::optional<Vec2> top_left = crossing(top.line, left.line);
        for (const Candidate& right : side[3]) {
          const std::optional<Vec2> top_right = crossing(top.line, right.line);
          for (const Candidate& bottom : side[1]) {
            const std::optional<Vec2> bottom_right = crossing(bottom.line, right.line);
            const std::optional<Vec2> bottom_left = crossing(bottom.line, left.line);
            if (!top_left || !top_right || !bottom_right || !bottom_left) {
              continue;
            }
            const std::array<Vec2, 4> corner{*top_left, *top_right, *bottom_right, *bottom_left};
            const double score = scoreOf(corner, {&top, &right, &bottom, &left}, mean_support);
            if (score > 0) {
              quads.push_back({{corner[0] + middle_, corner[1] + middle_, corner[2] + middle_, corner[3] + middle_},
                               score,
                               beyondOf(corner, {&top, &right, &bottom, &left})});
            }
          }
        }
      }
    }
    std::stable_sort(quads.begin(), quads.end(),
                     [](const SheetQuad& a, const SheetQuad& b) { return a.score > b.score; });
    return quads;
  }

 private:
  // Of the points around, the share that lies on the normal's side.
  [[nodiscard]] double shareAfter(const EdgeLine& line) const {
    const auto after =
        std::count_if(around_.begin(), around_.end(), [&](Vec2 p) { return dot(p, line.normal) > line.offset; });
    return static_cast<double>(after) / static_cast<double>(around_.size());
  }

  // Mean and least share of the sides that has an edge, those out of the photo counted as without; 0: not a sheet.
  [[nodiscard]] double scoreOf(const std::array<Vec2, 4>& corner,
                               const std::array<const Candidate*, 4>& side,
                               double mean_support) const {
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
      const Vec2 along = side[k]->line.along;
      const LineSupport::Share share = side[k]->support.between(dot(corner[k], along), dot(corner[(k + 1) % 4], along));
      const double support = share.edge * std::min(1.0, share.shown);
      if (share.shown < kLeastShown || support < kLeastSupport) {
        return 0;
      }
      sum += support / 4;
      least = std::min(least, support);
    }
    return sum < mean_support ? 0 : sum + 0.3 * least + 0.1 * area;
  }

  // SheetQuad::beyond.
  [[nodiscard]] static double beyondOf(const std::array<Vec2, 4>& corner, const std::array<const Candidate*, 4>& side) {
    constexpr double kStretch = 0.15;  // of the side
    constexpr double kEnd = 4;         // pixels: a corner is not that sharp
    double sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec2 along = side[k]->line.along;
      const double a = dot(corner[k], along);
      const double b = dot(corner[(k + 1) % 4], along);
      const double sign = b > a ? 1 : -1;
      const double stretch = kStretch * std::abs(b - a);
      for (const auto& [end, out] : {std::pair{a, -sign}, std::pair{b, sign}}) {
        const LineSupport::Share share = side[k]->support.between(end + out * kEnd, end + out * (kEnd + stretch));
        sum += share.shown > 0.3 ? share.edge * std::min(1.0, share.shown) / 8 : 0;
      }
    }
    return sum;
  }

  const EdgeField& field_;
  Vec2 middle_;
  double text_angle_;
  std::vector<Vec2> around_;  // from the middle
};

// From corner to corner: the path of most edge near the straight line, at most one pixel across for one along.
RoughSide follow(const EdgeField& field, SideKind kind, Vec2 from, Vec2 to) {
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
      gain[r][c] = field.edgeAt(at(i, w), normal, 24);
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
    if (field.holds(p)) {
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

constexpr std::size_t kFewest = 6;  // lines, where something is said of their ends

// Places right beside the lines of text that lie on the sheet; none where there are only a few.
cv::Mat besideText(const cv::Mat& sheet, const std::vector<TextSegment>& segments, double h_px, double k) {
  constexpr double kBeside_h = 1.3;  // from the middle of a line
  cv::Mat beside = cv::Mat::zeros(sheet.size(), CV_8UC1);
  if (segments.size() < kFewest) {
    return beside;
  }
  const int width = std::max(1, static_cast<int>(std::lround(2 * kBeside_h * h_px)));
  for (const TextSegment& line : segments) {
    std::vector<cv::Point> path;
    for (const Vec2& p : line.points) {
      const Vec2 at = indexFromWork(p, k);
      path.emplace_back(static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y)));
    }
    const bool is_on_it = !path.empty() && cv::Rect({}, sheet.size()).contains(path[path.size() / 2]) &&
                          sheet.at<std::uint8_t>(path[path.size() / 2]) > 0;
    if (is_on_it) {
      cv::polylines(beside, path, false, 255, width);
    }
  }
  return beside;
}

double shareOf(const cv::Mat& places, const std::vector<cv::Point2d>& path) {
  const auto on = std::count_if(path.begin(), path.end(), [&](const cv::Point2d& p) {
    const cv::Point at(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)));
    return cv::Rect({}, places.size()).contains(at) && places.at<std::uint8_t>(at) > 0;
  });
  return static_cast<double>(on) / std::max(1.0, static_cast<double>(path.size()));
}

// Whether the first or the last line of text runs along its top or bottom: sheets have margins. Where print ends, what
// of it is left in the scene makes a step of light. Of 40 drawn sheets that are found so, 38 have less than a tenth.
bool endsWithText(const PageMask& sheet, const cv::Mat& beside_text) {
  constexpr double kMost = 0.25;
  return std::any_of(sheet.sides.begin(), sheet.sides.end(), [&](const RoughSide& side) {
    return (side.kind == SideKind::top || side.kind == SideKind::bottom) && shareOf(beside_text, side.points) > kMost;
  });
}

// Whether most lines of print begin on its left side, or end on its right one: sheets have margins, though not those of
// ruled paper, whose lines are told by other edges.
bool isEdgeOfText(const SheetQuad& quad, const std::vector<TextSegment>& segments, double k) {
  constexpr double kOnIt = 2;  // mask pixels
  constexpr double kMost = 0.6;
  if (segments.size() < kFewest) {
    return false;
  }
  const auto& [a, b, c, d] = quad.corner;
  const auto shareOn = [&](Vec2 from, Vec2 to, Vec2 TextSegment::*end) {
    const Vec2 along = (to - from) / std::max(1e-9, norm(to - from));
    const auto on = std::count_if(segments.begin(), segments.end(), [&](const TextSegment& line) {
      return std::abs(cross(along, indexFromWork(line.*end, k) - from)) < kOnIt;
    });
    return static_cast<double>(on) / static_cast<double>(segments.size());
  };
  return shareOn(a, d, &TextSegment::left_end) > kMost || shareOn(b, c, &TextSegment::right_end) > kMost;
}

}  // namespace

PageMask maskOfQuad(const MaskScene& scene, const EdgeField& field, const SheetQuad& quad, double text_angle) {
  const std::array<Vec2, 4>& c = quad.corner;
  const std::array<RoughSide, 4> side{
      follow(field, SideKind::top, c[0], c[1]), follow(field, SideKind::right, c[1], c[2]),
      follow(field, SideKind::bottom, c[3], c[2]), follow(field, SideKind::left, c[0], c[3])};
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

std::vector<SheetQuad> quadsAroundMiddle(const MaskScene& scene, const EdgeField& field, double mean_support) {
  return QuadSearch(field, scene, {}, 0).all(mean_support);
}

PageMask findSheetQuad(const MaskScene& scene,
                       const std::vector<TextSegment>& segments,
                       const std::vector<TextSegment>& staves,
                       double h,
                       double text_angle) {
  std::vector<TextSegment> all = segments;
  all.insert(all.end(), staves.begin(), staves.end());
  std::vector<Vec2> print;
  for (const TextSegment& line : all) {
    for (const Vec2& p : line.points) {
      print.push_back(indexFromWork(p, scene.k));
    }
  }
  const EdgeField field(scene.lab);
  const std::vector<SheetQuad> quads = QuadSearch(field, scene, print, text_angle).all(kMeanSupport);
  for (const SheetQuad& quad : quads) {
    if (isEdgeOfText(quad, all, scene.k)) {
      continue;
    }
    PageMask sheet = maskOfQuad(scene, field, quad, text_angle);
    if (sheet.empty() || !endsWithText(sheet, besideText(sheet.mask, segments, h * scene.k, scene.k))) {
      return sheet;
    }
  }
  return {};
}

}  // namespace platen::detect
