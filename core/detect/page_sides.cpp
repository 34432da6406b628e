#include "core/detect/page_sides.h"

#include "core/detect/raster.h"
#include "core/detect/robust_curve.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace platen::detect {
namespace {

constexpr int kPoints = 24;
// Creases bend a side within a twentieth of its length; the bending weight only bridges gaps.
constexpr int kIntervals = 18;
constexpr double kBending = 0.002;
constexpr double kStep = 0.5;            // work_px along the normal
constexpr double kLeastStep = 2;         // grey levels per two steps: less is no edge ...
constexpr double kLeastFaintStep = 0.7;  // ... but where the sheet's straightness says so

// A side in the frame of its chord: along, and across it.
struct Chord {
  Vec2 origin, along, across;
  [[nodiscard]] Vec2 local(Vec2 p) const { return {dot(p - origin, along), dot(p - origin, across)}; }
  [[nodiscard]] Vec2 work(Vec2 l) const { return origin + along * l.x + across * l.y; }
};

struct EdgePoints {
  std::vector<double> along, across;  // in the chord's frame
  std::vector<double> step;           // of grey, from - to + across
};

// Which way grey steps along a side: everywhere alike on a desk of one colour; but beside other paper, or in coloured
// light, the sheet is the brighter one here and the darker one there.
class StepSigns {
 public:
  StepSigns(const EdgePoints& edges, double length, bool faint, bool may_be_folded)
      : edges_(edges), reach_(kReach * length) {
    const auto up =
        static_cast<double>(std::count_if(edges.step.begin(), edges.step.end(), [](double step) { return step > 0; }));
    const auto count = static_cast<double>(edges.step.size());
    mixed_ = std::max(up, count - up) < kAlike * count && (faint || (may_be_folded && turnsOnce()));
    sign_ = signOf(-1e30, 1e30, 0);
  }
  // 1 or -1; 0 where it goes either way.
  [[nodiscard]] double at(double along) const {
    return mixed_ ? signOf(along - reach_, along + reach_, kAlikeHere) : sign_;
  }

 private:
  static constexpr double kAlike = 0.85;     // of the steps
  static constexpr double kAlikeHere = 0.5;  // of their sum nearby
  static constexpr double kReach = 0.1;

  // One way up to some place and the other way from there on, as beside a sheet that is folded there.
  [[nodiscard]] bool turnsOnce() const {
    constexpr double kLeast = 0.1;  // of the steps, on either hand,
    constexpr double kSame = 0.9;   // of which so many are alike
    std::vector<std::size_t> order(edges_.along.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return edges_.along[i]; });
    const auto isUp = [&](std::size_t i) { return edges_.step[i] > 0; };
    const auto all_up = static_cast<double>(std::ranges::count_if(order, isUp));
    const auto count = static_cast<double>(order.size());
    double up = 0;
    for (std::size_t k = 1; k < order.size(); ++k) {
      up += isUp(order[k - 1]) ? 1 : 0;
      const auto before = static_cast<double>(k);
      const double behind = count - before;
      const bool is_long = std::min(before, behind) > kLeast * count;
      const double down_behind = behind - (all_up - up);
      if (is_long && ((up > kSame * before && down_behind > kSame * behind) ||
                      (before - up > kSame * before && all_up - up > kSame * behind))) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] double signOf(double from, double to, double alike) const {
    double sum = 0;
    double size = 0;
    for (std::size_t i = 0; i < edges_.along.size(); ++i) {
      if (edges_.along[i] >= from && edges_.along[i] <= to) {
        sum += edges_.step[i];
        size += std::abs(edges_.step[i]);
      }
    }
    return std::abs(sum) < alike * size ? 0 : sum > 0 ? 1 : -1;
  }

