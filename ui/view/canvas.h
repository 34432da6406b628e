// Canvas: a widget that shows a picture under a ViewTransform, with zoom, pan, keys and the linked cursor. What the
// picture is and what is drawn over it are its subclasses' (photo_view.h, flat_view.h).
//
// Wheel: zoom about the cursor (Shift: pan across). Drag: middle button, Space + left, or left where no tool takes it.
// Pinch: zoom. Keys: + - zoom, 0 fit, 1 one picture_px per device pixel, arrows pan. A canvas that was never zoomed
// stays fitted when it is resized.
#pragma once

#include "core/geometry.h"
#include "ui/view/tool.h"
#include "ui/view/view_transform.h"

#include <optional>

#include <QColor>
#include <QPointF>
#include <QWidget>

class QGestureEvent;

namespace platen::ui {

class Canvas : public QWidget {
  Q_OBJECT
 public:
  ~Canvas() override;

  // Around the picture: a little off the window's colour, on the side where there is room, so that white pages and
  // black photos stand out.
  [[nodiscard]] static QColor groundOf(const QPalette& palette);

  [[nodiscard]] const ViewTransform& transform() const { return transform_; }
  void setTransform(const ViewTransform& view);  // kept over the picture; the widget's own size is put in
  [[nodiscard]] Vec2 pictureSize() const { return picture_size_; }
  [[nodiscard]] bool isFitted() const { return fitted_; }
  // Device pixels per picture_px: 1 is 100 %.
  [[nodiscard]] double zoom() const;
  // picture_px under the mouse, none outside the picture.
  [[nodiscard]] std::optional<Vec2> cursor() const { return cursor_; }

  // A cross where the other view's cursor is; none: taken away.
  void showLinkedCursor(std::optional<Vec2> picture_px);

  void zoomToFit();
  void zoomToActualSize();
  void zoomIn();
  void zoomOut();

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;  // less is no picture

 Q_SIGNALS:
  void cursorAt(std::optional<platen::Vec2> picture_px);
  void transformChanged(const platen::ui::ViewTransform& view);

 protected:
  explicit Canvas(QWidget* parent);

  // Another picture: fitted, unless it is as large as the one before.
  void setPictureSize(Vec2 picture_size);
  // The same picture in a frame of another size: what is in view stays in view.
  void rescalePicture(Vec2 picture_size);

  // Under the painter in widget_px. `paintPicture` is clipped to the picture.
  virtual void paintPicture(QPainter& painter) = 0;
  virtual void paintOverlay(QPainter& painter) = 0;
  // What zoomToFit() shows, picture_px: the picture, and what belongs to it.
  [[nodiscard]] virtual Box roomWanted() const { return {0, 0, picture_size_.x, picture_size_.y}; }
  virtual void viewChanged() = 0;  // transform, size or device pixel ratio

  // The left button in a tool's hands: true from toolPressed() takes the drag away from panning. Frames: widget_px.
  virtual bool toolPressed(Vec2 widget_px, Qt::KeyboardModifiers keys);
  virtual void toolMoved(Vec2 widget_px, Qt::KeyboardModifiers keys);
  virtual void toolReleased(Vec2 widget_px, Qt::KeyboardModifiers keys);
  virtual void toolCancelled();
  virtual void hovered(std::optional<Vec2> widget_px);  // no button held
  virtual void clicked(Vec2 widget_px);                 // pressed and released without a drag, no tool
  [[nodiscard]] virtual Qt::CursorShape shapeAt(Vec2 widget_px) const;
  // A tool's drag that is under way comes to nothing.
  void dropTool();
  [[nodiscard]] bool toolHeld() const { return drag_ == Drag::tool; }

  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  enum class Drag { none, pan, tool };
  void changeTo(const ViewTransform& view, bool fitted);
  [[nodiscard]] ViewTransform fittedView() const;
  void zoomBy(Vec2 widget_px, double factor);
  void pan(Vec2 widget_px);
  bool pinch(QGestureEvent& event);
  void updateCursor(std::optional<Vec2> widget_px);
  void updateShape(Vec2 widget_px);
  void endDrag();
  void cancelDrag();
  void paintLinkedCursor(QPainter& painter) const;

  Vec2 picture_size_;
  ViewTransform transform_;
  bool fitted_ = true;
  std::optional<Vec2> cursor_, linked_;
  Drag drag_ = Drag::none;
  Qt::MouseButton drag_button_ = Qt::NoButton;
  Vec2 pressed_at_, last_at_;  // widget_px
  bool moved_ = false, space_held_ = false;
  double device_ratio_ = 0;  // that the picture was last asked for
};

// QPointF <-> Vec2, in widget_px.
inline Vec2 vecOf(QPointF p) {
  return {p.x(), p.y()};
}
inline QPointF pointOf(Vec2 p) {
  return {p.x, p.y};
}

}  // namespace platen::ui
