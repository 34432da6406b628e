// What the fit of the photo in view is doing, and what came of it: stage, step, energy, confidence, warnings; stop and
// go on.
#pragma once

#include "ui/session/photo_session.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace platen::ui {

class EnergyCurve;

class FitPanel : public QWidget {
  Q_OBJECT

 public:
  explicit FitPanel(QWidget* parent = nullptr);

  void setPhoto(PhotoSession* photo, int page);  // null: none
  [[nodiscard]] EnergyCurve& curve() { return *curve_; }

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 Q_SIGNALS:
  // The page is not where it was found, and someone wants to say where it is.
  void outlineWanted();

 private:
  void follow(const FitFrame& frame);
  void followHistory();
  void refresh();
  void keepHeight();

  QPointer<PhotoSession> photo_;
  int page_ = 1;
  std::uint64_t job_ = 0;  // whose course the curve shows
  int edits_ = 0;          // of the photo's history, undone ones too
  QLabel* status_;
  QProgressBar* steps_;
  EnergyCurve* curve_;
  QProgressBar* confidence_;
  QLabel* facts_;
  QLabel* warnings_;
  QPushButton* stop_;
  QPushButton* go_on_;
  QPushButton* outline_;
};

}  // namespace platen::ui
