#include "ui/window/typed_keys.h"

#include "ui/panel/photo_list_view.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>

namespace platen::ui {
namespace {

bool isLetter(const QKeyEvent& key) {
  const bool is_plain = (key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
  return is_plain && !key.text().isEmpty() && key.text().at(0).isPrint();
}

bool isPage(const QKeyEvent& key) {
  return key.modifiers() == Qt::NoModifier && (key.key() == Qt::Key_PageDown || key.key() == Qt::Key_PageUp);
}

}  // namespace

TypedKeys::TypedKeys(QObject* parent) : QObject(parent) {
  QCoreApplication::instance()->installEventFilter(this);
}

bool TypedKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto& key = static_cast<const QKeyEvent&>(*event);
    const bool has_value = qobject_cast<QComboBox*>(watched) != nullptr ||
                           qobject_cast<QAbstractSpinBox*>(watched) != nullptr ||
                           qobject_cast<QLineEdit*>(watched) != nullptr;
    // A list finds a row by its first letters, but not that of photos; its pages are the window's next photo.
    const bool is_list =
        qobject_cast<QAbstractItemView*>(watched) != nullptr && qobject_cast<PhotoListView*>(watched) == nullptr;
    if ((has_value && (isLetter(key) || isPage(key))) || (is_list && isLetter(key))) {
      event->accept();
      return true;
    }
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace platen::ui
