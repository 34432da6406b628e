// ViewTransform: where a picture lies in a widget, as a value: zoom and pan are new values, never steps of a painter.
//
// Frames: picture_px is the picture's own pixels (source_px of the photo, out_px of the flat page at the source's own
// density); widget_px are the widget's device-independent pixels. widget = (picture - centre) * scale + widget's
// middle.
#pragma once

#include "core/geometry.h"

namespace platen::ui {

struct ViewTransform {
  Vec2 centre;       // picture_px that lies in the middle of the widget
  double scale = 1;  // widget_px per picture_px
  Vec2 widget_size;  // widget_px

  [[nodiscard]] Vec2 toWidget(Vec2 picture_px) const;
  [[nodiscard]] Vec2 toPicture(Vec2 widget_px) const;
  // The part of the picture's plane that is in view (may reach beyond the picture).
  [[nodiscard]] Box visible() const;

  // All of the picture, with a margin of so many widget_px around it.
  [[nodiscard]] static ViewTransform fitted(Vec2 picture_size, Vec2 widget_size, double margin);
  // Zoomed by a factor about a point that stays under the cursor; the scale stays within [low, high].
  [[nodiscard]] ViewTransform zoomedAt(Vec2 widget_px, double factor, double low, double high) const;
  [[nodiscard]] ViewTransform pannedBy(Vec2 widget_px) const;
  // The centre kept over the picture, so that it can't be lost from view.
  [[nodiscard]] ViewTransform within(Vec2 picture_size) const;

  friend bool operator==(const ViewTransform&, const ViewTransform&) = default;
};

}  // namespace platen::ui
