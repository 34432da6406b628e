// PhotoView: the photo, with what was found on it and handles to steer its pages. It changes nothing itself: every drag
// is a signal, and what is shown is what it was given last.
//
// Point tool: drag a handle (corner, middle of a side, point of the lattice, pin); double click on empty ground asks
// for a pin there, on a pin, or Delete, for its removal; Delete takes away a drawn line that was chosen at its diamond;
// Return and Shift+Return go through the handles, arrows move the chosen one by 1 source_px (Shift: 10), Escape lets go
// of it; Tab leaves the view. Stroke tools: draw freely, or click point by point and end with Return or a double click.
// Spine tool: drag the spine, one of its ends, or draw one. Any tool but those that draw: click on another page to
// choose it.
#pragma once

#include "ui/view/canvas.h"
#include "ui/view/handles.h"
#include "ui/view/photo_overlay.h"
#include "ui/view/renderer.h"

#include <memory>

namespace platen::ui {

class PhotoView : public Canvas {
  Q_OBJECT
 public:
  // Shows nothing new once the renderer is gone.
  explicit PhotoView(Renderer& renderer, QWidget* parent = nullptr);
  ~PhotoView() override;

  // null: none. `live`: a fit runs, which the sharp picture would slow; it comes when 250 ms have passed since this or
  // the last stayLive().
  void setPhoto(std::shared_ptr<const pipeline::PhotoRegions> regions, bool live = false);
  // The photo that is shown, of which more has been read: what is in view stays.
  void readFurther(std::shared_ptr<const pipeline::PhotoRegions> regions, bool live);
  void stayLive();
  void setOverlay(PhotoOverlay overlay);  // cheap enough for every live frame; a drag in progress goes on
  void setLayers(const OverlayLayers& layers);
  void setTool(Tool tool);  // cancels a drag in progress
  [[nodiscard]] Tool tool() const;
  [[nodiscard]] const PhotoOverlay& overlay() const;
  [[nodiscard]] const OverlayLayers& layers() const;
  // Is the picture in view sharp, with nothing left to come? (for tests and pictures of the screen)
  [[nodiscard]] bool isSharp() const;

 Q_SIGNALS:
  // page: index into PhotoOverlay::pages. page_uv: what of the page is dragged; source_px: where to. A pin's page_uv
  // is its own. `cancel` carries the place it began at.
  void handleMoved(int page, platen::Vec2 page_uv, platen::Vec2 source_px, platen::ui::DragPhase phase);
  void pinAdded(int page, platen::Vec2 page_uv, platen::Vec2 source_px);
  void pinRemoved(int page, int pin);
  void strokeRemoved(int page, int stroke);
  // Right button, or the Menu key, which speaks of the chosen handle; no handle: of the page, or of none (-1).
  void menuWanted(int page, std::optional<platen::ui::Handle> handle, QPoint global);
  void strokeDrawn(int page, const platen::Polyline& source_px, bool level);
  void spineMoved(const platen::Polyline& source_px, platen::ui::DragPhase phase);
  void pageClicked(int page);
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
  void clicked(Vec2 widget_px) override;
  [[nodiscard]] Qt::CursorShape shapeAt(Vec2 widget_px) const override;
  [[nodiscard]] Box roomWanted() const override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  struct Parts;  // photo_view_parts.h
  void paintPages(QPainter& painter) const;
  void paintPagesNow(QPainter& painter) const;
  void moveTo(Vec2 source_px);
  void endMove(DragPhase phase);
  void endKeyMove();
  void chooseHandle(bool next);
  void removeChosen();
  void describeChosen();
  void emitStroke(const std::optional<Polyline>& line);

  std::unique_ptr<Parts> parts_;
};

}  // namespace platen::ui
