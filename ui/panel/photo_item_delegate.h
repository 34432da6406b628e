// How a photo looks in the list: small picture, name, status, and a bar for the confidence.
#pragma once

#include "ui/panel/photo_list_model.h"

#include <QStyledItemDelegate>

namespace platen::ui {

class PhotoItemDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

// "Needs a look · 39 %" in that width, in px of the font: where there is no room the words lose their end, never the
// number. `confidence`: 0..1, or invalid, where there is none to be told.
QString fittedStatus(PhotoStatus status, const QVariant& confidence, const QFontMetrics& font, int width);

// Of a confidence 0..1, readable on the palette's base colour: red, amber, green.
QColor confidenceColor(double confidence, const QPalette& palette);

}  // namespace platen::ui
