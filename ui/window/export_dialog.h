// Where the pages of some photos go, how far that is, and which failed and why. Does not block the window.
#pragma once

#include "ui/session/page_export.h"
#include "ui/session/workspace.h"

#include <filesystem>
#include <memory>
#include <set>
#include <vector>

#include <QDialog>
#include <QPointer>

class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;

namespace platen::ui {

class ExportForm;

class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  // Photos that are closed before the start are left out. `project`: whose target is remembered; empty: the photos'
  // folder's.
  ExportDialog(Workspace& workspace,
               Engine& engine,
               const std::vector<PhotoSession*>& photos,
               const std::filesystem::path& project,
               QWidget* parent);
  ~ExportDialog() override;

  [[nodiscard]] ExportForm& form() { return *form_; }
  [[nodiscard]] QLineEdit& target();
  [[nodiscard]] QPushButton& startButton() { return *start_; }
  [[nodiscard]] const PageExport* running() const { return export_.get(); }

 Q_SIGNALS:
  // All of it, with nothing to be said of any page; the dialog closes.
  void exported(const QString& sentence, const std::filesystem::path& folder);

 protected:
  void reject() override;  // cancels what runs

 private:
  void start();
  void afterLook();
  void askToReplace(const std::vector<std::filesystem::path>& files);
  void begin(const std::set<std::filesystem::path>& may_replace);
  void end();
  void enable(bool on);
  void follow();
  void say(const QString& sentence);
  [[nodiscard]] std::vector<PhotoSession*> photosToExport(bool is_document) const;
  [[nodiscard]] std::vector<std::filesystem::path> otherPhotos() const;
  [[nodiscard]] QString writtenWords() const;
  [[nodiscard]] std::filesystem::path folder() const;

  Workspace& workspace_;
  Engine& engine_;
  std::vector<QPointer<PhotoSession>> photos_;
  std::vector<QPointer<PhotoSession>> left_;  // of these the last export left something out
  std::unique_ptr<PageExport> export_;
  std::filesystem::path out_;
  // Of all tries: what they wrote, and how much of it into out_.
  PagesAsWritten written_;
  FilesMade made_;
  int pages_there_ = 0;
  std::size_t failures_shown_ = 0, remarks_shown_ = 0;
  ExportForm* form_;
  QProgressBar* progress_;
  QLabel* said_;
  QListWidget* report_;  // what failed, and what is to be known of what did not
  QPushButton* open_;    // the folder, when something is there
  QPushButton* start_;
  QPushButton* close_;
};

}  // namespace platen::ui
