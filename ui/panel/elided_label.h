// A line of text that never wraps nor widens what it stands in: what has no room is an ellipsis, and all of it the tool
// tip.
#pragma once

#include <QLabel>

namespace platen::ui {

class ElidedLabel : public QLabel {
  Q_OBJECT

 public:
  explicit ElidedLabel(QWidget* parent);
  void say(const QString& text);
  [[nodiscard]] const QString& said() const { return said_; }
  [[nodiscard]] QSize minimumSizeHint() const override;
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fit();
  QString said_;
};

}  // namespace platen::ui
