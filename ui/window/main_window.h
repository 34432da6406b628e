// The main window: puts views, panels and actions together. It decides nothing about photos (session/), paints nothing
// (view/) and edits no option (panel/).
#pragma once

#include "ui/session/engine.h"
#include "ui/session/workspace.h"
#include "ui/window/actions.h"
#include "ui/window/last_sessions.h"

#include <filesystem>
#include <memory>
#include <vector>

#include <QMainWindow>
#include <QPointer>
#include <QUndoGroup>

class QLabel;
class QMenu;

namespace platen::ui {

class ElidedLabel;
class ExportNotice;
class FitPanel;
class MessageBar;
class OptionsPanel;
class PageViews;
class PhotoListPanel;
class ProjectActions;
class ProjectKeeper;
class RecentFiles;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  // `journals`: folder for edits of work that has no name yet; empty: the user's own.
  explicit MainWindow(const std::filesystem::path& journals = {}, QWidget* parent = nullptr);
  ~MainWindow() override;

  // Photos, folders, or a project; the first new photo comes into view if none is.
  void open(const std::vector<std::filesystem::path>& files_or_folders);

  [[nodiscard]] Workspace& workspace() { return workspace_; }
  [[nodiscard]] Engine& engine() { return engine_; }
  [[nodiscard]] ProjectKeeper& keeper() { return *keeper_; }
  // What was left of work without a name, if anything is there: at a start without files.
  void recover();
  // Asks about it, at a start with files.
  void offerLastSession() { sessions_->offer(); }
  [[nodiscard]] MessageBar& bar() { return *bar_; }
  [[nodiscard]] PageViews& views() { return *views_; }
  [[nodiscard]] PhotoListPanel& list() { return *list_; }
  [[nodiscard]] OptionsPanel& options() { return *options_; }
  [[nodiscard]] Actions& actions() { return *actions_; }

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  void makePanels();
  void makeMenus();
  void connectActions();
  void connectFileActions();
  void connectViewActions();
  void showCurrent();
  void showTitle();
  void refresh();
  void turn(int quarter_turns);
  void copyShape();
  void connectOptions();
  void applyOptions(const std::vector<int>& photos);
  void setPresets(const std::optional<Presets>& presets);
  void closePhotos(const std::vector<int>& photos);
  void closeAtOnce(const std::vector<QPointer<PhotoSession>>& photos);
  void exportPhotos(const std::vector<int>& photos);
  void nextUnsure();
  void showLayers();
  void keepLayout();
  void restoreLayout();

  Engine engine_;
  Workspace workspace_;
  QUndoGroup history_;
  std::unique_ptr<ProjectKeeper> keeper_;
  bool may_close_ = false;
  Actions* actions_;
  PageViews* views_;
  PhotoListPanel* list_;
  FitPanel* fit_;
  OptionsPanel* options_;
  RecentFiles* recent_;
  ProjectActions* projects_;
  MessageBar* bar_;
  LastSessions* sessions_ = nullptr;
  QMenu* recent_menu_ = nullptr;
  ExportNotice* export_notice_ = nullptr;
  QLabel* place_;         // of the cursor
  ElidedLabel* message_;  // what is to be known of the photo in view
};

}  // namespace platen::ui
