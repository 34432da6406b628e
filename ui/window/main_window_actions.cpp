// What the window's actions do.
#include "ui/panel/options_panel.h"
#include "ui/panel/photo_list_panel.h"
#include "ui/session/project_keeper.h"
#include "ui/window/about.h"
#include "ui/window/export_dialog.h"
#include "ui/window/export_notice.h"
#include "ui/window/main_window.h"
#include "ui/window/page_views.h"
#include "ui/window/photo_menu.h"
#include "ui/window/recent_files.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <QActionGroup>
#include <QFileDialog>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>

namespace platen::ui {
namespace {

constexpr auto kLastFolder = "lastFolder";

QString lastFolder() {
  return QSettings().value(QLatin1String(kLastFolder)).toString();
}

}  // namespace

void MainWindow::connectFileActions() {
  connect(actions_->open, &QAction::triggered, this, [this] {
    const QStringList chosen = QFileDialog::getOpenFileNames(
        this, tr("Open Photos"), lastFolder(),
        tr("Photos (*.jpg *.jpeg *.jpe *.jfif *.png *.tif *.tiff *.webp *.jp2 *.j2k *.jpf *.heic *.heif *.avif *.pdf "
           "*.JPG *.JPEG *.PNG *.TIF *.TIFF *.WEBP *.JP2 *.HEIC *.PDF);;All files (*)"));
    std::vector<std::filesystem::path> files;
    for (const QString& file : chosen) {
      files.push_back(pathOf(file));
    }
    if (!files.empty()) {
      QSettings().setValue(QLatin1String(kLastFolder), shownPath(files.front().parent_path()));
      open(files);
    }
  });
  connect(actions_->openFolder, &QAction::triggered, this, [this] {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open Folder"), lastFolder());
    if (!folder.isEmpty()) {
      QSettings().setValue(QLatin1String(kLastFolder), folder);
      open({pathOf(folder)});
    }
  });
  connect(recent_menu_, &QMenu::aboutToShow, this, [this] { recent_->fill(*recent_menu_); });
  connect(recent_, &RecentFiles::chosen, this, [this](const std::filesystem::path& file) { open({file}); });
  connect(actions_->removePhoto, &QAction::triggered, this,
          [this] { closePhotos({workspace_.indexOf(workspace_.current())}); });
  connect(actions_->removeSelected, &QAction::triggered, this, [this] { closePhotos(list_->selected()); });
  connect(list_, &PhotoListPanel::closeWanted, actions_->removeSelected, &QAction::trigger);
  list_->list().setContextMenuPolicy(Qt::ActionsContextMenu);
  list_->list().addActions(
      {actions_->exportSelected, actions_->applyToSelected, actions_->copyShape, actions_->removeSelected});
  export_notice_ = new ExportNotice(*statusBar());
  connect(actions_->exportPage, &QAction::triggered, this,
          [this] { exportPhotos({workspace_.indexOf(workspace_.current())}); });
  connect(actions_->exportSelected, &QAction::triggered, this, [this] {
    // Pages of a document follow each other as the photos do, however the list shows them.
    std::vector<int> selected = list_->selected();
    std::sort(selected.begin(), selected.end());
    exportPhotos(selected);
  });
  connect(actions_->exportAll, &QAction::triggered, this, [this] {
    std::vector<int> all;
    all.reserve(static_cast<std::size_t>(workspace_.count()));
    for (int index = 0; index < workspace_.count(); ++index) {
      all.push_back(index);
    }
    exportPhotos(all);
  });
  connect(actions_->quit, &QAction::triggered, this, &QWidget::close);
  connect(actions_->shortcuts, &QAction::triggered, this, [this] { showShortcuts(*actions_, this); });
  connect(actions_->about, &QAction::triggered, this, [this] { showAbout(this); });
}

void MainWindow::connectActions() {
  const auto onPhoto = [this](QAction* action, auto act) {
    connect(action, &QAction::triggered, this, [this, act] {
      if (PhotoSession* photo = workspace_.current()) {
        act(*photo);
      }
    });
  };
  onPhoto(actions_->reset, [](PhotoSession& photo) { photo.reset(); });
  onPhoto(actions_->freeAll, [this](PhotoSession& photo) { photo.clearGuides(views_->page()); });
  onPhoto(actions_->outline, [this](PhotoSession& photo) {
    photo.outlineByHand(views_->page());
    actions_->point->trigger();
  });
  onPhoto(actions_->split, [this](PhotoSession& photo) {
    photo.splitInTwo(views_->page());
    actions_->spine->trigger();  // it is seldom quite in the middle
  });
  onPhoto(actions_->onePage, [](PhotoSession& photo) { photo.takeAsOnePage(); });
  onPhoto(actions_->stop, [](PhotoSession& photo) { photo.stopFit(); });
  onPhoto(actions_->goOn, [](PhotoSession& photo) { photo.goOn(); });
  onPhoto(actions_->rotateLeft, [this](PhotoSession&) { turn(-1); });
  onPhoto(actions_->rotateRight, [this](PhotoSession&) { turn(1); });
  onPhoto(actions_->copyShape, [this](PhotoSession&) { copyShape(); });
  connect(actions_->nextPhoto, &QAction::triggered, this, [this] { list_->step(1); });
  connect(actions_->previousPhoto, &QAction::triggered, this, [this] { list_->step(-1); });
  connect(actions_->findPhoto, &QAction::triggered, list_, &PhotoListPanel::findByName);
  connect(actions_->nextUnsure, &QAction::triggered, this, &MainWindow::nextUnsure);
  connect(actions_->nextPage, &QAction::triggered, this, [this] { views_->stepPage(1); });
  connect(actions_->previousPage, &QAction::triggered, this, [this] { views_->stepPage(-1); });
  connect(actions_->fitWaiting, &QAction::toggled, this, [this](bool on) { workspace_.setFitsWaiting(on); });
}

void MainWindow::connectViewActions() {
  const std::vector<std::pair<QAction*, Tool>> tools{{actions_->hand, Tool::hand},
                                                     {actions_->point, Tool::point},
                                                     {actions_->levelStroke, Tool::levelStroke},
                                                     {actions_->uprightStroke, Tool::uprightStroke},
                                                     {actions_->spine, Tool::spine}};
  for (const auto& [action, tool] : tools) {
    connect(action, &QAction::triggered, this, [this, chosen = tool] { views_->setTool(chosen); });
  }
  views_->setTool(Tool::point);
  connect(&views_->photoView(), &PhotoView::menuWanted, this,
          [this](int page, const std::optional<Handle>& handle, QPoint at) {
            if (workspace_.current() != nullptr) {
              photoMenu(views_->photoView(), *actions_, page, handle, this)->popup(at);
            }
          });
  // Zoom goes to the view with the focus, and to both where neither has it.
  const auto zoom = [this](QAction* action, void (Canvas::*how)()) {
    connect(action, &QAction::triggered, this, [this, how] {
      Canvas* photo = &views_->photoView();
      Canvas* flat = &views_->flatView();
      if (!flat->hasFocus()) {
        (photo->*how)();
      }
      if (!photo->hasFocus()) {
        (flat->*how)();
      }
    });
  };
  zoom(actions_->zoomIn, &Canvas::zoomIn);
  zoom(actions_->zoomOut, &Canvas::zoomOut);
  zoom(actions_->zoomFit, &Canvas::zoomToFit);
  zoom(actions_->zoomActual, &Canvas::zoomToActualSize);
  connect(actions_->divider, &QAction::toggled, this,
          [this](bool on) { views_->flatView().setDivider(on ? std::optional<double>(0.5) : std::nullopt); });
  connect(actions_->fullScreen, &QAction::toggled, this, [this](bool on) {
    setWindowState(on ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
  });
  for (QAction* layer :
       {actions_->showGrid, actions_->showLines, actions_->showSides, actions_->showRules, actions_->showGuides}) {
    connect(layer, &QAction::toggled, this, &MainWindow::showLayers);
  }
  showLayers();
}

void MainWindow::showLayers() {
  OverlayLayers layers;
  layers.grid = actions_->showGrid->isChecked();
  layers.text_lines = actions_->showLines->isChecked();
  layers.sides = layers.spine = actions_->showSides->isChecked();
  layers.rules = actions_->showRules->isChecked();
  layers.pins = layers.strokes = actions_->showGuides->isChecked();
  views_->setLayers(layers);
}

// From the direction in which the page reads now.
void MainWindow::turn(int quarter_turns) {
  PhotoSession& photo = *workspace_.current();
  const PageState* page = photo.state().page(views_->page());
  if (page == nullptr) {
    return;
  }
  FitOptions options = photo.state().fit;
  const int turns = (page->fitted.fit.reading_rotation / 90 + quarter_turns + 4) & 3;
  options.rotate = static_cast<Rotation>(static_cast<int>(Rotation::deg0) + turns);
  photo.setFitOptions(options, quarter_turns > 0 ? tr("Turn Right") : tr("Turn Left"));
}

void MainWindow::copyShape() {
  PhotoSession* from = workspace_.current();
  std::vector<int> rows = list_->selected();
  const bool is_chosen = std::any_of(rows.begin(), rows.end(), [&](int row) { return &workspace_.photo(row) != from; });
  if (!is_chosen) {
    // As they were taken one after the other, however the list is sorted and whatever it shows.
    rows.clear();
    for (int row = workspace_.indexOf(from) + 1; row < workspace_.count(); ++row) {
      rows.push_back(row);
    }
  }
  std::vector<QPointer<PhotoSession>> to;
  for (const int row : rows) {
    if (&workspace_.photo(row) != from) {
      to.emplace_back(&workspace_.photo(row));
    }
  }
  const auto copy = [this, from = QPointer<PhotoSession>(from), to] {
    int copied = 0;
    for (const QPointer<PhotoSession>& photo : to) {
      copied += from && photo && photo->startFrom(*from) ? 1 : 0;
    }
    QString said =
        copied == 1 ? tr("1 photo begins from this shape") : tr("%n photos begin from this shape", nullptr, copied);
    if (const int left = static_cast<int>(to.size()) - copied; left > 0) {
      said += QStringLiteral(". ") +
              (left == 1 ? tr("1 photo of other proportions, or not opened yet, stays as it is")
                         : tr("%n photos of other proportions, or not opened yet, stay as they are", nullptr, left));
    }
    statusBar()->showMessage(said, 8000);
  };
  if (is_chosen || to.empty()) {
    copy();
    return;
  }
  // Nobody pointed at these photos: so they are counted first.
  const int count = static_cast<int>(to.size());
  auto* box = new QMessageBox(
      QMessageBox::Question, tr("Copy Shape"),
      count == 1 ? tr("Fit the photo after this one again, beginning from this shape?")
                 : tr("Fit the %n photos after this one again, beginning from this shape?", nullptr, count),
      QMessageBox::Cancel, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowModality(Qt::WindowModal);
  box->setInformativeText(tr("Select photos in the list to choose others."));
  auto* do_it = box->addButton(tr("&Copy Shape"), QMessageBox::AcceptRole);
  box->setDefaultButton(do_it);
  connect(do_it, &QPushButton::clicked, this, copy);
  box->open();
}

// One photo at once, unless something is lost that nobody could bring back; of many, fits are too much to lose to a
// slip.
void MainWindow::closePhotos(const std::vector<int>& photos) {
  std::vector<QPointer<PhotoSession>> closed;
  for (const int index : photos) {
    if (index >= 0) {
      closed.emplace_back(&workspace_.photo(index));
    }
  }
  const auto edited = static_cast<int>(std::count_if(
      closed.begin(), closed.end(), [this](const auto& photo) { return photo->hasHandWork(workspace_.presets()); }));
  const int count = static_cast<int>(closed.size());
  if (edited == 0 && count <= 1) {
    closeAtOnce(closed);
    return;
  }
  const QString question =
      count == 1   ? tr("Close %1? What was set by hand on it is lost.").arg(shownPath(closed[0]->file().filename()))
      : edited > 0 ? tr("Close %n photos? What was set by hand on %1 of them is lost.", nullptr, count).arg(edited)
                   : tr("Close %n photos? Their fits are lost.", nullptr, count);
  auto* box = new QMessageBox(QMessageBox::Question, tr("Close Photos"), question, QMessageBox::Cancel, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowModality(Qt::WindowModal);
  box->setTextFormat(Qt::PlainText);
  auto* close_them = box->addButton(tr("C&lose"), QMessageBox::DestructiveRole);
  box->setDefaultButton(QMessageBox::Cancel);
  connect(close_them, &QPushButton::clicked, this, [this, closed] { closeAtOnce(closed); });
  box->open();
}

// Then the next one of the list as it is sorted comes into view, or the one before the last.
void MainWindow::closeAtOnce(const std::vector<QPointer<PhotoSession>>& photos) {
  const auto isClosed = [&](const PhotoSession* photo) {
    return std::find(photos.begin(), photos.end(), photo) != photos.end();
  };
  if (PhotoSession* photo = workspace_.current(); photo != nullptr && isClosed(photo)) {
    const std::vector<int> shown = list_->shown();
    const auto stays = [&](int index) { return !isClosed(&workspace_.photo(index)); };
    const auto at = std::find(shown.begin(), shown.end(), workspace_.indexOf(photo));
    const auto next = std::find_if(at, shown.end(), stays);
    const auto before = std::find_if(std::make_reverse_iterator(at), shown.rend(), stays);
    if (next != shown.end() || before != shown.rend()) {
      workspace_.setCurrent(next != shown.end() ? *next : *before);
    }
  }
  for (const QPointer<PhotoSession>& photo : photos) {
    if (const int index = photo ? workspace_.indexOf(photo) : -1; index >= 0) {
      workspace_.remove(index);
    }
  }
}

void MainWindow::exportPhotos(const std::vector<int>& photos) {
  std::vector<PhotoSession*> chosen;
  for (const int index : photos) {
    if (index >= 0) {
      chosen.push_back(&workspace_.photo(index));
    }
  }
  if (chosen.empty()) {
    return;
  }
  auto* dialog = new ExportDialog(workspace_, engine_, chosen, keeper_->file(), this);
  connect(dialog, &ExportDialog::exported, export_notice_, &ExportNotice::show);
  dialog->show();
}

void MainWindow::nextUnsure() {
  const std::vector<int> shown = list_->shown();
  const auto at = std::find(shown.begin(), shown.end(), workspace_.indexOf(workspace_.current()));
  const std::size_t begin = at == shown.end() ? 0 : static_cast<std::size_t>(at - shown.begin()) + 1;
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const int index = shown[(begin + k) % shown.size()];
    const PhotoStatus status = workspace_.photo(index).status();
    if (status == PhotoStatus::needsLook || status == PhotoStatus::stopped || status == PhotoStatus::failed) {
      workspace_.setCurrent(index);
      return;
    }
  }
  statusBar()->showMessage(tr("No other photo needs a look"), 8000);
}

}  // namespace platen::ui
