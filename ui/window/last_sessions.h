// Sessions that were never saved under a name, and how one comes back to them: the last one by itself at a start
// without files, else from a line above the views, and each of them from a menu.
#pragma once

#include "core/pipeline/project.h"

#include <filesystem>

#include <QObject>
#include <QString>

class QMenu;

namespace platen::ui {

class MessageBar;
class ProjectActions;
class ProjectKeeper;

class LastSessions : public QObject {
  Q_OBJECT

 public:
  // All of them outlive it. `menu` is seen as long as there is a session to come back to.
  LastSessions(ProjectKeeper& keeper, ProjectActions& projects, QMenu& menu, MessageBar& bar, QObject* parent);

  // Asks about the last one, unless it was dismissed already or is no more than one photo as it was opened.
  void offer();

 private:
  void show();
  void openOffered();

  ProjectKeeper& keeper_;
  ProjectActions& projects_;
  QMenu& menu_;
  MessageBar& bar_;
  bool is_to_offer_ = false;
  std::filesystem::path offered_;
};

// "today 14:03": short, and as the language of the window says it.
QString shownTime(std::chrono::system_clock::time_point time);

}  // namespace platen::ui
