// How a photo looks in the list: small picture, name, status, and a bar for the confidence.
#pragma once

#include <QStyledItemDelegate>

namespace platen::ui {

class PhotoItemDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

// Of a confidence 0..1, readable on the palette's base colour: red, amber, green.
QColor confidenceColor(double confidence, const QPalette& palette);

}  // namespace platen::ui
