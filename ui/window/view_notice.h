// Said where a picture would be: how to open one, or why there is none.
#pragma once

#include <QLabel>

namespace platen::ui {

class ViewNotice : public QLabel {
  Q_OBJECT

 public:
  explicit ViewNotice(QWidget* parent);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace platen::ui
