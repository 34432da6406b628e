#include "ui/window/main_window.h"

#include "ui/panel/elided_label.h"
#include "ui/panel/fit_panel.h"
#include "ui/panel/options_panel.h"
#include "ui/panel/photo_list_panel.h"
#include "ui/window/drawn_icons.h"
#include "ui/window/export_dialog.h"
#include "ui/window/language_menu.h"
#include "ui/window/message_bar.h"
#include "ui/window/page_views.h"
#include "ui/window/project_actions.h"
#include "ui/window/recent_files.h"
#include "ui/window/theme.h"
#include "ui/window/typed_keys.h"
#include "ui/words/engine_words.h"

#include <algorithm>
#include <system_error>

#include <QActionGroup>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLabel>
#include <QListView>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QScrollArea>
#include <QSettings>
#include <QSplitter>
#include <QStandardPaths>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

namespace platen::ui {
namespace {

constexpr int kLayoutVersion = 1;  // another one forgets what was kept

std::vector<std::filesystem::path> filesOf(const QMimeData& dropped) {
  std::vector<std::filesystem::path> files;
  for (const QUrl& url : dropped.urls()) {
    if (url.isLocalFile()) {
      files.push_back(pathOf(url.toLocalFile()));
    }
  }
  return files;
}

std::filesystem::path ownJournals() {
  return pathOf(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)) / "journals";
}

}  // namespace

MainWindow::MainWindow(const std::filesystem::path& journals, QWidget* parent)
    : QMainWindow(parent),
      workspace_(engine_),
      keeper_(std::make_unique<ProjectKeeper>(workspace_, journals.empty() ? ownJournals() : journals)),
      actions_(new Actions(this)),
      views_(new PageViews(engine_, this)),
      list_(new PhotoListPanel(workspace_, this)),
      fit_(new FitPanel(this)),
      options_(new OptionsPanel(this)),
      recent_(new RecentFiles(this)),
      projects_(new ProjectActions(*keeper_, *actions_, *this)),
      bar_(new MessageBar(this)),
      place_(new QLabel(this)),
      message_(new ElidedLabel(this)) {
  setObjectName(QStringLiteral("MainWindow"));
  setAcceptDrops(true);
  new TypedKeys(this);
  auto* middle = new QWidget(this);
  auto* column = new QVBoxLayout(middle);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(bar_);
  column->addWidget(views_, 1);
  setCentralWidget(middle);
  resize(QSize(1400, 900).boundedTo(screen()->availableSize() * 9 / 10));
  makePanels();
  makeMenus();
  connectFileActions();
  connectViewActions();
  connectActions();
  connectOptions();
  statusBar()->addWidget(message_, 1);
  statusBar()->addPermanentWidget(place_);
  connect(&workspace_, &Workspace::currentChanged, this, &MainWindow::showCurrent);
  connect(&workspace_, &Workspace::photoChanged, this, [this](int index) {
    if (index >= 0 && &workspace_.photo(index) == workspace_.current()) {
      refresh();
    }
  });
  connect(views_, &PageViews::pageChanged, this, &MainWindow::refresh);
  connect(&workspace_, &Workspace::foldersAdded, this, [this](int photos) {
    statusBar()->showMessage(photos > 0 ? QString() : tr("No new photo was found there"), 8000);
  });
  connect(keeper_.get(), &ProjectKeeper::changed, this, &MainWindow::showTitle);
  connect(projects_, &ProjectActions::said, this,
          [this](const QString& sentence) { statusBar()->showMessage(sentence, 8000); });
  connect(projects_, &ProjectActions::opened, this, [this](const std::filesystem::path& file) { recent_->add(file); });
  connect(views_, &PageViews::pictureFailed, this,
          [this](const QString& sentence) { statusBar()->showMessage(sentence, 8000); });
  connect(views_, &PageViews::cursorAt, this, [this](std::optional<Vec2> at) {
    place_->setText(at ? tr("%1, %2").arg(at->x, 0, 'f', 1).arg(at->y, 0, 'f', 1) : QString());
  });
  restoreLayout();
  showCurrent();
}

