#include "ui/window/export_dialog.h"

#include "ui/window/export_form.h"
#include "ui/window/export_target.h"
#include "ui/window/recent_files.h"

#include <algorithm>
#include <utility>

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace platen::ui {
namespace {

std::filesystem::path folderOf(const PhotoSession& photo) {
  return photo.file().parent_path();
}

}  // namespace

ExportDialog::ExportDialog(Workspace& workspace,
                           Engine& engine,
                           const std::vector<PhotoSession*>& photos,
                           const std::filesystem::path& project,
                           QWidget* parent)
    : QDialog(parent),
      workspace_(workspace),
      engine_(engine),
      photos_(photos.begin(), photos.end()),
      form_(new ExportForm(photos.size() == 1,
                           project.empty() ? folderOf(*photos.front()) : project,
                           folderOf(*photos.front()) / pathOf(tr("flat", "folder for pages")),
                           this)),
      progress_(new QProgressBar(this)),
      said_(new QLabel(this)),
      report_(new QListWidget(this)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(photos_.size() == 1 ? tr("Export 1 Photo")
                                     : tr("Export %n Photos", nullptr, static_cast<int>(photos_.size())));
  said_->setWordWrap(true);
  said_->setTextFormat(Qt::PlainText);
  report_->setAccessibleName(tr("Pages that failed, and remarks on others"));
  report_->setWordWrap(true);
  report_->hide();
  auto* buttons = new QDialogButtonBox(this);
  open_ = buttons->addButton(tr("&Open Folder"), QDialogButtonBox::ActionRole);
  start_ = buttons->addButton(tr("&Export"), QDialogButtonBox::ActionRole);
  close_ = buttons->addButton(QDialogButtonBox::Cancel);
  open_->setAutoDefault(false);
  open_->hide();
  start_->setDefault(true);
  auto* all = new QVBoxLayout(this);
  all->addWidget(form_);
  all->addWidget(progress_);
  all->addWidget(said_);
  all->addWidget(report_, 1);
  all->addWidget(buttons);
  QSizePolicy keeps_its_place = progress_->sizePolicy();
  keeps_its_place.setRetainSizeWhenHidden(true);
  progress_->setSizePolicy(keeps_its_place);
  progress_->hide();
  connect(start_, &QPushButton::clicked, this, &ExportDialog::start);
  connect(close_, &QPushButton::clicked, this, &ExportDialog::reject);
  connect(open_, &QPushButton::clicked, this, [this] {
    if (!showFolder(folder())) {
      say(tr("No program shows folders here: %1").arg(shownPath(folder())));
    }
  });
  target().setFocus();
  resize(600, sizeHint().height());
}

ExportDialog::~ExportDialog() = default;

QLineEdit& ExportDialog::target() {
  return form_->target();
}

std::vector<PhotoSession*> ExportDialog::photosToExport(bool is_document) const {
  std::vector<PhotoSession*> photos;
  // A document takes all pages or none; in a folder those that are there stay.
  for (const QPointer<PhotoSession>& photo : left_.empty() || is_document ? photos_ : left_) {
    if (photo) {
      photos.push_back(photo);
    }
  }
  return photos;
}

std::vector<std::filesystem::path> ExportDialog::otherPhotos() const {
  std::vector<std::filesystem::path> others;
  others.reserve(static_cast<std::size_t>(workspace_.count()));
  for (int k = 0; k < workspace_.count(); ++k) {
    others.push_back(workspace_.photo(k).file());
  }
  return others;
}

void ExportDialog::start() {
  const QString target = form_->makeWhole();
  if (target.isEmpty()) {
    say(tr("Say where the pages are to go: a folder or a file"));
    form_->target().setFocus();
    return;
  }
  ExportPlan plan;
  plan.out = exportTarget(target);
  plan.format = form_->format();
  plan.keeps_warps = form_->keepsWarps();
  plan.other_photos = otherPhotos();
  plan.written = written_;
  plan.made = made_;
  plan.tries_fits_again = !left_.empty();
  if (std::exchange(out_, plan.out) != plan.out) {
    pages_there_ = 0;
  }
  export_ = std::make_unique<PageExport>(engine_,
                                         photosToExport(takesAllPages(formatNamed(target), photos_.size() == 1)), plan);
  connect(export_.get(), &PageExport::looked, this, &ExportDialog::afterLook);
  enable(false);
  open_->hide();
  close_->setText(tr("Cancel"));
  say(tr("Looking at what is there…"));
  export_->look();
}

void ExportDialog::afterLook() {
  if (export_->problems().empty() && export_->hasLooked()) {
    if (export_->there().empty()) {
      begin({});
    } else {
      askToReplace(export_->there());
    }
    return;
  }
  enable(true);
  say(export_->problems().empty() ? QString() : QString::fromStdString(export_->problems().front()));
  target().setFocus();
}

void ExportDialog::askToReplace(const std::vector<std::filesystem::path>& files) {
  say({});
  const QString first = shownPath(files.front().filename());
  auto* box = new QMessageBox(
      QMessageBox::Question, windowTitle(),
      files.size() == 1
          ? tr("%1 is there already.").arg(first)
          : tr("%n files are there already, %1 among them.", nullptr, static_cast<int>(files.size())).arg(first),
      QMessageBox::Cancel, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowModality(Qt::WindowModal);
  box->setTextFormat(Qt::PlainText);
  box->setInformativeText(files.size() == 1 ? tr("Replace it?") : tr("Replace them?"));
  auto* replace = box->addButton(tr("&Replace"), QMessageBox::DestructiveRole);
  // A document is one file, and so is a single photo's page.
  const bool has_others =
      export_->photosTotal() > 1 && !takesAllPages(formatNamed(target().text()), photos_.size() == 1);
  auto* others = has_others ? box->addButton(tr("Only the &Others"), QMessageBox::AcceptRole) : nullptr;
  box->setDefaultButton(QMessageBox::Cancel);
  connect(box, &QMessageBox::finished, this, [this, box, replace, others, files] {
    if (box->clickedButton() == replace) {
      begin({files.begin(), files.end()});
    } else if (others != nullptr && box->clickedButton() == others) {
      export_->leaveThere();
      begin({});
    } else {
      export_.reset();
      enable(true);
    }
  });
  box->open();
}

void ExportDialog::enable(bool on) {
  form_->setEnabled(on);
  start_->setEnabled(on);
}

void ExportDialog::begin(const std::set<std::filesystem::path>& may_replace) {
  report_->clear();
  failures_shown_ = remarks_shown_ = 0;
  // Of one photo nothing tells how far it is: the bar just moves.
  progress_->setRange(0, export_->photosTotal() > 1 ? export_->photosTotal() : 0);
  progress_->show();
  form_->remember();
  connect(export_.get(), &PageExport::progressed, this, &ExportDialog::follow);
  connect(export_.get(), &PageExport::finished, this, &ExportDialog::end);
  export_->start(may_replace);
}

// What failed can be tried again, somewhere else perhaps; what has been written is not written twice.
void ExportDialog::end() {
  follow();
  progress_->setRange(0, export_->photosTotal());
  written_ = export_->written();
  for (const auto& [file, photo] : export_->made()) {
    made_.insert_or_assign(file, photo);
  }
  const bool is_document = takesAllPages(formatNamed(target().text()), photos_.size() == 1);
  pages_there_ = export_->pagesWritten() + (is_document ? 0 : pages_there_);
  left_.clear();
  for (PhotoSession* photo : export_->unfinished()) {
    left_.emplace_back(photo);
  }
  if (left_.empty() && export_->failures().empty() && export_->remarks().empty()) {
    Q_EMIT exported(writtenWords(), folder());
    accept();
    return;
  }
  close_->setText(tr("Close"));
  open_->setVisible(pages_there_ > 0);
  QString said = writtenWords();
  if (!left_.empty()) {
    enable(true);
    start_->setText(tr("&Try Again"));
    const int count = static_cast<int>(left_.size());
    said += QStringLiteral(". ") + (count == 1 ? tr("1 photo is left.") : tr("%n photos are left.", nullptr, count));
    if (export_->isCancelled()) {
      said.prepend(tr("Stopped.") + QLatin1Char(' '));
    }
  } else {
    start_->hide();
    close_->setDefault(true);
    close_->setFocus();
  }
  say(said);
}

std::filesystem::path ExportDialog::folder() const {
  return out_.has_filename() ? out_.parent_path() : out_;
}

QString ExportDialog::writtenWords() const {
  if (pages_there_ == 0) {
    return tr("%n pages written", nullptr, 0);
  }
  // The one file, if there is but one; else the folder, as one writes it.
  const bool is_one = made_.size() == 1;
  const QString where = shownPath(is_one ? made_.begin()->first : (folder() / "").parent_path());
  return pages_there_ == 1 ? tr("1 page written to %1").arg(where)
                           : tr("%n pages written to %1", nullptr, pages_there_).arg(where);
}

void ExportDialog::follow() {
  progress_->setValue(export_->photosDone());
  const int pages = export_->pagesWritten();
  QString said = pages == 1 ? tr("1 page written") : tr("%n pages written", nullptr, pages);
  const PhotoSession* photo = export_->current();
  const QString name = photo != nullptr ? shownPath(photo->file().filename()) : QString();
  if (export_->doing() == PageExport::Doing::committing) {
    said = tr("%1. The document is being put together…").arg(said);
  } else if (export_->doing() == PageExport::Doing::fitting && photo != nullptr) {
    said = tr("%1. %2 is being fitted…").arg(said, name);
  } else if (export_->doing() == PageExport::Doing::writing && photo != nullptr) {
    said = tr("%1. %2 is being written…").arg(said, name);
  }
  if (!export_->isCancelled()) {
    say(said);
  }
  const auto add = [this](const QString& mark, const PageExport::Failure& failure) {
    const QString file = shownPath(failure.photo.filename());
    const QString which = failure.page > 0 ? tr("%1, page %2").arg(file, QString::number(failure.page)) : file;
    report_->addItem(mark + tr("%1: %2").arg(which, QString::fromStdString(failure.message)));
  };
  for (; failures_shown_ < export_->failures().size(); ++failures_shown_) {
    add(QStringLiteral("✖ "), export_->failures()[failures_shown_]);
  }
  for (; remarks_shown_ < export_->remarks().size(); ++remarks_shown_) {
    add(QStringLiteral("⚠ "), export_->remarks()[remarks_shown_]);
  }
  report_->setVisible(report_->count() > 0);
}

void ExportDialog::say(const QString& sentence) {
  said_->setText(sentence);
}

void ExportDialog::reject() {
  if (export_ && export_->isRunning()) {
    say(tr("Stopping…"));
    export_->cancel();
    return;
  }
  if (export_ && !export_->hasLooked()) {  // however long the disk takes to answer
    export_.reset();
    enable(true);
    say({});
    return;
  }
  QDialog::reject();
}

}  // namespace platen::ui
