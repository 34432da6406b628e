// The sheet that a page is, as it can be chosen: as it looks, as measured, one that has a name, or one by its size.
#pragma once

#include "core/paper.h"

#include <functional>

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;

namespace platen::ui {

class PaperEditor : public QWidget {
  Q_OBJECT

 public:
  // `edited`: a user has changed it.
  explicit PaperEditor(const std::function<void()>& edited, QWidget* parent = nullptr);

  void setPaper(const PaperChoice& paper);
  [[nodiscard]] PaperChoice paper() const;
  // Someone types a length, or has the list open.
  [[nodiscard]] bool isBeingEdited() const;

  [[nodiscard]] QComboBox& choice() { return *choice_; }
  [[nodiscard]] QDoubleSpinBox& width() { return *width_; }
  [[nodiscard]] QDoubleSpinBox& height() { return *height_; }

  static QString textOf(const PaperChoice& paper);

 private:
  void showLengths();

  QComboBox* choice_;
  QWidget* lengths_;
  QDoubleSpinBox *width_, *height_;
};

}  // namespace platen::ui
