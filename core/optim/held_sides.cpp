#include "core/optim/held_sides.h"

#include "core/box_side.h"
#include "core/optim/known_places.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace platen::optim {
namespace {

constexpr int kPoints = 24;  // of a side

sampling::SplinePoints<double> pointsAt(const std::vector<HeldPoint>& held, NetShape shape) {
  std::vector<double> net_uv;
  net_uv.reserve(2 * held.size());
  for (const HeldPoint& point : held) {
    net_uv.push_back(point.net_uv.x);
    net_uv.push_back(point.net_uv.y);
  }
  return {{shape.spans_v, shape.spans_u}, net_uv.data(), held.size()};
}

// Where a curve lies along and across a side, sheet_uv.
struct Along {
  double at = 0, across = 0;
};

std::vector<Along> pointsOfSide(const SheetFit& sheet, SideKind kind, const SheetModel& model) {
  std::vector<Along> points;
  for (std::size_t k = 0; k < sheet.curves.size(); ++k) {
    const Curve& curve = sheet.curves[k];
    if (curve.kind != CurveKind::side || curve.side != kind || !sheet.inlier[k]) {
      continue;
    }
    for (const Vec2 point : curve.points) {
      const SheetModel::Seen seen = model.sheetFromWork(point);
      if (seen.visible) {
        const Vec2 uv = seen.sheet_uv;
        points.push_back(isLevel(kind) ? Along{uv.x, uv.y} : Along{uv.y, uv.x});
      }
    }
    break;
  }
  return points;
}

// How far a curve strays from its own median, across its direction; its ends go on.
class Waves {
 public:
  explicit Waves(std::vector<Along> points) : points_(std::move(points)) {
    if (points_.empty()) {
      return;
    }
    const auto middle = points_.begin() + static_cast<std::ptrdiff_t>(points_.size() / 2);
    std::nth_element(points_.begin(), middle, points_.end(), [](Along a, Along b) { return a.across < b.across; });
    median_ = middle->across;
    std::sort(points_.begin(), points_.end(), [](Along a, Along b) { return a.at < b.at; });
  }
  [[nodiscard]] double at(double along) const {
    const auto after = std::find_if(points_.begin(), points_.end(), [along](Along p) { return p.at >= along; });
    if (points_.empty()) {
      return 0;
    }
    if (after == points_.begin() || after == points_.end()) {
      return (after == points_.end() ? points_.back() : points_.front()).across - median_;
    }
    const Along before = *std::prev(after);
    const double t = (along - before.at) / (after->at - before.at);
    return before.across + t * (after->across - before.across) - median_;
  }

 private:
  std::vector<Along> points_;
  double median_ = 0;
};

// From a place along a normal of unit length to a line that someone drew.
double distanceAlong(Vec2 normal, Vec2 from, const Polyline& line) {
  const Vec2 along{normal.y, -normal.x};
  double nearest = 0;
  double least = 1e300;
  for (std::size_t k = 0; k + 1 < line.size(); ++k) {
    const Vec2 run = line[k + 1] - line[k];
    const double speed = dot(run, along);
    const double t = speed != 0 ? std::clamp(dot(from - line[k], along) / speed, 0.0, 1.0) : 0.0;
    const Vec2 off = line[k] + run * t - from;
    if (norm(off) < least) {
      least = norm(off);
      nearest = dot(off, normal);
    }
  }
  return nearest;
}

}  // namespace

std::vector<HeldPoint> heldSides(const PageCues& cues, const SheetFit& sheet, const BaseMap& base) {
  std::vector<HeldPoint> held;
  if (cues.pins.empty()) {
    return held;
  }
  for (const SideKind kind : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    const auto given = std::find_if(cues.sides.begin(), cues.sides.end(),
                                    [kind](const PageSide& s) { return s.kind == kind && s.is_given; });
    // Between two corners alone nobody said how it runs: lines of text on the page know better.
    const bool is_given = given != cues.sides.end() && (given->is_gutter || given->points.size() > 2 || !cues.has_text);
    if (!is_given && (!sheet.edge_found[static_cast<std::size_t>(kind)] || isPinned(cues.pins, kind))) {
      continue;
    }
    const SideSpan side = spanOf(base.pageRect(), kind);
    // All along the side, also where the photo ends before it.
    const Waves waves(pointsOfSide(sheet, kind, base.sheet()));
    for (int k = 0; k < kPoints; ++k) {
      const double at = side.from + (side.to - side.from) * (k + 0.5) / kPoints;
      const Vec2 border_uv = sidePoint(kind, at, side.across);
      const BaseMap::Jet jet = base.jet(border_uv);
      const Vec2 along = isLevel(kind) ? jet.du : jet.dv;
      const double length = norm(along);
      if (!(length > 0)) {
        continue;
      }
      const Vec2 normal = Vec2{-along.y, along.x} / length;
      const double off = is_given ? distanceAlong(normal, jet.point, given->points)
                                  : dot(normal, base.at(sidePoint(kind, at, side.across + waves.at(at))) - jet.point);
      held.push_back({base.netFromSheet(border_uv), normal / cues.char_height, off / cues.char_height});
    }
  }
  return held;
}

HeldSideEnergy::HeldSideEnergy(double weight, std::vector<HeldPoint> points, double sigma_h, NetShape shape)
    : Energy("held sides", weight), held_(std::move(points)), sigma_(sigma_h), points_(pointsAt(held_, shape)) {
  if (!(sigma_h > 0)) {
    throw std::invalid_argument("HeldSideEnergy: sigma must be positive");
  }
  offsets_.resize(2 * held_.size());
  d_offsets_.resize(2 * held_.size());
}

double HeldSideEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  if (held_.empty()) {
    return 0;
  }
  points_.expand(controls.data(), offsets_.data());
  const double share = 1 / (static_cast<double>(held_.size()) * sigma_ * sigma_);
  double sum = 0;
  for (std::size_t k = 0; k < held_.size(); ++k) {
    const HeldPoint& point = held_[k];
    const double r = dot(point.normal, {offsets_[2 * k], offsets_[2 * k + 1]}) - point.target;
    sum += r * r;
    const double slope = scale * share * 2 * r;
    d_offsets_[2 * k] = slope * point.normal.x;
    d_offsets_[2 * k + 1] = slope * point.normal.y;
  }
  if (scale != 0) {
    points_.addTranspose(d_offsets_.data(), gradient.data());
  }
  return sum * share;
}

}  // namespace platen::optim
