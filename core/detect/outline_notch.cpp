#include "core/detect/outline_notch.h"

#include "core/detect/raster.h"
#include "core/detect/robust_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
// Of an edge, on either side of a kink, in h: nearer the mask is round, farther the page is bent.
constexpr double kNear_h = 0.8;
constexpr double kFar_h = 6;
constexpr double kFromEnd_h = 8;     // nearer to an edge's end it is a corner
constexpr double kApart_h = 4;       // of two kinks
constexpr double kSide_h = 10;       // as far beside a kink the edge bends back
constexpr double kFarOff_h = 2;      // from where an edge is looked at to its kink
constexpr double kGap_h = 0.6;       // where both pieces of the edge meet
constexpr double kLeastKink = 2.5;   // degrees
constexpr double kLeastNotch = 9;    // degrees, of the sharper end
constexpr double kSharper = 1.6;     // than any other of its edge: a crumpled sheet has several
constexpr double kLeastOther = 2.5;  // degrees, of the other end
constexpr double kMostLean = 15;     // degrees, from the page's sides
constexpr double kLeanCost = 0.4;    // degrees of a kink for one of lean
constexpr int kLeans = 6;            // to either side, 2 degrees apart

struct Notch {
  Vec2 at;             // work_px, on the edge
  double inwards = 0;  // degrees; < 0: away from the page's middle
};

Polyline edgeOf(const RoughSide& side, double mask_scale) {
  Polyline points;
  for (std::size_t i = 0; i < side.points.size(); ++i) {
    if (side.valid[i] != 0) {
      points.push_back(workFromIndex({side.points[i].x, side.points[i].y}, mask_scale));
    }
  }
  return points;
}

// Where the edge left of x meets that right of it; nothing where either is not in view, or they do not meet.
std::optional<Notch> kinkAt(double x, const Polyline& edge, SideKind kind, double mask_scale, double h) {
  std::array<std::vector<double>, 2> along;
  std::array<std::vector<double>, 2> across;
  for (const Vec2& p : edge) {
    const double off = p.x - x;
    if (std::abs(off) > kNear_h * h && std::abs(off) < kFar_h * h) {
      along[off > 0 ? 1 : 0].push_back(off);
      across[off > 0 ? 1 : 0].push_back(p.y);
    }
  }
  constexpr double kSeen = 0.6;
  const double least = std::max(3.0, kSeen * (kFar_h - kNear_h) * h * mask_scale);
  if (static_cast<double>(std::min(along[0].size(), along[1].size())) < least) {
    return std::nullopt;
  }
  const RobustCurve left = RobustCurve::polynomial(along[0], across[0], 1, 0.5);
  const RobustCurve right = RobustCurve::polynomial(along[1], across[1], 1, 0.5);
  const double reach = kNear_h * h;
  const auto angle = [&](const RobustCurve& line) { return std::atan((line(reach) - line(0)) / reach) / kDegree; };
  const double turn = angle(right) - angle(left);
  if (std::abs(turn) < kLeastKink || std::abs(left(0) - right(0)) > kGap_h * h) {
    return std::nullopt;
  }
  // Where both lines cross.
  const double slopes = (right(reach) - right(0) - left(reach) + left(0)) / reach;
  const double off = std::clamp((left(0) - right(0)) / slopes, -kFarOff_h * h, kFarOff_h * h);
  return Notch{{x + off, (left(off) + right(off)) / 2}, kind == SideKind::top ? -turn : turn};
}

// Of one edge, the sharpest first.
std::vector<Notch> notchesOf(const PageMask& page, SideKind kind, double mask_scale, double h) {
  std::vector<Notch> apart;
  const auto side =
      std::find_if(page.sides.begin(), page.sides.end(), [&](const RoughSide& s) { return s.kind == kind; });
  if (side == page.sides.end() || side->points.empty()) {
    return apart;
  }
  const Polyline edge = edgeOf(*side, mask_scale);
  const double first = side->points.front().x / mask_scale + kFromEnd_h * h;
  const double last = side->points.back().x / mask_scale - kFromEnd_h * h;
  const double step = 0.5 * h;
  std::vector<Notch> notches;
  const int steps = static_cast<int>(std::max(0.0, (last - first) / step));
  for (int k = 0; k < steps; ++k) {
    if (const std::optional<Notch> notch = kinkAt(first + k * step, edge, kind, mask_scale, h)) {
      notches.push_back(*notch);
    }
  }
  std::stable_sort(notches.begin(), notches.end(),
                   [](const Notch& a, const Notch& b) { return std::abs(a.inwards) > std::abs(b.inwards); });
  for (const Notch& notch : notches) {
    const auto near = [&](const Notch& other) { return std::abs(other.at.x - notch.at.x) < kApart_h * h; };
    if (std::none_of(apart.begin(), apart.end(), near)) {
      apart.push_back(notch);
    }
  }
  return apart;
}

