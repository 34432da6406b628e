#include "ui/view/spine_drag.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace platen::ui {
namespace {

constexpr double kEndReach = 12;  // widget_px
constexpr double kLineReach = 9;  // widget_px

double away(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double length2 = dot(along, along);
  const double t = length2 > 0 ? std::clamp(dot(p - a, along) / length2, 0.0, 1.0) : 0.0;
  return norm(p - (a + along * t));
}

}  // namespace

SpineDrag::SpineDrag(Polyline spine, const ViewTransform& view, Vec2 widget_px)
    : before_(std::move(spine)), from_source_px_(view.toPicture(widget_px)) {
  if (before_.size() < 2) {
    return;
  }
  const double first = norm(before_.front() - from_source_px_) * view.scale;
  const double last = norm(before_.back() - from_source_px_) * view.scale;
  double line = first;
  for (std::size_t k = 0; k + 1 < before_.size(); ++k) {
    line = std::min(line, away(from_source_px_, before_[k], before_[k + 1]) * view.scale);
  }
  if (std::min(first, last) <= kEndReach) {
    held_ = first <= last ? Held::firstEnd : Held::lastEnd;
  } else if (line <= kLineReach) {
    held_ = Held::whole;
  }
}

Polyline SpineDrag::at(Vec2 source_px) const {
  if (held_ == Held::nothing) {
    return {from_source_px_, source_px};
  }
  const Vec2 by = source_px - from_source_px_;
  Polyline now = before_;
  if (held_ == Held::whole) {
    for (Vec2& p : now) {
      p = p + by;
    }
    return now;
  }
  const Vec2 fixed = held_ == Held::firstEnd ? before_.back() : before_.front();
  const Vec2 end = held_ == Held::firstEnd ? before_.front() : before_.back();
  // The similarity that takes the old arm to the new one: a product of complex numbers.
  const Vec2 arm = end - fixed;
  const Vec2 turned = arm + by;
  const double length2 = dot(arm, arm);
  if (!(length2 > 0)) {
    return now;
  }
  const Vec2 factor{dot(turned, arm) / length2, cross(arm, turned) / length2};
  for (Vec2& p : now) {
    const Vec2 q = p - fixed;
    p = fixed + Vec2{q.x * factor.x - q.y * factor.y, q.x * factor.y + q.y * factor.x};
  }
  return now;
}

}  // namespace platen::ui
