// Where the pages of some photos go, how far that is, and which failed and why. Does not block the window.
#pragma once

#include "ui/session/page_export.h"

#include <filesystem>
#include <memory>
#include <vector>

#include <QDialog>
#include <QPointer>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;

namespace platen::ui {

class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  // Photos that are closed before the start are left out.
  ExportDialog(Engine& engine, const std::vector<PhotoSession*>& photos, QWidget* parent);
  ~ExportDialog() override;

  [[nodiscard]] QLineEdit& target() { return *target_; }
  [[nodiscard]] QPushButton& startButton() { return *start_; }
  [[nodiscard]] const PageExport* running() const { return export_.get(); }

 protected:
  void reject() override;  // cancels what runs

 private:
  void chooseFolder();
  void choosePdf();
  void start();
  void askToReplace(const std::vector<std::filesystem::path>& files);
  void begin();
  void end();
  void enable(bool on);
  void follow();
  void showProblem(const QString& sentence);

  Engine& engine_;
  std::vector<QPointer<PhotoSession>> photos_;
  std::vector<QPointer<PhotoSession>> left_;  // of these the last export left something out
  std::unique_ptr<PageExport> export_;
  std::size_t failures_shown_ = 0, remarks_shown_ = 0;
  QLineEdit* target_;
  QPushButton* folder_;  // chooses one
  QPushButton* pdf_;     // likewise
  QComboBox* format_;
  QCheckBox* keeps_warps_;
  QProgressBar* progress_;
  QLabel* said_;
  QListWidget* report_;  // what failed, and what is to be known of what did not
  QPushButton* start_;
  QPushButton* close_;
};

}  // namespace platen::ui
