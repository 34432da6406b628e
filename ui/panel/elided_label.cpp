#include "ui/panel/elided_label.h"

#include <QEvent>

namespace platen::ui {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::say(const QString& text) {
  said_ = text;
  setAccessibleName(text);
  fit();
}

QSize ElidedLabel::minimumSizeHint() const {
  return {0, fontMetrics().height()};
}

QSize ElidedLabel::sizeHint() const {
  return {fontMetrics().horizontalAdvance(said_), fontMetrics().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  fit();
}

void ElidedLabel::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
    fit();
  }
}

void ElidedLabel::fit() {
  const QString shown = fontMetrics().elidedText(said_, Qt::ElideRight, contentsRect().width());
  setToolTip(shown == said_ ? QString() : said_);
  if (shown != text()) {
    setText(shown);
  }
}

}  // namespace platen::ui
