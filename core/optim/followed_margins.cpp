#include "core/optim/followed_margins.h"

#include "core/optim/line_ends.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

namespace platen::optim {
namespace {

constexpr std::size_t kTail = 4;  // ends that say where a margin leads
constexpr std::size_t kMostAlone = 2;
constexpr std::size_t kFewest = 3;  // ends to follow
constexpr double kLeast = 0.25;     // of the usual step down the page: nearer ones are of one line
constexpr double kNear_h = 0.8;     // of where the ones before lead
constexpr double kGap = 3.2;        // of the usual step: beyond it nothing follows
constexpr double kMostSlope = 0.5;  // du/dv
constexpr double kLeaves_h = 1.5;   // off the margin's mean, the last one
constexpr double kWorth = 4;        // of a followed margin in the descent: few ends stand against all level lines

// The ends, with what it takes to say what comes next down the page, or up it.
struct Way {
  double sign = 1;  // 1 down the page, -1 up it
  [[nodiscard]] double step(const LineEnd& from, const LineEnd& to) const { return sign * (to.uv.y - from.uv.y); }
  void sort(std::vector<LineEnd>& ends) const {
    std::ranges::stable_sort(ends, {}, [this](const LineEnd& end) { return sign * end.uv.y; });
  }
};

// The ends that lie beyond the margin's last one, each near where those before lead.
std::vector<LineEnd> further(const std::vector<LineEnd>& margin,
                             const std::vector<LineEnd>& ends,
                             double usual,
                             const Way& way) {
  LineEnd last = margin.back();
  const LineEnd& before = margin[margin.size() - std::min(kTail, margin.size())];
  const double dv = last.uv.y - before.uv.y;
  double slope = dv != 0 ? std::clamp((last.uv.x - before.uv.x) / dv, -kMostSlope, kMostSlope) : 0;
  std::vector<LineEnd> found;
  for (const LineEnd& end : ends) {
    const double step = way.step(last, end);
    if (step < kLeast * usual) {
      continue;
    }
    if (step > kGap * usual) {
      break;
    }
    const Vec2 on = end.uv - last.uv;
    if (std::abs(on.x - slope * on.y) < kNear_h * end.height) {
      slope = std::clamp((slope + on.x / on.y) / 2, -kMostSlope, kMostSlope);
      last = end;
      found.push_back(end);
    }
  }
  return found;
}

// Follows one margin at one end of it; false where it does not leave its line there, or too few ends tell. What is
// found takes the place of ends that lie alone on the margin's line beyond where it was left: of indented lines that
// came back to it.
bool follow(std::vector<LineEnd>& margin, std::vector<LineEnd> ends, double mean_u, const Way& way) {
  way.sort(margin);
  way.sort(ends);
  const double usual = usualStep(margin);
  std::vector<LineEnd> kept = margin;
  for (std::size_t alone = 0; alone < kMostAlone && kept.size() > kTail; ++alone) {
    if (way.step(kept[kept.size() - 2], kept.back()) <= kGap * usual) {
      break;
    }
    kept.pop_back();
  }
  const std::vector<LineEnd> found = further(kept, ends, usual, way);
  if (found.size() < kFewest || std::abs(found.back().uv.x - mean_u) <= kLeaves_h * found.back().height) {
    return false;
  }
  kept.insert(kept.end(), found.begin(), found.end());
  margin = std::move(kept);
  return true;
}

}  // namespace

void followMargins(std::vector<Curve>& curves,
                   const PageCues& cues,
                   const SheetModel& sheet,
                   const std::vector<bool>& usable) {
  if (std::ranges::none_of(curves, [](const Curve& curve) { return curve.kind == CurveKind::margin; })) {
    return;
  }
  const std::array<std::vector<LineEnd>, 2> ends{lineEnds(cues, sheet, usable, SideKind::left),
                                                 lineEnds(cues, sheet, usable, SideKind::right)};
  for (Curve& curve : curves) {
    std::vector<LineEnd> margin;
    if (curve.kind == CurveKind::margin) {
      for (const Vec2 point : curve.points) {
        if (const std::optional<LineEnd> end = lineEndAt(cues, sheet, point)) {
          margin.push_back(*end);
        }
      }
    }
    if (margin.size() < 2) {
      continue;
    }
    const double mean_u = meanU(margin);
    for (const double sign : {1.0, -1.0}) {
      curve.is_followed |= follow(margin, ends[curve.side == SideKind::left ? 0 : 1], mean_u, {sign});
    }
    if (curve.is_followed) {
      curve.weight *= kWorth;
      Way{1}.sort(margin);
      curve.points.clear();
      std::ranges::transform(margin, std::back_inserter(curve.points), &LineEnd::work_px);
    }
  }
}

}  // namespace platen::optim
