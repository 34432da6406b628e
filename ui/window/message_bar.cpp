#include "ui/window/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>

namespace platen::ui {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), said_(new QLabel(this)), yes_(new QPushButton(this)), no_(new QPushButton(this)) {
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::ToolTipBase);
  said_->setForegroundRole(QPalette::ToolTipText);
  said_->setTextFormat(Qt::PlainText);
  said_->setWordWrap(true);
  auto* icon = new QLabel(this);
  const int side = style()->pixelMetric(QStyle::PM_SmallIconSize);
  icon->setPixmap(style()->standardIcon(QStyle::SP_MessageBoxInformation).pixmap(side));
  auto* all = new QHBoxLayout(this);
  all->setContentsMargins(8, 4, 8, 4);
  all->addWidget(icon);
  all->addWidget(said_, 1);
  all->addWidget(yes_);
  all->addWidget(no_);
  connect(yes_, &QPushButton::clicked, this, [this] {
    hide();
    Q_EMIT agreed();
  });
  connect(no_, &QPushButton::clicked, this, [this] {
    hide();
    Q_EMIT dismissed();
  });
  hide();
}

void MessageBar::ask(const QString& sentence, const QString& yes, const QString& no) {
  said_->setText(sentence);
  yes_->setText(yes);
  no_->setText(no);
  setAccessibleName(sentence);
  show();
}

QString MessageBar::sentence() const {
  return said_->text();
}

}  // namespace platen::ui