// The one that may be a gutter's end.
const Notch* soleNotch(const std::vector<Notch>& notches) {
  if (notches.empty() || notches.front().inwards < kLeastNotch) {
    return nullptr;
  }
  const Notch& notch = notches.front();
  const bool is_rivalled = std::any_of(notches.begin() + 1, notches.end(), [&](const Notch& other) {
    return kSharper * std::abs(other.inwards) > notch.inwards;
  });
  return is_rivalled ? nullptr : &notch;
}

// Whether a kink is but the edge bending back beside a sharper one.
bool bendsBack(const Notch& notch, const std::vector<Notch>& all, double h) {
  return std::any_of(all.begin(), all.end(), [&](const Notch& sharper) {
    return std::abs(sharper.inwards) > std::abs(notch.inwards) && sharper.inwards * notch.inwards < 0 &&
           std::abs(sharper.at.x - notch.at.x) < kSide_h * h;
  });
}

class LineSearch {
 public:
  LineSearch(const PageMask& page,
             double mask_scale,
             double h,
             const cv::Mat& light,
             const std::function<bool(const NotchedLine&)>& allowed)
      : rows_(rowsWithin(page, mask_scale)), h_(h), light_(light), allowed_(allowed) {
    const Vec2 down = page.quad ? (*page.quad)[3] - (*page.quad)[0] + (*page.quad)[2] - (*page.quad)[1] : Vec2{0, 1};
    upright_ = std::atan2(down.x, down.y);
  }

  // To one of the other edge's, or, where it has none, where it is darkest.
  [[nodiscard]] std::optional<NotchedLine> lineAt(const Notch& notch, const std::vector<Notch>& others) const {
    std::optional<NotchedLine> best;
    double best_score = 0;
    bool is_alone = true;
    for (const Notch& other : others) {
      const Vec2 down = other.at.y > notch.at.y ? other.at - notch.at : notch.at - other.at;
      const double lean = std::abs(std::atan2(down.x, down.y) - upright_) / kDegree;
      if (std::abs(other.inwards) < kLeastOther || down.y < 8 * h_ || lean > kMostLean ||
          bendsBack(other, others, h_)) {
        continue;
      }
      const double score = std::abs(other.inwards) - kLeanCost * lean;
      is_alone = false;
      const NotchedLine line = through(notch, down.x / down.y, other.inwards);
      if ((!best || score > best_score) && allowed_(line)) {
        best = line;
        best_score = score;
      }
    }
    return is_alone ? darkestFrom(notch) : best;
  }

 private:
  [[nodiscard]] std::optional<NotchedLine> darkestFrom(const Notch& notch) const {
    constexpr double kLeanLight = 0.003;  // of the light, for every two degrees: in even light it is upright
    std::optional<NotchedLine> best;
    double darkest = 1e30;
    const int steps = static_cast<int>((rows_.to - rows_.from) / h_);
    if (steps < 8) {
      return best;
    }
    for (int turn = -kLeans; turn <= kLeans; ++turn) {
      const double slope = std::tan(upright_ + 2 * turn * kDegree);
      double sum = 0;
      for (int k = 0; k < steps; ++k) {
        const double y = rows_.from + k * h_;
        const Vec2 q = indexFromWork({notch.at.x + slope * (y - notch.at.y), y}, kLightScale);
        sum += sampleU8(light_, q.x, q.y);
      }
      sum *= 1 + kLeanLight * std::abs(turn);
      const NotchedLine line = through(notch, slope, 0);
      if (sum < darkest && allowed_(line)) {
        best = line;
        darkest = sum;
      }
    }
    return best;
  }

  [[nodiscard]] NotchedLine through(const Notch& notch, double slope, double other) const {
    const double height = light_.rows / kLightScale;
    return {{notch.at.x - slope * notch.at.y, 0},
            {notch.at.x + slope * (height - notch.at.y), height},
            notch.inwards,
            notch.inwards + other,
            other != 0};
  }

  Rows rows_;
  double h_;
  const cv::Mat& light_;
  const std::function<bool(const NotchedLine&)>& allowed_;
  double upright_ = 0;  // how the page's sides lean, radians from straight down
};

}  // namespace

Rows rowsWithin(const PageMask& page, double mask_scale) {
  const cv::Rect box = cv::boundingRect(page.contour);
  const double inner = 0.05 * box.height;
  return {(box.y + inner) / mask_scale, (box.y + box.height - inner) / mask_scale};
}

std::optional<NotchedLine> findNotchedLine(const PageMask& page,
                                           double mask_scale,
                                           double h,
                                           const cv::Mat& light,
                                           const std::function<bool(const NotchedLine&)>& allowed) {
  const std::array<std::vector<Notch>, 2> edges{notchesOf(page, SideKind::top, mask_scale, h),
                                                notchesOf(page, SideKind::bottom, mask_scale, h)};
  const LineSearch search(page, mask_scale, h, light, allowed);
  std::optional<NotchedLine> best;
  for (std::size_t edge = 0; edge < 2; ++edge) {
    const Notch* notch = soleNotch(edges[edge]);
    if (notch == nullptr || (best && notch->inwards <= best->sharper)) {
      continue;
    }
    const std::optional<NotchedLine> line = search.lineAt(*notch, edges[1 - edge]);
    best = line ? line : best;
  }
  return best;
}

}  // namespace platen::detect