  const EdgePoints& edges_;
  double reach_;
  double sign_ = 0;
  bool mixed_ = false;
};

// The steepest edge within `reach` of (along, across), moving across, of at least `least` grey levels per two steps.
// sign 0: either way; else only that sign of step.
bool steepest(const cv::Mat& grey,
              const Chord& chord,
              Vec2 local,
              Vec2 normal,
              double reach,
              double sign,
              double least,
              EdgePoints& out) {
  const int n = std::max(2, static_cast<int>(std::lround(reach / kStep)));
  std::vector<float> value(static_cast<std::size_t>(2 * n + 3));
  const Vec2 centre = chord.work(local);
  for (int s = -n - 1; s <= n + 1; ++s) {
    const Vec2 q = indexFromWork(centre + normal * (s * kStep), 1);
    if (q.x < 0 || q.y < 0 || q.x > grey.cols - 1 || q.y > grey.rows - 1) {
      return false;
    }
    value[static_cast<std::size_t>(s + n + 1)] = sampleU8(grey, q.x, q.y);
  }
  int best = -1;
  double most = least;
  const auto slope = [&](int at) {
    const auto k = static_cast<std::size_t>(at);
    const double d = value[k + 2] - value[k];
    return sign == 0 ? std::abs(d) : d * sign;
  };
  for (int at = 0; at <= 2 * n; ++at) {
    if (slope(at) > most) {
      most = slope(at);
      best = at;
    }
  }
  if (best <= 0 || best >= 2 * n) {
    return false;  // no edge, or one that leaves the reach
  }
  const double l = slope(best - 1);
  const double r = slope(best + 1);
  const double curvature = l - 2 * most + r;
  const double offset = curvature < 0 ? std::clamp(0.5 * (l - r) / curvature, -0.5, 0.5) : 0;
  const Vec2 edge = chord.local(centre + normal * ((best - n + offset) * kStep));
  out.along.push_back(edge.x);
  out.across.push_back(edge.y);
  const auto k = static_cast<std::size_t>(best);
  out.step.push_back(value[k + 2] - value[k]);
  return true;
}

RobustCurve fitted(const EdgePoints& points) {
  return RobustCurve::spline(points.along, points.across, kIntervals, kBending, 0.15);
}

std::optional<PageSide> refine(const RoughSide& rough, const cv::Mat& grey, double k, bool may_be_folded) {
  const auto work = [&](cv::Point2d index) { return workFromIndex({index.x, index.y}, k); };
  Chord chord;
  chord.origin = work(rough.points.front());
  const Vec2 span = work(rough.points.back()) - chord.origin;
  chord.along = span / std::max(1e-9, norm(span));
  chord.across = {-chord.along.y, chord.along.x};

  EdgePoints boundary;
  for (std::size_t i = 0; i < rough.points.size(); ++i) {
    if (rough.valid[i] != 0) {
      const Vec2 l = chord.local(work(rough.points[i]));
      boundary.along.push_back(l.x);
      boundary.across.push_back(l.y);
    }
  }
  if (boundary.along.size() < 8) {
    return std::nullopt;
  }
  const double least = rough.faint ? kLeastFaintStep : kLeastStep;
  // First around the boundary itself, to learn which way the step goes; then around the smooth curve, that way.
  EdgePoints edges;
  const RobustCurve coarse = fitted(boundary);
  const auto normalAt = [&](const RobustCurve& curve, double at) {
    const double d = 2 / k;
    const double slope = (curve(at + d) - curve(at - d)) / (2 * d);
    const Vec2 n = chord.across - chord.along * slope;
    return n / norm(n);
  };
  for (std::size_t i = 0; i < boundary.along.size(); ++i) {
    const Vec2 l{boundary.along[i], boundary.across[i]};
    steepest(grey, chord, l, normalAt(coarse, l.x), 1.5 / k, 0, least, edges);
  }
  if (edges.along.size() < 8) {
    return std::nullopt;
  }
  const StepSigns signs(edges, norm(span), rough.faint, may_be_folded);
  const RobustCurve middle = fitted(edges);
  EdgePoints fine;
  for (const double at : boundary.along) {
    steepest(grey, chord, {at, middle(at)}, normalAt(middle, at), std::max(2.0, 0.8 / k), signs.at(at), least, fine);
  }
  if (fine.along.size() < std::max<std::size_t>(8, boundary.along.size() / 4)) {
    return std::nullopt;
  }
  const RobustCurve first = fitted(fine);
  EdgePoints kept;
  for (std::size_t i = 0; i < fine.along.size(); ++i) {
    if (std::abs(fine.across[i] - first(fine.along[i])) <= 4 * std::max(0.3, first.sigma())) {
      kept.along.push_back(fine.along[i]);
      kept.across.push_back(fine.across[i]);
    }
  }
  const RobustCurve curve = fitted(kept);
  const auto [from, to] = std::minmax_element(kept.along.begin(), kept.along.end());
  PageSide side;
  side.kind = rough.kind;
  side.valid_fraction = rough.valid_fraction;
  for (int p = 0; p < kPoints; ++p) {
    const double at = *from + (*to - *from) * p / (kPoints - 1);
    side.points.push_back(chord.work({at, curve(at)}));
  }
  return side;
}

}  // namespace

std::vector<PageSide> refineSides(const std::vector<RoughSide>& rough,
                                  const cv::Mat& smooth_grey,
                                  double k,
                                  bool may_be_folded) {
  std::vector<PageSide> sides;
  for (const RoughSide& side : rough) {
    if (auto refined = refine(side, smooth_grey, k, may_be_folded)) {
      sides.push_back(std::move(*refined));
    }
  }
  return sides;
}

}  // namespace platen::detect
