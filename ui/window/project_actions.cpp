#include "ui/window/project_actions.h"

#include "ui/window/actions.h"
#include "ui/window/recent_files.h"

#include <utility>

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace platen::ui {
namespace {

constexpr auto kEnding = ".platen";

}  // namespace

ProjectActions::ProjectActions(ProjectKeeper& keeper, Actions& actions, QWidget& window)
    : QObject(&window), keeper_(keeper), window_(window) {
  connect(actions.openProject, &QAction::triggered, this, &ProjectActions::choose);
  connect(actions.saveProject, &QAction::triggered, this, &ProjectActions::save);
  connect(actions.saveProjectAs, &QAction::triggered, this, &ProjectActions::saveAs);
  connect(&keeper_, &ProjectKeeper::failed, this, [this](const QString& sentence) {
    after_saving_ = nullptr;
    is_older_ = false;
    Q_EMIT said(sentence);
  });
  connect(&keeper_, &ProjectKeeper::saved, this, [this] {
    Q_EMIT said(tr("Saved"));
    if (const std::function<void()> go_on = std::exchange(after_saving_, nullptr)) {
      go_on();
    }
  });
  connect(&keeper_, &ProjectKeeper::opened, this, [this](const QStringList& notes) {
    QStringList all = notes;
    if (!keeper_.file().empty()) {
      Q_EMIT opened(keeper_.file());
      if (keeper_.hasUnsaved()) {
        all.prepend(tr("Edits that were never saved are back"));
      }
    } else if (std::exchange(is_older_, false)) {
      all.prepend(tr("The photos and edits of that session are back"));
    } else {
      all.prepend(tr("The photos and edits of the last session, which were never saved, are back"));
    }
    if (!all.isEmpty()) {
      Q_EMIT said(all.join(QStringLiteral(". ")));
    }
  });
  connect(&keeper_, &ProjectKeeper::conflict, this, &ProjectActions::askWhichToKeep);
  connect(&keeper_, &ProjectKeeper::changedByOthers, this, &ProjectActions::askToOverwrite);
}

bool ProjectActions::isProject(const std::filesystem::path& file) {
  return file.extension() == kEnding;
}

void ProjectActions::open(const std::filesystem::path& file) {
  beforeLeaving([this, file] { keeper_.open(file); });
}

void ProjectActions::recover(const std::filesystem::path& journal, bool is_last) {
  beforeLeaving([this, journal, is_last] {
    is_older_ = !is_last;
    keeper_.recover(journal, is_last);
  });
}

void ProjectActions::choose() {
  const QString file = QFileDialog::getOpenFileName(&window_, tr("Open Project"), QString(),
                                                    tr("Platen projects (*%1)").arg(QLatin1String(kEnding)));
  if (!file.isEmpty()) {
    open(pathOf(file));
  }
}

void ProjectActions::save() {
  if (keeper_.file().empty()) {
    saveAs();
  } else {
    keeper_.save();
  }
}

void ProjectActions::saveAs() {
  QString file = QFileDialog::getSaveFileName(&window_, tr("Save Project"), shownPath(keeper_.file()),
                                              tr("Platen projects (*%1)").arg(QLatin1String(kEnding)));
  if (file.isEmpty()) {
    after_saving_ = nullptr;
    return;
  }
  if (file.endsWith(QLatin1String(kEnding))) {
    keeper_.saveAs(pathOf(file));
    return;
  }
  file += QLatin1String(kEnding);
  if (QFileInfo::exists(file)) {
    askToReplace(file);  // the dialog has asked about another name
  } else {
    keeper_.saveAs(pathOf(file));
  }
}

void ProjectActions::askToReplace(const QString& file) {
  QMessageBox* box = ask(tr("Save Project"), tr("%1 is there already.").arg(QFileInfo(file).fileName()),
                         tr("Replace it? What is in it is lost."));
  auto* replace = box->addButton(tr("&Replace"), QMessageBox::DestructiveRole);
  box->setDefaultButton(box->addButton(QMessageBox::Cancel));
  connect(box, &QMessageBox::finished, this, [this, box, replace, file] {
    if (box->clickedButton() == replace) {
      keeper_.saveAs(pathOf(file));
    } else {
      after_saving_ = nullptr;
    }
  });
  box->open();
}

QMessageBox* ProjectActions::ask(const QString& title, const QString& text, const QString& more) {
  auto* box = new QMessageBox(QMessageBox::Question, title, text, QMessageBox::NoButton, &window_);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setInformativeText(more);
  box->setWindowModality(Qt::WindowModal);
  return box;
}

void ProjectActions::beforeLeaving(std::function<void()> go_on) {
  // Work without a name is not asked about: it is there again at the next start.
  if (!keeper_.hasUnsaved() || keeper_.file().empty()) {
    go_on();
    return;
  }
  QMessageBox* box = ask(tr("Save Project"), tr("Save the changes to %1?").arg(shownPath(keeper_.file().filename())),
                         tr("Otherwise they are lost."));
  auto* keep = box->addButton(QMessageBox::Save);
  auto* lose = box->addButton(QMessageBox::Discard);
  box->addButton(QMessageBox::Cancel);
  connect(keep, &QPushButton::clicked, this, [this, go_on] {
    after_saving_ = go_on;
    save();
  });
  connect(lose, &QPushButton::clicked, this, [this, go_on] {
    keeper_.discard();
    go_on();
  });
  box->open();
}

void ProjectActions::askWhichToKeep() {
  QMessageBox* box = ask(tr("Open Project"), tr("The project was changed elsewhere after its last edits here."),
                         tr("These edits were never saved. Go on with them, or with the file as it is now?"));
  auto* edits = box->addButton(tr("&Edits"), QMessageBox::AcceptRole);
  box->addButton(tr("&File"), QMessageBox::RejectRole);
  connect(box, &QMessageBox::finished, this, [this, box, edits] { keeper_.settle(box->clickedButton() == edits); });
  box->open();
}

void ProjectActions::askToOverwrite(const QString& sentence) {
  QMessageBox* box = ask(tr("Save Project"), sentence, tr("Save all the same?"));
  auto* save_it = box->addButton(QMessageBox::Save);
  box->addButton(QMessageBox::Cancel);
  connect(box, &QMessageBox::finished, this, [this, box, save_it] {
    if (box->clickedButton() == save_it) {
      keeper_.save(true);
    } else {
      after_saving_ = nullptr;
    }
  });
  box->open();
}

}  // namespace platen::ui
