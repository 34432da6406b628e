#include "ui/view/view_transform.h"

#include <algorithm>

namespace platen::ui {

Vec2 ViewTransform::toWidget(Vec2 picture_px) const {
  return (picture_px - centre) * scale + widget_size / 2;
}

Vec2 ViewTransform::toPicture(Vec2 widget_px) const {
  return (widget_px - widget_size / 2) / scale + centre;
}

Box ViewTransform::visible() const {
  const Vec2 low = toPicture({0, 0});
  const Vec2 high = toPicture(widget_size);
  return {low.x, low.y, high.x, high.y};
}

ViewTransform ViewTransform::fitted(Vec2 picture_size, Vec2 widget_size, double margin) {
  const double across = std::max(1.0, widget_size.x - 2 * margin) / std::max(1.0, picture_size.x);
  const double down = std::max(1.0, widget_size.y - 2 * margin) / std::max(1.0, picture_size.y);
  return {picture_size / 2, std::min(across, down), widget_size};
}

ViewTransform ViewTransform::zoomedAt(Vec2 widget_px, double factor, double low, double high) const {
  ViewTransform zoomed = *this;
  zoomed.scale = std::clamp(scale * factor, std::min(low, high), std::max(low, high));
  const Vec2 held = toPicture(widget_px);
  zoomed.centre = held - (widget_px - widget_size / 2) / zoomed.scale;
  return zoomed;
}

ViewTransform ViewTransform::pannedBy(Vec2 widget_px) const {
  ViewTransform panned = *this;
  panned.centre = centre - widget_px / scale;
  return panned;
}

ViewTransform ViewTransform::within(Vec2 picture_size) const {
  ViewTransform kept = *this;
  kept.centre.x = std::clamp(centre.x, 0.0, std::max(0.0, picture_size.x));
  kept.centre.y = std::clamp(centre.y, 0.0, std::max(0.0, picture_size.y));
  return kept;
}

}  // namespace platen::ui
