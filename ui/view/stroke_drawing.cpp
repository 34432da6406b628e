#include "ui/view/stroke_drawing.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace platen::ui {
namespace {

constexpr double kFreeStart = 4;    // widget_px until a click is a drag
constexpr double kFreeStep = 2;     // widget_px between points
constexpr double kTolerance = 0.7;  // widget_px

double away(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double length2 = dot(along, along);
  const double t = length2 > 0 ? std::clamp(dot(p - a, along) / length2, 0.0, 1.0) : 0.0;
  return norm(p - (a + along * t));
}

void keepNeeded(const Polyline& line, std::size_t first, std::size_t last, double tolerance, std::vector<bool>& kept) {
  double farthest = tolerance;
  std::size_t at = last;
  for (std::size_t k = first + 1; k < last; ++k) {
    if (const double d = away(line[k], line[first], line[last]); d > farthest) {
      farthest = d;
      at = k;
    }
  }
  if (at != last) {
    kept[at] = true;
    keepNeeded(line, first, at, tolerance, kept);
    keepNeeded(line, at, last, tolerance, kept);
  }
}

}  // namespace

Polyline simplified(const Polyline& line, double tolerance) {
  if (line.size() < 3) {
    return line;
  }
  std::vector<bool> kept(line.size(), false);
  kept.front() = kept.back() = true;
  keepNeeded(line, 0, line.size() - 1, tolerance, kept);
  Polyline few;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (kept[k]) {
      few.push_back(line[k]);
    }
  }
  return few;
}

void StrokeDrawing::press(const ViewTransform& view, Vec2 widget_px) {
  held_ = true;
  pressed_widget_px_ = widget_px;
  if (points_.empty()) {
    points_.push_back(view.toPicture(widget_px));
    free_ = false;
  }
}

bool StrokeDrawing::move(const ViewTransform& view, Vec2 widget_px) {
  if (points_.empty()) {
    return false;
  }
  const Vec2 here = view.toPicture(widget_px);
  if (!held_ || points_.size() > 1) {
    if (!free_) {
      rubber_ = here;
      return true;
    }
  }
  free_ = free_ || norm(widget_px - pressed_widget_px_) >= kFreeStart;
  if (free_ && norm(here - points_.back()) * view.scale >= kFreeStep) {
    points_.push_back(here);
    return true;
  }
  return false;
}

std::optional<Polyline> StrokeDrawing::release(const ViewTransform& view, Vec2 widget_px) {
  held_ = false;
  const Vec2 here = view.toPicture(widget_px);
  if (!free_) {
    if (norm(here - points_.back()) * view.scale >= kFreeStart) {
      points_.push_back(here);  // not the first click, which is a point already
    }
    rubber_ = here;
    return std::nullopt;
  }
  if (norm(here - points_.back()) > 0) {
    points_.push_back(here);
  }
  points_ = simplified(points_, kTolerance / view.scale);
  return finish();
}

std::optional<Polyline> StrokeDrawing::finish() {
  Polyline line = std::exchange(points_, {});
  cancel();
  return line.size() >= 2 ? std::optional(std::move(line)) : std::nullopt;
}

void StrokeDrawing::removeLastPoint() {
  if (points_.size() < 2) {
    cancel();
  } else {
    points_.pop_back();
  }
}

void StrokeDrawing::cancel() {
  points_.clear();
  rubber_.reset();
  held_ = free_ = false;
}

Polyline StrokeDrawing::points() const {
  Polyline line = points_;
  if (!line.empty() && rubber_) {
    line.push_back(*rubber_);
  }
  return line;
}

}  // namespace platen::ui
