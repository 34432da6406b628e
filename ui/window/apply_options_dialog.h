// Which of a photo's options others are to have: those in which they differ, each to be left out, and how many photos
// are fitted again.
#pragma once

#include "ui/session/photo_session.h"

#include <string>
#include <vector>

#include <QDialog>
#include <QPointer>

class QCheckBox;
class QLabel;
class QPushButton;

namespace platen::ui {

class ApplyOptionsDialog : public QDialog {
  Q_OBJECT

 public:
  ApplyOptionsDialog(PhotoSession& from, const std::vector<PhotoSession*>& to, QWidget* parent);

  // They have the same options already: there is nothing to choose.
  [[nodiscard]] bool isEmpty() const { return rows_.empty(); }
  // The box of an option that differs; null for one that does not.
  [[nodiscard]] QCheckBox* box(const std::string& option) const;
  // What is to be done as the boxes are checked, of photos that are open still; `from` last, as it is. Empty: nothing.
  [[nodiscard]] std::vector<PhotoSession::OptionsOfOne> edits() const;

 private:
  struct Row {
    std::string option;
    QCheckBox* box;
  };
  template <class Options>
  void addRows(const Options& from, const Options PhotoState::*options);
  void refresh();

  QPointer<PhotoSession> from_;
  std::vector<QPointer<PhotoSession>> to_;
  std::vector<Row> rows_;
  QLabel* consequence_;
  QPushButton* apply_;
};

}  // namespace platen::ui
