#include "ui/window/export_form.h"

#include "ui/window/export_target.h"
#include "ui/window/recent_files.h"

#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>

namespace platen::ui {
namespace {

constexpr auto kFormat = "export/format";
constexpr auto kKeepsWarps = "export/keepsWarps";

// File dialogs' names of formats, in the order of FileFormat without `automatic`.
const QStringList& filters() {
  static const QStringList kFilters{
      QStringLiteral("JPEG (*.jpg *.jpeg *.JPG *.JPEG)"), QStringLiteral("PNG (*.png *.PNG)"),
      QStringLiteral("TIFF (*.tif *.tiff *.TIF *.TIFF)"), QStringLiteral("PDF (*.pdf *.PDF)")};
  return kFilters;
}

}  // namespace

ExportForm::ExportForm(bool is_of_one_photo,
                       std::filesystem::path work,
                       const std::filesystem::path& suggested,
                       QWidget* parent)
    : QWidget(parent),
      is_of_one_photo_(is_of_one_photo),
      work_(std::move(work)),
      target_(new QLineEdit(this)),
      folder_(new QPushButton(tr("Fol&der…"), this)),
      file_(new QPushButton(tr("F&ile…"), this)),
      format_(new QComboBox(this)),
      keeps_warps_(new QCheckBox(tr("Keep each photo's &warp beside its pages (NAME.warp.json)"), this)) {
  target_->setPlaceholderText(is_of_one_photo ? tr("A folder, or a file: .jpg, .png, .tif or .pdf")
                                              : tr("A folder, or a .pdf or .tif file that takes all pages"));
  target_->setAccessibleName(tr("Folder or file"));
  // Formats are called the same in all languages, and in the order of FileFormat.
  format_->addItems({tr("Like the photo"), QStringLiteral("JPEG"), QStringLiteral("PNG"), QStringLiteral("TIFF"),
                     QStringLiteral("PDF")});
  const QSettings settings;
  chosen_ = qBound(0, settings.value(QLatin1String(kFormat), 0).toInt(), format_->count() - 1);
  format_->setCurrentIndex(chosen_);
  keeps_warps_->setChecked(settings.value(QLatin1String(kKeepsWarps), false).toBool());
  folder_->setAutoDefault(false);
  file_->setAutoDefault(false);
  auto* where = new QHBoxLayout;
  where->addWidget(target_, 1);
  where->addWidget(folder_);
  where->addWidget(file_);
  auto* to = new QLabel(tr("&To:"), this);
  to->setBuddy(target_);
  auto* form = new QFormLayout(this);
  form->setContentsMargins(0, 0, 0, 0);
  form->addRow(to, where);
  form->addRow(tr("&Format:"), format_);
  form->addRow(QString(), keeps_warps_);
  connect(folder_, &QPushButton::clicked, this, &ExportForm::chooseFolder);
  connect(file_, &QPushButton::clicked, this, &ExportForm::chooseFile);
  connect(target_, &QLineEdit::textChanged, this, &ExportForm::followName);
  connect(format_, &QComboBox::activated, this, &ExportForm::followFormat);
  const QString last = rememberedTarget(work_);
  target_->setText(last.isEmpty() ? shownPath(suggested) : last);
  target_->selectAll();
}

FileFormat ExportForm::format() const {
  return static_cast<FileFormat>(format_->currentIndex());
}

bool ExportForm::keepsWarps() const {
  return keeps_warps_->isChecked();
}

QString ExportForm::makeWhole() {
  target_->setText(wholeTarget(target_->text()));
  return target_->text();
}

void ExportForm::remember() const {
  QSettings settings;
  settings.setValue(QLatin1String(kFormat), chosen_);
  settings.setValue(QLatin1String(kKeepsWarps), keeps_warps_->isChecked());
  rememberTarget(work_, target_->text(), is_of_one_photo_);
}

void ExportForm::chooseFolder() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Export to Folder"), wholeTarget(target_->text()));
  if (!folder.isEmpty()) {
    target_->setText(folder);
  }
}

void ExportForm::chooseFile() {
  QStringList offered;  // documents first
  for (int format = static_cast<int>(filters().size()); format > 0; --format) {
    if (is_of_one_photo_ || takesAllPages(static_cast<FileFormat>(format), false)) {
      offered.append(filters()[format - 1]);
    }
  }
  const FileFormat before = formatNamed(target_->text());
  QString filter = before != FileFormat::automatic ? filters()[static_cast<int>(before) - 1] : QString();
  if (!offered.contains(filter)) {
    filter = is_of_one_photo_ ? filters().first() : offered.first();
  }
  // Whether it may be replaced is asked once, at the start.
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Export to File"), wholeTarget(target_->text()),
                                   offered.join(QLatin1String(";;")), &filter, QFileDialog::DontConfirmOverwrite);
  if (file.isEmpty()) {
    return;
  }
  const auto chosen = static_cast<FileFormat>(filters().indexOf(filter) + 1);  // automatic where it is none of ours
  target_->setText(isFile(formatNamed(file)) ? file : file + namedFor({}, chosen));
}

bool ExportForm::isFile(FileFormat format) const {
  return takesAllPages(format, is_of_one_photo_) || (is_of_one_photo_ && format != FileFormat::automatic);
}

void ExportForm::followName() {
  const FileFormat named = formatNamed(target_->text());
  is_named_ = isFile(named);
  format_->setCurrentIndex(is_named_ ? static_cast<int>(named) : chosen_);
}

void ExportForm::followFormat(int index) {
  if (!is_named_) {
    chosen_ = index;
  } else if (isFile(static_cast<FileFormat>(index))) {
    target_->setText(namedFor(target_->text(), static_cast<FileFormat>(index)));
    followName();
  }
}

}  // namespace platen::ui
