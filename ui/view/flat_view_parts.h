// What a FlatView holds; for its own two sources alone.
#pragma once

#include "ui/view/flat_view.h"
#include "ui/view/picture_layer.h"
#include "ui/view/stroke_drawing.h"

#include <optional>
#include <vector>

namespace platen::ui {

struct FlatView::Parts {
  explicit Parts(Renderer& renderer) : after(renderer), before(renderer) {}

  struct ContentDrag {
    Vec2 from_uv, to_uv;
    Vec2 from_widget_px;
    bool begun = false;
  };

  PictureLayer after, before;
  WarpGrid grid;
  bool before_stale = true;  // the corners may have moved since it was given its source
  Tool tool = Tool::hand;
  std::vector<Vec2> pins;  // page_uv
  StrokeDrawing stroke;    // picture_px
  std::optional<ContentDrag> content;
  std::optional<double> divider;
  bool divider_held = false;
  quint64 announced = 0;  // the frame that framePainted() was last sent for

  [[nodiscard]] bool isStrokeTool() const { return tool == Tool::levelStroke || tool == Tool::uprightStroke; }
};

}  // namespace platen::ui