MainWindow::~MainWindow() {
  // Views and panels look at photos, photos ask the engine: they go in this order.
  keeper_.reset();  // writes down what it has not yet
  workspace_.disconnect(this);
  qDeleteAll(findChildren<ExportDialog*>(QString(), Qt::FindDirectChildrenOnly));
  views_->setPhoto(nullptr);
  fit_->setPhoto(nullptr, 1);
  delete views_;
  delete fit_;
  delete list_;
}

void MainWindow::makePanels() {
  const auto dock = [this](const QString& title, const char* name, QWidget* content, Qt::DockWidgetArea area) {
    auto* panel = new QDockWidget(title, this);
    panel->setObjectName(QString::fromLatin1(name));
    panel->setWidget(content);
    addDockWidget(area, panel);
    return panel;
  };
  QDockWidget* photos = dock(tr("Photos"), "photosDock", list_, Qt::LeftDockWidgetArea);
  dock(tr("Fit"), "fitDock", fit_, Qt::RightDockWidgetArea);
  auto* scroll = new QScrollArea(this);
  scroll->setWidget(options_);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMinimumWidth(options_->minimumSizeHint().width() + 24);
  QDockWidget* options = dock(tr("Options"), "optionsDock", scroll, Qt::RightDockWidgetArea);
  // Half of the window and more is the pictures', however long the words of a language are.
  resizeDocks({photos, options}, {width() / 5, width() / 4}, Qt::Horizontal);
}

void MainWindow::makeMenus() {
  QAction* undo = history_.createUndoAction(this);
  undo->setShortcuts(QKeySequence::Undo);
  QAction* redo = history_.createRedoAction(this);
  redo->setShortcuts(QKeySequence::Redo);
  // In the tool bar without what they would undo: its buttons stay where they are.
  undo->setIconText(tr("Undo"));
  redo->setIconText(tr("Redo"));
  for (const Actions::Group& group : actions_->groups()) {
    QMenu* menu = menuBar()->addMenu(group.title);
    for (QAction* action : group.actions) {
      if (action == actions_->reset) {
        menu->addActions({undo, redo});
      }
      const bool begins_part = action == actions_->reset || action == actions_->applyToSelected ||
                               action == actions_->useForNew || action == actions_->saveProject ||
                               action == actions_->exportPage || action == actions_->removePhoto ||
                               action == actions_->nextPhoto || action == actions_->rotateLeft ||
                               action == actions_->split || action == actions_->stop || action == actions_->divider ||
                               action == actions_->showGrid || action == actions_->fullScreen;
      if (begins_part) {
        menu->addSeparator();
      }
      menu->addAction(action);
      if (action == actions_->split) {
        menu->setToolTipsVisible(true);  // the status bar is silent on what can't be chosen
      }
      if (action == actions_->openFolder) {
        recent_menu_ = menu->addMenu(tr("Open &Recent"));
        sessions_ = new LastSessions(*keeper_, *projects_, *menu->addMenu(tr("Recover Sess&ion")), *bar_, this);
      }
    }
    if (group.actions.front() == actions_->zoomIn) {
      menu->addSeparator();
      addThemes(*menu->addMenu(tr("&Theme")));
      addLanguages(*menu->addMenu(tr("Lan&guage")),
                   [this](const QString& sentence) { statusBar()->showMessage(sentence, 8000); });
      menu->addSeparator();
      for (QDockWidget* panel : findChildren<QDockWidget*>()) {
        QAction* shows = panel->toggleViewAction();
        shows->setText(tr("Panel: %1").arg(panel->windowTitle()));  // "Fit" alone could be the zoom
        menu->addAction(shows);
      }
    }
  }
  auto* bar = addToolBar(tr("Tools"));
  bar->setObjectName(QStringLiteral("toolBar"));
  bar->setToolButtonStyle(Qt::ToolButtonIconOnly);
  const std::pair<QAction*, Drawing> drawings[] = {{actions_->open, Drawing::folder},
                                                   {actions_->exportPage, Drawing::pageOut},
                                                   {actions_->hand, Drawing::fourArrows},
                                                   {actions_->point, Drawing::gridPoint},
                                                   {actions_->levelStroke, Drawing::levelLine},
                                                   {actions_->uprightStroke, Drawing::uprightLine},
                                                   {actions_->spine, Drawing::book},
                                                   {undo, Drawing::undo},
                                                   {redo, Drawing::redo},
                                                   {actions_->rotateLeft, Drawing::turnLeft},
                                                   {actions_->rotateRight, Drawing::turnRight},
                                                   {actions_->divider, Drawing::beforeAfter},
                                                   {actions_->previousPhoto, Drawing::previous},
                                                   {actions_->nextPhoto, Drawing::next}};
  for (const auto& [action, drawing] : drawings) {
    action->setIcon(drawnIcon(drawing));
  }
  bar->addActions({actions_->open, actions_->exportPage});
  bar->addSeparator();
  bar->addActions(actions_->tools->actions());
  bar->addSeparator();
  bar->addActions({undo, redo});
  bar->addSeparator();
  bar->addActions({actions_->rotateLeft, actions_->rotateRight, actions_->divider});
  bar->addSeparator();
  bar->addActions({actions_->previousPhoto, actions_->nextPhoto});
}

