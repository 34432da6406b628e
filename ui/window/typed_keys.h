// Keys that mean something to the widget that has them stay with it, although they are shortcuts of the window: letters
// in a choice or a list, but that of photos, letters and pages in a number. Qt asks the widget first
// (QEvent::ShortcutOverride), but only lines of text answer by themselves.
#pragma once

#include <QObject>

namespace platen::ui {

class TypedKeys : public QObject {
  Q_OBJECT

 public:
  // For all widgets of the program, while it lives.
  explicit TypedKeys(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace platen::ui
