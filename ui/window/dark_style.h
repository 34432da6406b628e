// Fusion, with outlines that are seen on dark windows too. Fusion draws boxes, menus and separators in a shade darker
// than the window, which on a dark one is next to nothing.
#pragma once

#include <QProxyStyle>

namespace platen::ui {

class DarkStyle : public QProxyStyle {
  Q_OBJECT

 public:
  DarkStyle();
  static QStyle* make();  // for QApplication::setStyle, whose it is then

  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  void drawPrimitive(PrimitiveElement element,
                     const QStyleOption* option,
                     QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element,
                   const QStyleOption* option,
                   QPainter* painter,
                   const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control,
                          const QStyleOptionComplex* option,
                          QPainter* painter,
                          const QWidget* widget) const override;
};

// Of boxes, frames and separators on windows of this palette.
QColor outlineOn(const QPalette& palette);

}  // namespace platen::ui
