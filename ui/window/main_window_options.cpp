// Options of the photo in view, of others like it, and of those that are to come.
#include "ui/panel/fit_panel.h"
#include "ui/panel/options_panel.h"
#include "ui/panel/photo_list_panel.h"
#include "ui/window/apply_options_dialog.h"
#include "ui/window/main_window.h"

#include <algorithm>
#include <numeric>

#include <QSettings>
#include <QStatusBar>

namespace platen::ui {
namespace {

constexpr auto kPresets = "presets";

}  // namespace

void MainWindow::connectOptions() {
  connect(options_, &OptionsPanel::fitEdited, this, [this](const FitOptions& options, const QString& what) {
    if (workspace_.current() != nullptr) {
      workspace_.current()->setFitOptions(options, tr("Change %1").arg(what));
    }
  });
  connect(options_, &OptionsPanel::exportEdited, this, [this](const ExportOptions& options, const QString& what) {
    if (workspace_.current() != nullptr) {
      workspace_.current()->setExportOptions(options, tr("Change %1").arg(what));
    }
  });
  connect(fit_, &FitPanel::outlineWanted, actions_->outline, &QAction::trigger);
  options_->setActions({actions_->applyToSelected, actions_->applyToAll, actions_->useForNew, actions_->forgetForNew});
  connect(actions_->applyToSelected, &QAction::triggered, this, [this] { applyOptions(list_->selected()); });
  connect(actions_->applyToAll, &QAction::triggered, this, [this] {
    std::vector<int> all(static_cast<std::size_t>(workspace_.count()));
    std::iota(all.begin(), all.end(), 0);
    applyOptions(all);
  });
  connect(actions_->useForNew, &QAction::triggered, this, [this] {
    if (const PhotoSession* photo = workspace_.current()) {
      setPresets(Presets{photo->state().fit, photo->state().out});
      statusBar()->showMessage(tr("Photos that are opened from now on have these options"), 8000);
    }
  });
  connect(actions_->forgetForNew, &QAction::triggered, this, [this] {
    setPresets(std::nullopt);
    statusBar()->showMessage(tr("Photos that are opened from now on have the program's own options"), 8000);
  });
  connect(&workspace_, &Workspace::presetsChanged, this, &MainWindow::refresh);
  workspace_.setPresets(pipeline::presetsOfText(QSettings().value(QLatin1String(kPresets)).toString().toStdString()));
}

void MainWindow::setPresets(const std::optional<Presets>& presets) {
  workspace_.setPresets(presets);
  QSettings settings;
  if (presets) {
    settings.setValue(QLatin1String(kPresets), QString::fromStdString(pipeline::textOf(*presets)));
  } else {
    settings.remove(QLatin1String(kPresets));
  }
}

void MainWindow::applyOptions(const std::vector<int>& photos) {
  PhotoSession* from = workspace_.current();
  std::vector<PhotoSession*> to;
  for (const int index : photos) {
    if (&workspace_.photo(index) != from) {
      to.push_back(&workspace_.photo(index));
    }
  }
  if (from == nullptr || to.empty()) {
    statusBar()->showMessage(tr("Select other photos in the list first"), 8000);
    return;
  }
  auto* dialog = new ApplyOptionsDialog(*from, to, this);
  if (dialog->isEmpty()) {
    dialog->deleteLater();
    statusBar()->showMessage(tr("These photos have the same options already"), 8000);
    return;
  }
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    const std::vector<PhotoSession::OptionsOfOne> edits = dialog->edits();
    const int count = static_cast<int>(edits.size()) - 1;  // without the one that they are from
    if (count > 0) {
      PhotoSession::setOptionsOfMany(
          edits, count == 1 ? tr("Apply Options to 1 Photo") : tr("Apply Options to %n Photos", nullptr, count));
      statusBar()->showMessage(
          count == 1 ? tr("1 photo has these options now") : tr("%n photos have these options now", nullptr, count),
          8000);
    }
  });
  dialog->open();
}

}  // namespace platen::ui
