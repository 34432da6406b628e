// The window's side of projects: open, save, save under a name, what is asked before edits are lost, and what a crash
// left.
#pragma once

#include "ui/session/project_keeper.h"

#include <functional>

#include <QObject>

class QMessageBox;
class QWidget;

namespace platen::ui {

class Actions;

class ProjectActions : public QObject {
  Q_OBJECT

 public:
  // All of them outlive it.
  ProjectActions(ProjectKeeper& keeper, Actions& actions, QWidget& window);

  void open(const std::filesystem::path& file);
  // A session without a name (ProjectKeeper::lost); the last one takes in what is open without a name.
  void recover(const std::filesystem::path& journal, bool is_last);
  // Calls `go_on` when edits are saved or not wanted; never if it is called off. Does not block.
  void beforeLeaving(std::function<void()> go_on);
  [[nodiscard]] static bool isProject(const std::filesystem::path& file);

 Q_SIGNALS:
  void opened(const std::filesystem::path& file);
  void said(const QString& sentence);

 private:
  void choose();
  void save();
  void saveAs();
  void askWhichToKeep();
  void askToOverwrite(const QString& sentence);
  void askToReplace(const QString& file);
  QMessageBox* ask(const QString& title, const QString& text, const QString& more);

  ProjectKeeper& keeper_;
  QWidget& window_;
  std::function<void()> after_saving_;
  bool is_older_ = false;  // the session that comes back
};

}  // namespace platen::ui
