#include "ui/window/export_dialog.h"

#include "ui/panel/option_editor.h"
#include "ui/window/export_target.h"
#include "ui/window/recent_files.h"

#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

namespace platen::ui {
namespace {

constexpr auto kTarget = "export/target";
constexpr auto kFormat = "export/format";
constexpr auto kKeepsWarps = "export/keepsWarps";

}  // namespace

ExportDialog::ExportDialog(Engine& engine, const std::vector<PhotoSession*>& photos, QWidget* parent)
    : QDialog(parent),
      engine_(engine),
      photos_(photos.begin(), photos.end()),
      target_(new QLineEdit(this)),
      folder_(new QPushButton(tr("Fol&der…"), this)),
      pdf_(new QPushButton(tr("&PDF…"), this)),
      format_(new QComboBox(this)),
      keeps_warps_(new QCheckBox(tr("Keep each photo's &warp beside its pages (NAME.warp.json)"), this)),
      progress_(new QProgressBar(this)),
      said_(new QLabel(this)),
      report_(new QListWidget(this)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(photos_.size() == 1 ? tr("Export 1 Photo")
                                     : tr("Export %n Photos", nullptr, static_cast<int>(photos_.size())));
  const QSettings settings;
  target_->setText(settings.value(QLatin1String(kTarget)).toString());
  target_->setPlaceholderText(tr("A folder, or a .pdf file that takes all pages"));
  for (const std::string_view name : EnumNames<FileFormat>::kNames) {
    format_->addItem(shownOption(name));
  }
  format_->setCurrentIndex(settings.value(QLatin1String(kFormat), 0).toInt());
  keeps_warps_->setChecked(settings.value(QLatin1String(kKeepsWarps), false).toBool());
  folder_->setAutoDefault(false);
  pdf_->setAutoDefault(false);
  auto* where = new QHBoxLayout;
  where->addWidget(target_, 1);
  where->addWidget(folder_);
  where->addWidget(pdf_);
  auto* to = new QLabel(tr("&To:"), this);
  to->setBuddy(target_);
  auto* form = new QFormLayout;
  form->addRow(to, where);
  form->addRow(tr("&Format:"), format_);
  form->addRow(QString(), keeps_warps_);
  target_->setAccessibleName(tr("Folder or PDF file"));
  said_->setWordWrap(true);
  said_->setTextFormat(Qt::PlainText);
  report_->setAccessibleName(tr("Pages that failed, and remarks on others"));
  report_->setWordWrap(true);
  report_->hide();
  auto* buttons = new QDialogButtonBox(this);
  start_ = buttons->addButton(tr("&Export"), QDialogButtonBox::ActionRole);
  close_ = buttons->addButton(QDialogButtonBox::Cancel);
  start_->setDefault(true);
  auto* all = new QVBoxLayout(this);
  all->addLayout(form);
  all->addWidget(progress_);
  all->addWidget(said_);
  all->addWidget(report_, 1);
  all->addWidget(buttons);
  progress_->setRange(0, static_cast<int>(photos_.size()));
  progress_->setValue(0);
  connect(folder_, &QPushButton::clicked, this, &ExportDialog::chooseFolder);
  connect(pdf_, &QPushButton::clicked, this, &ExportDialog::choosePdf);
  connect(start_, &QPushButton::clicked, this, &ExportDialog::start);
  connect(close_, &QPushButton::clicked, this, &ExportDialog::reject);
  resize(560, sizeHint().height());
}

ExportDialog::~ExportDialog() = default;

void ExportDialog::chooseFolder() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Export to Folder"), wholeTarget(target_->text()));
  if (!folder.isEmpty()) {
    target_->setText(folder);
  }
}

void ExportDialog::choosePdf() {
  // Whether it may be replaced is asked once, at the start.
  QString file = QFileDialog::getSaveFileName(this, tr("Export to PDF"), wholeTarget(target_->text()),
                                              tr("PDF (*.pdf *.PDF)"), nullptr, QFileDialog::DontConfirmOverwrite);
  if (!file.isEmpty()) {
    target_->setText(isNamedLikePdf(file) ? file : file + QLatin1String(".pdf"));
  }
}

