#include "ui/window/export_dialog.h"

#include "ui/panel/option_editor.h"
#include "ui/window/recent_files.h"

#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
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
      format_(new QComboBox(this)),
      keeps_warps_(new QCheckBox(tr("Keep each photo's &warp beside its pages (NAME.warp.json)"), this)),
      progress_(new QProgressBar(this)),
      said_(new QLabel(this)),
      failures_(new QListWidget(this)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Export %n photo(s)", nullptr, static_cast<int>(photos_.size())));
  const QSettings settings;
  target_->setText(settings.value(QLatin1String(kTarget)).toString());
  target_->setPlaceholderText(tr("A folder, or a .pdf file that takes all pages"));
  for (const std::string_view name : EnumNames<FileFormat>::kNames) {
    format_->addItem(shownOption(name));
  }
  format_->setCurrentIndex(settings.value(QLatin1String(kFormat), 0).toInt());
  keeps_warps_->setChecked(settings.value(QLatin1String(kKeepsWarps), false).toBool());
  auto* browse = new QPushButton(tr("&Browse…"), this);
  auto* where = new QHBoxLayout;
  where->addWidget(target_, 1);
  where->addWidget(browse);
  auto* form = new QFormLayout;
  form->addRow(tr("&To:"), where);
  form->addRow(tr("&Format:"), format_);
  form->addRow(QString(), keeps_warps_);
  target_->setAccessibleName(tr("Folder or PDF file"));
  said_->setWordWrap(true);
  said_->setTextFormat(Qt::PlainText);
  failures_->setAccessibleName(tr("Pages that failed"));
  failures_->setWordWrap(true);
  failures_->hide();
  auto* buttons = new QDialogButtonBox(this);
  start_ = buttons->addButton(tr("&Export"), QDialogButtonBox::ActionRole);
  close_ = buttons->addButton(QDialogButtonBox::Cancel);
  start_->setDefault(true);
  auto* all = new QVBoxLayout(this);
  all->addLayout(form);
  all->addWidget(progress_);
  all->addWidget(said_);
  all->addWidget(failures_, 1);
  all->addWidget(buttons);
  progress_->setRange(0, static_cast<int>(photos_.size()));
  progress_->setValue(0);
  connect(browse, &QPushButton::clicked, this, &ExportDialog::choose);
  connect(start_, &QPushButton::clicked, this, &ExportDialog::start);
  connect(close_, &QPushButton::clicked, this, &ExportDialog::reject);
  resize(560, sizeHint().height());
}

ExportDialog::~ExportDialog() = default;

void ExportDialog::choose() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Export to Folder"), target_->text());
  if (!folder.isEmpty()) {
    target_->setText(folder);
  }
}

void ExportDialog::start() {
  if (target_->text().trimmed().isEmpty()) {
    showProblem(tr("Say where the pages are to go: a folder, or a .pdf file"));
    target_->setFocus();
    return;
  }
  QSettings settings;
  settings.setValue(QLatin1String(kTarget), target_->text());
  settings.setValue(QLatin1String(kFormat), format_->currentIndex());
  settings.setValue(QLatin1String(kKeepsWarps), keeps_warps_->isChecked());
  ExportPlan plan;
  // A name that ends like a folder's is one, also where it is not there yet.
  plan.out = pathOf(target_->text());
  if (plan.out.extension() != ".pdf") {
    plan.out /= "";
  }
  plan.format = static_cast<FileFormat>(format_->currentIndex());
  plan.keeps_warps = keeps_warps_->isChecked();
  std::vector<PhotoSession*> photos;
  for (const QPointer<PhotoSession>& photo : photos_) {
    if (photo) {
      photos.push_back(photo);
    }
  }
  export_ = std::make_unique<PageExport>(engine_, photos, std::move(plan));
  if (!export_->problems().empty()) {
    showProblem(QString::fromStdString(export_->problems().front()));
    export_.reset();
    return;
  }
  for (QWidget* input : {static_cast<QWidget*>(target_), static_cast<QWidget*>(format_),
                         static_cast<QWidget*>(keeps_warps_), static_cast<QWidget*>(start_)}) {
    input->setEnabled(false);
  }
  failures_->clear();
  connect(export_.get(), &PageExport::progressed, this, &ExportDialog::follow);
  connect(export_.get(), &PageExport::finished, this, [this] {
    follow();
    close_->setText(tr("Close"));
    if (failures_->count() == 0 && export_->photosDone() == export_->photosTotal()) {
      accept();
    }
  });
  export_->start();
}

void ExportDialog::follow() {
  progress_->setValue(export_->photosDone());
  said_->setText(tr("%n page(s) written", nullptr, export_->pagesWritten()));
  const auto& failures = export_->failures();
  for (std::size_t k = static_cast<std::size_t>(failures_->count()); k < failures.size(); ++k) {
    const QString name = shownPath(failures[k].photo.filename());
    const QString which = failures[k].page > 0 ? tr("%1, page %2").arg(name).arg(failures[k].page) : name;
    failures_->addItem(tr("%1: %2").arg(which, QString::fromStdString(failures[k].message)));
  }
  failures_->setVisible(failures_->count() > 0);
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
