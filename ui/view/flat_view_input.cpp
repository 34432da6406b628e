// FlatView: what the hand does with its tools.
#include "ui/view/flat_view_parts.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>

namespace platen::ui {
namespace {

constexpr double kDividerReach = 7;    // widget_px
constexpr double kDragStart = 3;       // widget_px
constexpr double kDividerStep = 0.02;  // of the widget's width, by keys

bool isOnPage(Vec2 uv) {
  return uv.x >= 0 && uv.y >= 0 && uv.x <= 1 && uv.y <= 1;
}

}  // namespace

bool FlatView::isAtDivider(Vec2 widget_px) const {
  return parts_->divider && std::abs(widget_px.x - *parts_->divider * width()) <= kDividerReach;
}

void FlatView::moveDivider(double fraction) {
  setDivider(fraction);
  Q_EMIT dividerMoved(*parts_->divider);
}

bool FlatView::toolPressed(Vec2 widget_px, Qt::KeyboardModifiers /*keys*/) {
  Parts& p = *parts_;
  if (isAtDivider(widget_px)) {
    p.divider_held = true;
    return true;
  }
  if (p.grid.empty()) {
    return false;
  }
  if (p.isStrokeTool()) {
    p.stroke.press(transform(), widget_px);
    update();
    return true;
  }
  const Vec2 uv = pageFromPicture(transform().toPicture(widget_px));
  if (p.tool != Tool::point || !isOnPage(uv)) {
    return false;
  }
  p.content = Parts::ContentDrag{uv, uv, widget_px, false};
  return true;
}

void FlatView::toolMoved(Vec2 widget_px, Qt::KeyboardModifiers /*keys*/) {
  Parts& p = *parts_;
  if (p.divider_held) {
    moveDivider(widget_px.x / std::max(1, width()));
  } else if (p.isStrokeTool()) {
    if (p.stroke.move(transform(), widget_px)) {
      update();
    }
  } else if (p.content) {
    if (!p.content->begun) {
      if (norm(widget_px - p.content->from_widget_px) < kDragStart) {
        return;
      }
      p.content->begun = true;
      Q_EMIT contentMoved(p.content->from_uv, p.content->from_uv, DragPhase::begin);
    }
    if (p.content) {  // unless a slot above changed the tool
      p.content->to_uv = pageFromPicture(transform().toPicture(widget_px));
      update();
      Q_EMIT contentMoved(p.content->from_uv, p.content->to_uv, DragPhase::move);
    }
  }
}

void FlatView::toolReleased(Vec2 widget_px, Qt::KeyboardModifiers keys) {
  Parts& p = *parts_;
  if (p.divider_held) {
    p.divider_held = false;
  } else if (p.isStrokeTool()) {
    if (p.stroke.isUnderWay()) {
      emitStroke(p.stroke.release(transform(), widget_px));
    }
  } else if (p.content) {
    toolMoved(widget_px, keys);
    const std::optional<Parts::ContentDrag> drag = p.content;
    p.content.reset();
    update();
    if (drag && drag->begun) {
      Q_EMIT contentMoved(drag->from_uv, drag->to_uv, DragPhase::end);
    }
  }
}

void FlatView::toolCancelled() {
  Parts& p = *parts_;
  p.divider_held = false;
  p.stroke.cancel();
  const std::optional<Parts::ContentDrag> drag = p.content;
  p.content.reset();
  update();
  if (drag && drag->begun) {
    Q_EMIT contentMoved(drag->from_uv, drag->from_uv, DragPhase::cancel);
  }
}

void FlatView::emitStroke(const std::optional<Polyline>& picture_px) {
  update();
  if (!picture_px) {
    return;
  }
  Polyline page_uv;
  for (const Vec2& p : *picture_px) {
    page_uv.push_back(pageFromPicture(p));
  }
  Q_EMIT strokeDrawn(page_uv, parts_->tool == Tool::levelStroke);
}

void FlatView::hovered(std::optional<Vec2> widget_px) {
  if (parts_->stroke.isUnderWay() && widget_px && parts_->stroke.move(transform(), *widget_px)) {
    update();
  }
}

Qt::CursorShape FlatView::shapeAt(Vec2 widget_px) const {
  if (parts_->divider_held || isAtDivider(widget_px)) {
    return Qt::SplitHCursor;
  }
  if (parts_->isStrokeTool()) {
    return Qt::CrossCursor;
  }
  return parts_->tool == Tool::point ? Qt::SizeAllCursor : Qt::OpenHandCursor;
}

void FlatView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (parts_->isStrokeTool() && event->button() == Qt::LeftButton) {
    return emitStroke(parts_->stroke.finish());
  }
  Canvas::mouseDoubleClickEvent(event);
}

void FlatView::keyPressEvent(QKeyEvent* event) {
  Parts& p = *parts_;
  const int key = event->key();
  if (p.stroke.isUnderWay()) {
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      return emitStroke(p.stroke.finish());
    }
    if (key == Qt::Key_Escape || key == Qt::Key_Backspace) {
      key == Qt::Key_Escape ? p.stroke.cancel() : p.stroke.removeLastPoint();
      return update();
    }
  }
  if (p.divider && event->modifiers() == Qt::ShiftModifier && (key == Qt::Key_Left || key == Qt::Key_Right)) {
    return moveDivider(*p.divider + (key == Qt::Key_Left ? -kDividerStep : kDividerStep));
  }
  Canvas::keyPressEvent(event);
}

}  // namespace platen::ui
