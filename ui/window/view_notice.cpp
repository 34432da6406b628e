#include "ui/window/view_notice.h"

#include "ui/view/canvas.h"

#include <QPaintEvent>
#include <QPainter>

namespace platen::ui {
namespace {

constexpr int kMargin = 24;  // widget_px

}  // namespace

// The views stay what is clicked, and what files are dropped on.
ViewNotice::ViewNotice(QWidget* parent) : QLabel(parent) {
  setObjectName(QStringLiteral("notice"));
  setTextFormat(Qt::PlainText);
  setWordWrap(true);
  setAlignment(Qt::AlignCenter);
  setMargin(kMargin);
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
}

void ViewNotice::paintEvent(QPaintEvent* event) {
  QPainter(this).fillRect(event->rect(), Canvas::groundOf(palette()));
  QLabel::paintEvent(event);
}

}  // namespace platen::ui
