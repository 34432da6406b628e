// Canvas: mouse, wheel, touch and keys.
#include "ui/view/canvas.h"

#include <algorithm>
#include <cmath>

#include <QGestureEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QWheelEvent>

namespace platen::ui {
namespace {

constexpr double kZoomPerNotch = 1.25;  // of a mouse wheel
constexpr double kNotch = 120;          // QWheelEvent::angleDelta
constexpr double kDragStart = 4;        // widget_px until a click is a drag
constexpr double kArrowPan = 48;        // widget_px
constexpr double kMostAtOnce = 2;       // of a pinch between two events

}  // namespace

bool Canvas::toolPressed(Vec2 /*widget_px*/, Qt::KeyboardModifiers /*keys*/) {
  return false;
}
void Canvas::toolMoved(Vec2 /*widget_px*/, Qt::KeyboardModifiers /*keys*/) {}
void Canvas::toolReleased(Vec2 /*widget_px*/, Qt::KeyboardModifiers /*keys*/) {}
void Canvas::toolCancelled() {}
void Canvas::hovered(std::optional<Vec2> /*widget_px*/) {}
void Canvas::clicked(Vec2 /*widget_px*/) {}

Qt::CursorShape Canvas::shapeAt(Vec2 /*widget_px*/) const {
  return Qt::ArrowCursor;
}

void Canvas::updateShape(Vec2 widget_px) {
  if (drag_ == Drag::pan && moved_) {
    setCursor(Qt::ClosedHandCursor);
  } else if (space_held_) {
    setCursor(Qt::OpenHandCursor);
  } else {
    setCursor(shapeAt(widget_px));
  }
}

void Canvas::updateCursor(std::optional<Vec2> widget_px) {
  std::optional<Vec2> at;
  if (widget_px) {
    const Vec2 p = transform_.toPicture(*widget_px);
    if (p.x >= 0 && p.y >= 0 && p.x < picture_size_.x && p.y < picture_size_.y) {
      at = p;
    }
  }
  if (at != cursor_) {
    cursor_ = at;
    Q_EMIT cursorAt(cursor_);
  }
}

bool Canvas::event(QEvent* event) {
  if (event->type() == QEvent::NativeGesture) {
    auto* gesture = static_cast<QNativeGestureEvent*>(event);
    if (gesture->gestureType() == Qt::ZoomNativeGesture) {
      zoomBy(vecOf(gesture->position()), std::clamp(1 + gesture->value(), 1 / kMostAtOnce, kMostAtOnce));
      return true;
    }
    if (gesture->gestureType() == Qt::SmartZoomNativeGesture) {
      fitted_ ? zoomToActualSize() : zoomToFit();
      return true;
    }
  }
  if (event->type() == QEvent::Gesture && pinch(*static_cast<QGestureEvent*>(event))) {
    return true;
  }
  return QWidget::event(event);
}

bool Canvas::pinch(QGestureEvent& event) {
  auto* gesture = static_cast<QPinchGesture*>(event.gesture(Qt::PinchGesture));
  if (gesture == nullptr) {
    return false;
  }
  cancelDrag();  // the first finger began one
  const QPointF centre = mapFromGlobal(gesture->centerPoint());
  if ((gesture->changeFlags() & QPinchGesture::CenterPointChanged) != 0) {
    pan(vecOf(centre - mapFromGlobal(gesture->lastCenterPoint())));
  }
  if ((gesture->changeFlags() & QPinchGesture::ScaleFactorChanged) != 0) {
    zoomBy(vecOf(centre), gesture->scaleFactor());
  }
  event.accept(gesture);
  return true;
}

void Canvas::wheelEvent(QWheelEvent* event) {
  const QPoint turned = event->angleDelta();
  if ((event->modifiers() & Qt::ShiftModifier) != 0 || turned.y() == 0) {
    const double across = turned.x() != 0 ? turned.x() : turned.y();
    pan({across * kArrowPan / kNotch, 0});
  } else {
    zoomBy(vecOf(event->position()), std::pow(kZoomPerNotch, turned.y() / kNotch));
  }
  updateCursor(vecOf(event->position()));
  event->accept();
}

void Canvas::mousePressEvent(QMouseEvent* event) {
  const Vec2 at = vecOf(event->position());
  if (drag_ != Drag::none || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)) {
    event->ignore();
    return;
  }
  drag_button_ = event->button();
  pressed_at_ = last_at_ = at;
  moved_ = false;
  const bool pans = event->button() == Qt::MiddleButton || space_held_;
  drag_ = !pans && toolPressed(at, event->modifiers()) ? Drag::tool : Drag::pan;
  updateShape(at);
}

void Canvas::mouseMoveEvent(QMouseEvent* event) {
  const Vec2 at = vecOf(event->position());
  if (drag_ == Drag::pan) {
    moved_ = moved_ || norm(at - pressed_at_) >= kDragStart;
    if (moved_) {
      pan(at - last_at_);
      last_at_ = at;
    }
  } else if (drag_ == Drag::tool) {
    toolMoved(at, event->modifiers());
  } else {
    hovered(at);
  }
  updateCursor(at);
  updateShape(at);
}

void Canvas::mouseReleaseEvent(QMouseEvent* event) {
  if (drag_ == Drag::none || event->button() != drag_button_) {
    event->ignore();
    return;
  }
  const Vec2 at = vecOf(event->position());
  const bool was_click = drag_ == Drag::pan && !moved_ && drag_button_ == Qt::LeftButton && !space_held_;
  const bool was_tool = drag_ == Drag::tool;
  endDrag();
  if (was_tool) {
    toolReleased(at, event->modifiers());
  } else if (was_click) {
    clicked(at);
  }
  updateShape(at);
}

void Canvas::endDrag() {
  drag_ = Drag::none;
  drag_button_ = Qt::NoButton;
  moved_ = false;
}

void Canvas::cancelDrag() {
  const bool was_tool = drag_ == Drag::tool;
  endDrag();
  if (was_tool) {
    toolCancelled();
  }
}

void Canvas::dropTool() {
  if (drag_ == Drag::tool) {
    cancelDrag();
  }
}

void Canvas::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  hovered(std::nullopt);
  updateCursor(std::nullopt);
}

void Canvas::keyPressEvent(QKeyEvent* event) {
  if ((event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0) {
    event->ignore();  // the window's shortcuts
    return;
  }
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoomIn();
    case Qt::Key_Minus:
      return zoomOut();
    case Qt::Key_0:
      return zoomToFit();
    case Qt::Key_1:
      return zoomToActualSize();
    case Qt::Key_Left:
      return pan({kArrowPan, 0});
    case Qt::Key_Right:
      return pan({-kArrowPan, 0});
    case Qt::Key_Up:
      return pan({0, kArrowPan});
    case Qt::Key_Down:
      return pan({0, -kArrowPan});
    case Qt::Key_Space:
      space_held_ = true;
      return updateShape(last_at_);
    case Qt::Key_Escape:
      if (drag_ != Drag::none) {
        return cancelDrag();
      }
      break;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

void Canvas::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
    space_held_ = false;
    updateShape(last_at_);
    return;
  }
  QWidget::keyReleaseEvent(event);
}

void Canvas::focusOutEvent(QFocusEvent* event) {
  space_held_ = false;
  update();
  QWidget::focusOutEvent(event);
}

}  // namespace platen::ui