void MainWindow::recover() {
  keeper_->recover();
}

void MainWindow::open(const std::vector<std::filesystem::path>& files_or_folders) {
  if (files_or_folders.size() == 1 && ProjectActions::isProject(files_or_folders.front())) {
    projects_->open(files_or_folders.front());
    return;
  }
  const int first = workspace_.count();
  const int added = workspace_.add(files_or_folders);
  std::vector<std::filesystem::path> opened;
  for (const std::filesystem::path& file : files_or_folders) {
    std::error_code ignored;  // of a working folder that is gone: the name stays as it was given
    const std::filesystem::path absolute = std::filesystem::absolute(file, ignored);
    opened.push_back((absolute.empty() ? file : absolute).lexically_normal());
  }
  recent_->add(opened);
  const auto known =
      std::find_if(opened.begin(), opened.end(), [this](const auto& file) { return workspace_.indexOf(file) >= 0; });
  if (added == 0 && known != opened.end()) {
    workspace_.setCurrent(workspace_.indexOf(*known));
  } else if (added == 0 && workspace_.isListing()) {
    statusBar()->showMessage(tr("Looking for photos…"));
  } else if (added == 0) {
    statusBar()->showMessage(tr("No photo was added: all of them are in the list"), 8000);
  } else if (workspace_.current() == nullptr || added == 1) {
    workspace_.setCurrent(first);
  }
}

void MainWindow::showCurrent() {
  PhotoSession* photo = workspace_.current();
  if (photo != nullptr) {
    history_.addStack(&photo->history());
  }
  history_.setActiveStack(photo != nullptr ? &photo->history() : nullptr);
  views_->setPhoto(photo);
  showTitle();
  refresh();
}

void MainWindow::showTitle() {
  const PhotoSession* photo = workspace_.current();
  QStringList parts;
  if (photo != nullptr) {
    parts += shownPath(photo->file().filename());
  }
  if (!keeper_->file().empty()) {
    parts += shownPath(keeper_->file().filename());
  }
  setWindowTitle(parts.join(QStringLiteral(" — ")) + QStringLiteral("[*]") +
                 (parts.isEmpty() ? tr("Platen") : tr(" — Platen")));
  setWindowModified(keeper_->hasUnsaved() && !keeper_->file().empty());
}

