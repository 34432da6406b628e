// What a PhotoView holds; for its own two sources alone.
#pragma once

#include "ui/view/handles.h"
#include "ui/view/photo_view.h"
#include "ui/view/picture_layer.h"
#include "ui/view/spine_drag.h"
#include "ui/view/stroke_drawing.h"

#include <optional>
#include <vector>

namespace platen::ui {

struct PhotoView::Parts {
  explicit Parts(Renderer& renderer) : layer(renderer) {}

  // A handle in the hand of the mouse or of the arrow keys.
  struct Move {
    Handle handle;       // as it was taken
    Vec2 at_source_px;   // where it is now
    Vec2 off_widget_px;  // of the cursor from the handle when it was taken
    Vec2 from_widget_px;
    int page = 0;
    bool begun = false;  // the views' owner has heard of it
    bool by_keys = false;
  };

  PictureLayer layer;
  PhotoOverlay overlay;
  OverlayLayers layers;
  std::vector<std::optional<SplineNet>> nets;  // of overlay.pages
  Tool tool = Tool::hand;
  std::vector<Handle> handles;  // of the current page, with the point tool
  std::optional<Handle> chosen, hovered;
  std::optional<Move> move;
  StrokeDrawing stroke;
  std::optional<SpineDrag> spine;
  Polyline spine_now;
  Vec2 spine_from_widget_px;
  bool spine_begun = false;

  [[nodiscard]] const PageOverlay* currentPage() const {
    const auto count = static_cast<int>(overlay.pages.size());
    return overlay.current >= 0 && overlay.current < count ? &overlay.pages[static_cast<std::size_t>(overlay.current)]
                                                           : nullptr;
  }
  [[nodiscard]] const SplineNet* net(int page) const {
    const auto& found = nets[static_cast<std::size_t>(page)];
    return found ? &*found : nullptr;
  }
  [[nodiscard]] bool isStrokeTool() const { return tool == Tool::levelStroke || tool == Tool::uprightStroke; }
  // The spine that a drag would take hold of.
  [[nodiscard]] Polyline shownSpine() const {
    if (const PageOverlay* page = currentPage(); page != nullptr && page->spine.size() >= 2) {
      return page->spine;
    }
    for (const PageOverlay& page : overlay.pages) {
      if (page.spine.size() >= 2) {
        return page.spine;
      }
    }
    return {};
  }
  // Handles for what is shown now; the chosen one is found again where it has moved to.
  void refreshHandles(const ViewTransform& view) {
    handles.clear();
    const PageOverlay* page = currentPage();
    if (page != nullptr && tool == Tool::point && layers.handles) {
      const SplineNet* spline = net(overlay.current);
      handles = handlesOf(*page, spline != nullptr ? *spline : SplineNet{}, view);
    }
    for (Handle& handle : handles) {
      if (move && move->begun && handle.isSame(move->handle)) {
        handle.source_px = move->at_source_px;  // it is where the hand is, whatever the fit says meanwhile
      }
    }
    for (std::optional<Handle>* kept : {&chosen, &hovered}) {
      std::optional<Handle> found;
      for (const Handle& handle : handles) {
        if (*kept && handle.isSame(**kept)) {
          found = handle;
        }
      }
      *kept = found;
    }
  }
};

}  // namespace platen::ui