void ExportDialog::start() {
  target_->setText(wholeTarget(target_->text()));
  if (target_->text().isEmpty()) {
    showProblem(tr("Say where the pages are to go: a folder, or a .pdf file"));
    target_->setFocus();
    return;
  }
  QSettings settings;
  settings.setValue(QLatin1String(kTarget), target_->text());
  settings.setValue(QLatin1String(kFormat), format_->currentIndex());
  settings.setValue(QLatin1String(kKeepsWarps), keeps_warps_->isChecked());
  ExportPlan plan;
  plan.out = exportTarget(target_->text());
  plan.format = static_cast<FileFormat>(format_->currentIndex());
  plan.keeps_warps = keeps_warps_->isChecked();
  std::vector<PhotoSession*> photos;
  // A document takes all pages or none; in a folder those that are there stay.
  const bool is_document = isNamedLikePdf(target_->text());
  for (const QPointer<PhotoSession>& photo : left_.empty() || is_document ? photos_ : left_) {
    if (photo) {
      photos.push_back(photo);
    }
  }
  export_ = std::make_unique<PageExport>(engine_, photos, plan);
  if (!export_->problems().empty()) {
    showProblem(QString::fromStdString(export_->problems().front()));
    export_.reset();
    return;
  }
  for (PhotoSession* photo : photos) {
    if (!left_.empty() && photo->state().pages.empty() && !photo->errors().empty()) {
      photo->goOn();  // what failed is tried again
    }
  }
  if (const std::vector<std::filesystem::path> files = filesToReplace(photos, plan); !files.empty()) {
    plan.may_replace = {files.begin(), files.end()};
    export_ = std::make_unique<PageExport>(engine_, photos, plan);
    askToReplace(files);
  } else {
    begin();
  }
}

void ExportDialog::askToReplace(const std::vector<std::filesystem::path>& files) {
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
  box->setDefaultButton(QMessageBox::Cancel);
  connect(box, &QMessageBox::finished, this, [this, box, replace] {
    if (box->clickedButton() == replace) {
      begin();
    } else {
      export_.reset();
    }
  });
  box->open();
}

void ExportDialog::enable(bool on) {
  for (QWidget* input :
       {static_cast<QWidget*>(target_), static_cast<QWidget*>(format_), static_cast<QWidget*>(keeps_warps_),
        static_cast<QWidget*>(folder_), static_cast<QWidget*>(pdf_), static_cast<QWidget*>(start_)}) {
    input->setEnabled(on);
  }
}

void ExportDialog::begin() {
  enable(false);
  close_->setText(tr("Cancel"));
  report_->clear();
  failures_shown_ = remarks_shown_ = 0;
  progress_->setRange(0, export_->photosTotal());
  connect(export_.get(), &PageExport::progressed, this, &ExportDialog::follow);
  connect(export_.get(), &PageExport::finished, this, &ExportDialog::end);
  export_->start();
}

// What failed can be tried again, somewhere else perhaps; what has been written is not written twice.
void ExportDialog::end() {
  follow();
  close_->setText(tr("Close"));
  left_.clear();
  for (PhotoSession* photo : export_->unfinished()) {
    left_.emplace_back(photo);
  }
  if (!left_.empty()) {
    enable(true);
    start_->setText(tr("&Try Again"));
    const int count = static_cast<int>(left_.size());
    const QString left = count == 1 ? tr("1 photo is left.") : tr("%n photos are left.", nullptr, count);
    said_->setText((export_->isCancelled() ? tr("Stopped.") + QLatin1Char(' ') : QString()) + said_->text() +
                   QStringLiteral(". ") + left);
  } else if (export_->failures().empty() && export_->remarks().empty()) {
    accept();
  } else {
    start_->hide();
  }
}

void ExportDialog::follow() {
  progress_->setValue(export_->photosDone());
  const int pages = export_->pagesWritten();
  said_->setText(pages == 1 ? tr("1 page written") : tr("%n pages written", nullptr, pages));
  const auto add = [this](const QString& mark, const PageExport::Failure& failure) {
    const QString name = shownPath(failure.photo.filename());
    const QString which = failure.page > 0 ? tr("%1, page %2").arg(name).arg(failure.page) : name;
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

void ExportDialog::showProblem(const QString& sentence) {
  said_->setText(sentence);
}

void ExportDialog::reject() {
  if (export_ && export_->isRunning()) {
    export_->cancel();
    said_->setText(tr("Stopping…"));
    return;
  }
  QDialog::reject();
}

}  // namespace platen::ui
