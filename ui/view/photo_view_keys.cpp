// PhotoView: its handles and strokes by keys.
#include "ui/view/photo_view_parts.h"

#include <utility>

#include <QKeyEvent>

namespace platen::ui {
namespace {

constexpr double kKeyStep = 1, kKeyLongStep = 10;  // source_px

bool isArrow(int key) {
  return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
}

}  // namespace

void PhotoView::endKeyMove() {
  if (parts_->move && parts_->move->by_keys) {
    endMove(DragPhase::end);
  }
}

void PhotoView::keyPressEvent(QKeyEvent* event) {
  Parts& p = *parts_;
  const int key = event->key();
  const bool plain = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0;
  if (p.stroke.isUnderWay() && plain) {
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      return emitStroke(p.stroke.finish());
    }
    if (key == Qt::Key_Escape || key == Qt::Key_Backspace) {
      key == Qt::Key_Escape ? dropTool() : p.stroke.removeLastPoint();
      if (key == Qt::Key_Escape) {
        p.stroke.cancel();
      }
      return update();
    }
  }
  if (p.tool == Tool::point && !p.handles.empty() && plain && !toolHeld() &&
      (key == Qt::Key_Return || key == Qt::Key_Enter)) {
    return chooseHandle((event->modifiers() & Qt::ShiftModifier) == 0);
  }
  if (p.chosen && plain && !toolHeld()) {
    if (isArrow(key) && p.chosen->kind != HandleKind::stroke) {
      if (!p.move) {
        p.move = Parts::Move{*p.chosen, p.chosen->source_px, {}, {}, p.overlay.current, false, true};
      }
      const double step = (event->modifiers() & Qt::ShiftModifier) != 0 ? kKeyLongStep : kKeyStep;
      const Vec2 by{key == Qt::Key_Left    ? -step
                    : key == Qt::Key_Right ? step
                                           : 0,
                    key == Qt::Key_Up     ? -step
                    : key == Qt::Key_Down ? step
                                          : 0};
      return moveTo(p.move->at_source_px + by);
    }
    if ((key == Qt::Key_Delete || key == Qt::Key_Backspace) && p.chosen->pin >= 0 && !event->isAutoRepeat()) {
      endKeyMove();
      return removeChosen();
    }
    if (key == Qt::Key_Escape) {
      if (p.move) {
        return endMove(DragPhase::cancel);
      }
      p.chosen.reset();
      describeChosen();
      return update();
    }
  }
  Canvas::keyPressEvent(event);
}

void PhotoView::keyReleaseEvent(QKeyEvent* event) {
  if (isArrow(event->key()) && !event->isAutoRepeat() && parts_->move && parts_->move->by_keys) {
    return endKeyMove();
  }
  Canvas::keyReleaseEvent(event);
}

void PhotoView::focusOutEvent(QFocusEvent* event) {
  endKeyMove();
  Canvas::focusOutEvent(event);
}

// The pin or the line. Nothing is chosen afterwards: what to remove next is for the hand to say.
void PhotoView::removeChosen() {
  if (const std::optional<Handle> removed = std::exchange(parts_->chosen, std::nullopt); removed) {
    const int page = parts_->overlay.current;
    describeChosen();
    update();
    removed->kind == HandleKind::pin ? Q_EMIT pinRemoved(page, removed->pin) : Q_EMIT strokeRemoved(page, removed->pin);
  }
}

// The handle after the chosen one or before it, from the last on to the first; none is chosen: the first or the last.
void PhotoView::chooseHandle(bool next) {
  Parts& p = *parts_;
  endKeyMove();
  const auto count = static_cast<int>(p.handles.size());
  int at = next ? -1 : count;
  for (int k = 0; k < count; ++k) {
    if (p.chosen && p.handles[static_cast<std::size_t>(k)].isSame(*p.chosen)) {
      at = k;
    }
  }
  at = (at + (next ? 1 : -1) + count) % count;
  p.chosen = p.handles[static_cast<std::size_t>(at)];
  describeChosen();
  const Vec2 on_screen = transform().toWidget(p.chosen->source_px);
  if (!rect().contains(pointOf(on_screen).toPoint())) {
    ViewTransform view = transform();
    view.centre = p.chosen->source_px;
    setTransform(view);
  }
  update();
}

}  // namespace platen::ui
