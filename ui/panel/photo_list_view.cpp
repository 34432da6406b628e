#include "ui/panel/photo_list_view.h"

#include <QKeyEvent>

namespace platen::ui {
namespace {

bool isStep(int key) {
  switch (key) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      return true;
    default:
      return false;
  }
}

}  // namespace

PhotoListView::PhotoListView(QWidget* parent) : QListView(parent) {
  setUniformItemSizes(true);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
}

void PhotoListView::keyboardSearch(const QString& /*typed*/) {}

void PhotoListView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Delete)) {
    Q_EMIT deleteWanted();
    return;
  }
  QListView::keyPressEvent(event);
}

// Qt moves without choosing while Ctrl is held, whoever moves: a photo that a shortcut with Ctrl shows would not be the
// one that is chosen.
QItemSelectionModel::SelectionFlags PhotoListView::selectionCommand(const QModelIndex& index,
                                                                    const QEvent* event) const {
  const bool is_told = event == nullptr;  // by the program, not by a key or the mouse
  const auto* key =
      event != nullptr && event->type() == QEvent::KeyPress ? static_cast<const QKeyEvent*>(event) : nullptr;
  const bool is_step = key != nullptr && isStep(key->key()) && !key->modifiers().testFlag(Qt::ShiftModifier);
  return is_told || is_step ? QItemSelectionModel::ClearAndSelect : QListView::selectionCommand(index, event);
}

}  // namespace platen::ui