void MainWindow::refresh() {
  PhotoSession* photo = workspace_.current();
  const bool is_there = photo != nullptr;
  const bool is_fitted = is_there && !photo->state().pages.empty();
  const PhotoState state = is_there ? photo->state() : PhotoState{};
  fit_->setPhoto(photo, views_->page());
  options_->setEnabled(is_there);
  options_->setOptions(photo, state.fit, state.out, static_cast<int>(state.pages.size()));
  for (QAction* action : {actions_->exportPage, actions_->reset, actions_->freeAll, actions_->copyShape,
                          actions_->rotateLeft, actions_->rotateRight}) {
    action->setEnabled(is_fitted);
  }
  actions_->outline->setEnabled(is_there && photo->canOutline());
  actions_->forgetForNew->setEnabled(workspace_.presets().has_value());
  for (QAction* action : {actions_->applyToSelected, actions_->applyToAll, actions_->useForNew, actions_->removePhoto,
                          actions_->removeSelected, actions_->findPhoto, actions_->nextPhoto, actions_->previousPhoto,
                          actions_->nextUnsure, actions_->exportAll, actions_->exportSelected, actions_->saveProject,
                          actions_->saveProjectAs}) {
    action->setEnabled(is_there);
  }
  actions_->stop->setEnabled(is_there && photo->isFitting());
  actions_->goOn->setEnabled(is_there && !photo->isFitting());
  const bool has_more = state.pages.size() > 1;
  const bool is_book = is_there && photo->isOpenBook();
  const bool is_known = is_there && photo->openedPhoto() != nullptr;
  actions_->setShows(!is_there  ? Actions::Shows::nothing
                     : is_book  ? Actions::Shows::openBook
                     : is_known ? Actions::Shows::onePage
                                : Actions::Shows::notKnown);
  actions_->onePage->setEnabled(is_book);
  actions_->nextPage->setEnabled(has_more);
  actions_->previousPage->setEnabled(has_more);
  QString said;
  QString notice;
  if (!is_there) {
    said = tr("Open photos, or drop them here");
    const QString key = actions_->open->shortcut().toString(QKeySequence::NativeText);
    notice = tr("Drop photos or folders here, or open them from the File menu (%1)").arg(key);
  } else if (!photo->errors().empty()) {
    const auto of_page = photo->errors().find(views_->page());
    said = photoErrorWords((of_page != photo->errors().end() ? of_page : photo->errors().begin())->second);
    notice = shownPath(photo->file().filename()) + QStringLiteral("\n\n") + said;
  } else if (has_more) {
    said = tr("Page %1 of %2").arg(views_->page()).arg(state.pages.size());
  }
  message_->say(said);
  views_->setNotice(notice);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!filesOf(*event->mimeData()).empty()) {
    event->acceptProposedAction();
  }
}

void MainWindow::dropEvent(QDropEvent* event) {
  open(filesOf(*event->mimeData()));
  event->acceptProposedAction();
}

// Closes at once, or comes back here when what is asked about unsaved edits has been answered.
void MainWindow::closeEvent(QCloseEvent* event) {
  if (!may_close_) {
    const auto is_asked = std::make_shared<bool>(false);
    projects_->beforeLeaving([this, is_asked] {
      may_close_ = true;
      if (*is_asked) {
        close();
      }
    });
    *is_asked = true;
  }
  event->setAccepted(may_close_);
  if (may_close_) {
    keepLayout();
  }
}

void MainWindow::keepLayout() {
  QSettings settings;
  settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
  settings.setValue(QStringLiteral("window/state"), saveState(kLayoutVersion));
  settings.setValue(QStringLiteral("window/splitter"), views_->splitter().saveState());
}

void MainWindow::restoreLayout() {
  const QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
  restoreState(settings.value(QStringLiteral("window/state")).toByteArray(), kLayoutVersion);
  views_->splitter().restoreState(settings.value(QStringLiteral("window/splitter")).toByteArray());
}

}  // namespace platen::ui
