// PhotoView: what the hand does with its tools.
#include "core/page_inverse.h"
#include "ui/view/overlay_painter.h"
#include "ui/view/photo_view_parts.h"

#include <algorithm>

#include <QContextMenuEvent>
#include <QMouseEvent>

namespace platen::ui {
namespace {

constexpr double kMoveStart = 3;    // widget_px until a press on a handle is a drag
constexpr double kSpineLeast = 20;  // widget_px: a shorter new spine is a slip of the hand

}  // namespace

bool PhotoView::toolPressed(Vec2 widget_px, Qt::KeyboardModifiers /*keys*/) {
  Parts& p = *parts_;
  if (p.move && p.move->by_keys) {
    endKeyMove();
  }
  if (p.isStrokeTool() && p.currentPage() != nullptr) {
    p.stroke.press(transform(), widget_px);
    update();
    return true;
  }
  if (p.tool == Tool::spine) {
    p.spine.emplace(p.shownSpine(), transform(), widget_px);
    p.spine_now = p.spine->before();
    p.spine_from_widget_px = widget_px;
    p.spine_begun = false;
    return true;
  }
  const std::optional<Handle> handle = handleAt(p.handles, transform(), widget_px);
  if (!handle || handle->kind == HandleKind::stroke) {
    return false;  // a line is chosen by a click; a drag that begins on it pans
  }
  p.chosen = handle;
  describeChosen();
  p.move = Parts::Move{*handle,   handle->source_px, widget_px - transform().toWidget(handle->source_px),
                       widget_px, p.overlay.current, false,
                       false};
  update();
  return true;
}

void PhotoView::toolMoved(Vec2 widget_px, Qt::KeyboardModifiers /*keys*/) {
  Parts& p = *parts_;
  if (p.isStrokeTool()) {
    if (p.stroke.move(transform(), widget_px)) {
      update();
    }
  } else if (p.spine) {
    if (!p.spine_begun) {
      if (norm(widget_px - p.spine_from_widget_px) < kMoveStart) {
        return;
      }
      p.spine_begun = true;
      Q_EMIT spineMoved(p.spine->before(), DragPhase::begin);
      if (!p.spine) {
        return;  // a slot has changed the tool
      }
    }
    p.spine_now = p.spine->at(transform().toPicture(widget_px));
    update();
    Q_EMIT spineMoved(p.spine_now, DragPhase::move);
  } else if (p.move) {
    if (!p.move->begun && norm(widget_px - p.move->from_widget_px) < kMoveStart) {
      return;
    }
    moveTo(transform().toPicture(widget_px - p.move->off_widget_px));
  }
}

void PhotoView::moveTo(Vec2 source_px) {
  Parts& p = *parts_;
  if (!p.move->begun) {
    p.move->begun = true;
    Q_EMIT handleMoved(p.move->page, p.move->handle.page_uv, p.move->handle.source_px, DragPhase::begin);
  }
  // The slots above may have ended it, with another page or another tool.
  if (p.move) {
    p.move->at_source_px = source_px;
    const Handle handle = p.move->handle;
    const int page = p.move->page;
    p.refreshHandles(transform());
    update();
    Q_EMIT handleMoved(page, handle.page_uv, source_px, DragPhase::move);
  }
}

void PhotoView::toolReleased(Vec2 widget_px, Qt::KeyboardModifiers keys) {
  Parts& p = *parts_;
  if (p.isStrokeTool()) {
    if (p.stroke.isUnderWay()) {
      emitStroke(p.stroke.release(transform(), widget_px));
    }
  } else if (p.spine) {
    toolMoved(widget_px, keys);
    if (!p.spine) {
      return;  // a slot has changed the tool
    }
    const bool is_new = p.spine->before().size() < 2;
    const bool is_slip = is_new && lengthOf(p.spine_now) * transform().scale < kSpineLeast;
    const Polyline line = is_slip ? p.spine->before() : p.spine_now;
    p.spine.reset();
    update();
    if (p.spine_begun) {
      Q_EMIT spineMoved(line, is_slip ? DragPhase::cancel : DragPhase::end);
    }
  } else if (p.move) {
    toolMoved(widget_px, keys);
    endMove(DragPhase::end);
  }
}

void PhotoView::endMove(DragPhase phase) {
  Parts& p = *parts_;
  if (!p.move) {
    return;
  }
  const Parts::Move move = *p.move;
  p.move.reset();
  p.refreshHandles(transform());
  update();
  if (move.begun) {
    Q_EMIT handleMoved(move.page, move.handle.page_uv,
                       phase == DragPhase::cancel ? move.handle.source_px : move.at_source_px, phase);
  }
}

void PhotoView::toolCancelled() {
  Parts& p = *parts_;
  p.stroke.cancel();
  if (p.spine) {
    const Polyline before = p.spine->before();
    p.spine.reset();
    if (p.spine_begun) {
      Q_EMIT spineMoved(before, DragPhase::cancel);
    }
  }
  endMove(DragPhase::cancel);
  update();
}

void PhotoView::emitStroke(const std::optional<Polyline>& line) {
  update();
  if (line && parts_->currentPage() != nullptr) {
    Q_EMIT strokeDrawn(parts_->overlay.current, *line, parts_->tool == Tool::levelStroke);
  }
}

void PhotoView::hovered(std::optional<Vec2> widget_px) {
  Parts& p = *parts_;
  if (p.stroke.isUnderWay() && widget_px && p.stroke.move(transform(), *widget_px)) {
    update();
  }
  const std::optional<Handle> now = widget_px ? handleAt(p.handles, transform(), *widget_px) : std::nullopt;
  if (now.has_value() != p.hovered.has_value() || (now && !now->isSame(*p.hovered))) {
    p.hovered = now;
    update();
  }
}

void PhotoView::clicked(Vec2 widget_px) {
  Parts& p = *parts_;
  const Vec2 source_px = transform().toPicture(widget_px);
  p.chosen = handleAt(p.handles, transform(), widget_px);
  describeChosen();
  update();
  if (p.chosen) {
    return;
  }
  const PageOverlay* current = p.currentPage();
  if (current != nullptr && holds(current->grid, source_px)) {
    return;
  }
  for (std::size_t k = 0; k < p.overlay.pages.size(); ++k) {
    if (holds(p.overlay.pages[k].grid, source_px)) {
      Q_EMIT pageClicked(static_cast<int>(k));
      return;
    }
  }
}

Qt::CursorShape PhotoView::shapeAt(Vec2 widget_px) const {
  const Parts& p = *parts_;
  if (p.isStrokeTool() || p.tool == Tool::spine) {
    return Qt::CrossCursor;
  }
  if (p.tool == Tool::point) {
    const std::optional<Handle> handle = handleAt(p.handles, transform(), widget_px);
    if (!p.move && handle && handle->kind == HandleKind::stroke) {
      return Qt::PointingHandCursor;
    }
    return p.move || handle ? Qt::SizeAllCursor : Qt::ArrowCursor;
  }
  return Qt::OpenHandCursor;
}

void PhotoView::contextMenuEvent(QContextMenuEvent* event) {
  Parts& p = *parts_;
  endKeyMove();
  if (toolHeld() || p.stroke.isUnderWay()) {
    return;
  }
  QPoint at = event->globalPos();
  if (event->reason() == QContextMenuEvent::Keyboard) {
    at = mapToGlobal(p.chosen ? pointOf(transform().toWidget(p.chosen->source_px)).toPoint() : rect().center());
  } else {
    p.chosen = handleAt(p.handles, transform(), vecOf(QPointF(event->pos())));
    describeChosen();
    update();
  }
  Q_EMIT menuWanted(p.currentPage() != nullptr ? p.overlay.current : -1, p.chosen, at);
}

void PhotoView::mouseDoubleClickEvent(QMouseEvent* event) {
  Parts& p = *parts_;
  if (event->button() != Qt::LeftButton) {
    return Canvas::mouseDoubleClickEvent(event);
  }
  if (p.isStrokeTool()) {
    return emitStroke(p.stroke.finish());
  }
  if (p.tool != Tool::point || p.currentPage() == nullptr) {
    return Canvas::mouseDoubleClickEvent(event);
  }
  const Vec2 at = vecOf(event->position());
  if (const std::optional<Handle> handle = handleAt(p.handles, transform(), at)) {
    if (handle->kind == HandleKind::pin) {
      Q_EMIT pinRemoved(p.overlay.current, handle->pin);
    }
    return;
  }
  const Vec2 source_px = transform().toPicture(at);
  if (const std::optional<Vec2> uv = pageFromSource(p.currentPage()->grid, source_px)) {
    Q_EMIT pinAdded(p.overlay.current, *uv, source_px);
  }
}

}  // namespace platen::ui
