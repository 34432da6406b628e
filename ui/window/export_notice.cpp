#include "ui/window/export_notice.h"

#include "ui/window/export_target.h"
#include "ui/window/recent_files.h"

#include <QStatusBar>
#include <QToolButton>

namespace platen::ui {
namespace {

// Other messages come over the sentence; the button outlasts them.
constexpr int kSentenceMs = 20000;
constexpr int kButtonMs = 120000;

}  // namespace

ExportNotice::ExportNotice(QStatusBar& bar) : QObject(&bar), bar_(bar), open_(new QToolButton(&bar)) {
  open_->setText(tr("Open Folder"));
  open_->setAutoRaise(true);
  open_->setFocusPolicy(Qt::TabFocus);
  open_->hide();
  bar.addPermanentWidget(open_);
  gone_.setSingleShot(true);
  gone_.setInterval(kButtonMs);
  connect(&gone_, &QTimer::timeout, open_, &QWidget::hide);
  connect(open_, &QToolButton::clicked, this, [this] {
    if (!showFolder(folder_)) {
      bar_.showMessage(tr("No program shows folders here: %1").arg(shownPath(folder_)), kSentenceMs);
    }
  });
}

void ExportNotice::show(const QString& sentence, const std::filesystem::path& folder) {
  folder_ = folder;
  open_->setToolTip(sentence);
  open_->show();
  gone_.start();
  bar_.showMessage(sentence, kSentenceMs);
}

}  // namespace platen::ui
