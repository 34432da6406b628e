// StrokeDrawing: a line on its way, drawn freely in one drag or clicked point by point. No widget; both views use it.
// Frames: picture_px is the view's; widget_px is for what the hand does.
#pragma once

#include "core/geometry.h"
#include "ui/view/view_transform.h"

#include <optional>

namespace platen::ui {

class StrokeDrawing {
 public:
  void press(const ViewTransform& view, Vec2 widget_px);
  // With or without the button held; true: what points() gives has changed.
  bool move(const ViewTransform& view, Vec2 widget_px);
  // The line where a free one ends; a click adds a point instead.
  std::optional<Polyline> release(const ViewTransform& view, Vec2 widget_px);
  // The line of the points clicked so far, if they are two or more; nothing is under way then.
  std::optional<Polyline> finish();
  void removeLastPoint();
  void cancel();

  [[nodiscard]] bool isUnderWay() const { return !points_.empty(); }
  // picture_px; of a clicked line with the piece to the cursor.
  [[nodiscard]] Polyline points() const;

 private:
  Polyline points_;             // picture_px
  std::optional<Vec2> rubber_;  // picture_px: the cursor, after a click
  Vec2 pressed_widget_px_;
  bool held_ = false, free_ = false;
};

// The line with as few points as keep it within `tolerance` (Douglas and Peucker, 1973).
Polyline simplified(const Polyline& line, double tolerance);

}  // namespace platen::ui
