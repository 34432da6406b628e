// SpineDrag: what a drag with the spine tool makes of an open book's spine. Values, source_px; no widget.
#pragma once

#include "core/geometry.h"
#include "ui/view/view_transform.h"

namespace platen::ui {

class SpineDrag {
 public:
  // Takes hold of an end, which turns and stretches the spine about the other one; of the spine, which moves it; or of
  // nothing, which draws a new one.
  SpineDrag(Polyline spine, const ViewTransform& view, Vec2 widget_px);

  // The spine with what is held at this place.
  [[nodiscard]] Polyline at(Vec2 source_px) const;
  [[nodiscard]] const Polyline& before() const { return before_; }

 private:
  enum class Held { firstEnd, lastEnd, whole, nothing };
  Polyline before_;
  Vec2 from_source_px_;
  Held held_ = Held::nothing;
};

}  // namespace platen::ui
