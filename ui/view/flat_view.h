// FlatView: the flat page as the grid of the moment makes it, live while a fit runs, with a before/after divider. It
// changes nothing itself: drags and strokes are signals in page_uv.
//
// picture_px is out_px at extent_px. Left of the divider is the photo as taken from straight above: the page's
// quadrilateral, cropped and scaled by the homography of the grid's corners.
#pragma once

#include "core/warp_grid.h"
#include "ui/view/canvas.h"
#include "ui/view/renderer.h"

#include <memory>
#include <optional>
#include <vector>

namespace platen::ui {

class FlatView : public Canvas {
  Q_OBJECT
 public:
  // Shows nothing new once the renderer is gone.
  explicit FlatView(Renderer& renderer, QWidget* parent = nullptr);
  ~FlatView() override;

  // Another page (null: none): the view is fitted unless the extent is that of the page before. `live`: it is a frame,
  // as setGrid() has them.
  void setPage(std::shared_ptr<const pipeline::PhotoRegions> regions, WarpGrid grid, Vec2 extent_px, bool live = false);
  // The same page in another shape, cheap and as often as one likes: frames are rendered one at a time, the newest
  // next, at the view's own resolution; sharp when nothing new has come for 250 ms. The transform stays.
  void setGrid(WarpGrid grid);
  // The same with another extent: the part in view stays the same part of the page.
  void setGrid(WarpGrid grid, Vec2 extent_px);
  [[nodiscard]] const WarpGrid& grid() const;
  [[nodiscard]] Vec2 extent() const { return pictureSize(); }
  [[nodiscard]] bool isSharp() const;

  void setTool(Tool tool);  // hand, point, levelStroke or uprightStroke; spine is as hand
  [[nodiscard]] Tool tool() const;
  // Marks over the page, page_uv.
  void setPins(std::vector<Vec2> page_uv);

  // Fraction of the widget's width, 0 all after, 1 all before; none: no divider.
  void setDivider(std::optional<double> fraction);
  [[nodiscard]] std::optional<double> divider() const;

  // page_uv <-> picture_px.
  [[nodiscard]] Vec2 pageFromPicture(Vec2 picture_px) const;
  [[nodiscard]] Vec2 pictureFromPage(Vec2 page_uv) const;

 Q_SIGNALS:
  void contentMoved(platen::Vec2 from_uv, platen::Vec2 to_uv, platen::ui::DragPhase phase);
  void strokeDrawn(const platen::Polyline& page_uv, bool level);
  void dividerMoved(double fraction);
  // The newest frame has been painted: time to hand over the next one.
  void framePainted();
  void pictureFailed(const QString& sentence);

 protected:
  void paintPicture(QPainter& painter) override;
  void paintOverlay(QPainter& painter) override;
  void viewChanged() override;
  bool toolPressed(Vec2 widget_px, Qt::KeyboardModifiers keys) override;
  void toolMoved(Vec2 widget_px, Qt::KeyboardModifiers keys) override;
  void toolReleased(Vec2 widget_px, Qt::KeyboardModifiers keys) override;
  void toolCancelled() override;
  void hovered(std::optional<Vec2> widget_px) override;
  [[nodiscard]] Qt::CursorShape shapeAt(Vec2 widget_px) const override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Parts;  // flat_view_parts.h
  [[nodiscard]] bool isAtDivider(Vec2 widget_px) const;
  void moveDivider(double fraction);
  void emitStroke(const std::optional<Polyline>& picture_px);

  std::unique_ptr<Parts> parts_;
};

}  // namespace platen::ui
