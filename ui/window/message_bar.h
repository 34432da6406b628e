// A line above the views that asks something without being in the way: it waits, and all else goes on.
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace platen::ui {

class MessageBar : public QFrame {
  Q_OBJECT

 public:
  explicit MessageBar(QWidget* parent);

  // Instead of what it may have said.
  void ask(const QString& sentence, const QString& yes, const QString& no);
  [[nodiscard]] QPushButton& yes() const { return *yes_; }
  [[nodiscard]] QPushButton& no() const { return *no_; }
  [[nodiscard]] QString sentence() const;

 Q_SIGNALS:
  void agreed();
  void dismissed();

 private:
  QLabel* said_;
  QPushButton *yes_, *no_;
};

}  // namespace platen::ui
