#include "ui/window/dark_style.h"

#include <algorithm>

#include <QPainter>
#include <QPalette>
#include <QStyleFactory>
#include <QStyleOption>

namespace platen::ui {
namespace {

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::Base).lightness() < 128;
}

// What Fusion makes an outline of: the window, darker by 140 %; and of the focus: the highlight, a little darker.
QPalette withOutlines(const QPalette& palette) {
  constexpr int kFusionsDarker = 140;
  QPalette made = palette;
  for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
    made.setColor(group, QPalette::Window, outlineOn(palette).lighter(kFusionsDarker));
    made.setColor(group, QPalette::Highlight, palette.color(group, QPalette::Highlight).lighter(200));
  }
  return made;
}

bool isOutlined(QStyle::PrimitiveElement element) {
  switch (element) {
    case QStyle::PE_IndicatorCheckBox:
    case QStyle::PE_IndicatorRadioButton:
    case QStyle::PE_Frame:
    case QStyle::PE_FrameMenu:
    case QStyle::PE_FrameLineEdit:
    case QStyle::PE_PanelLineEdit:
    case QStyle::PE_PanelButtonCommand:
      return true;
    default:
      return false;
  }
}

}  // namespace

QColor outlineOn(const QPalette& palette) {
  const QColor text = palette.color(QPalette::Active, QPalette::WindowText);
  const QColor ground = palette.color(QPalette::Active, QPalette::Base);
  constexpr float kOfText = 0.45F;
  return QColor::fromRgbF(kOfText * text.redF() + (1 - kOfText) * ground.redF(),
                          kOfText * text.greenF() + (1 - kOfText) * ground.greenF(),
                          kOfText * text.blueF() + (1 - kOfText) * ground.blueF());
}

QStyle* DarkStyle::make() {
  return new DarkStyle;
}

DarkStyle::DarkStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

int DarkStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  const int own = QProxyStyle::pixelMetric(metric, option, widget);
  return metric == PM_MenuPanelWidth ? std::max(own, 1) : own;  // room for a menu's frame
}

void DarkStyle::drawPrimitive(PrimitiveElement element,
                              const QStyleOption* option,
                              QPainter* painter,
                              const QWidget* widget) const {
  if (!isDark(option->palette) || !isOutlined(element)) {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
  } else if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
    QStyleOptionButton outlined = *button;
    outlined.palette = withOutlines(option->palette);
    QProxyStyle::drawPrimitive(element, &outlined, painter, widget);
  } else if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option)) {
    QStyleOptionFrame outlined = *frame;
    outlined.palette = withOutlines(option->palette);
    QProxyStyle::drawPrimitive(element, &outlined, painter, widget);
  } else {
    QStyleOption outlined = *option;
    outlined.palette = withOutlines(option->palette);
    QProxyStyle::drawPrimitive(element, &outlined, painter, widget);
  }
}

void DarkStyle::drawControl(ControlElement element,
                            const QStyleOption* option,
                            QPainter* painter,
                            const QWidget* widget) const {
  const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
  const bool is_separator = element == CE_MenuItem && item != nullptr &&
                            item->menuItemType == QStyleOptionMenuItem::Separator && item->text.isEmpty();
  if (is_separator && isDark(option->palette)) {
    QColor line = outlineOn(option->palette);
    line.setAlphaF(0.7F);
    constexpr int kMargin = 6;
    painter->fillRect(
        QRect(option->rect.left() + kMargin, option->rect.center().y(), option->rect.width() - 2 * kMargin, 1), line);
    return;
  }
  QProxyStyle::drawControl(element, option, painter, widget);
}

void DarkStyle::drawComplexControl(ComplexControl control,
                                   const QStyleOptionComplex* option,
                                   QPainter* painter,
                                   const QWidget* widget) const {
  const auto* choice = qstyleoption_cast<const QStyleOptionComboBox*>(option);
  const auto* number = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
  if (isDark(option->palette) && control == CC_ComboBox && choice != nullptr) {
    QStyleOptionComboBox outlined = *choice;
    outlined.palette = withOutlines(option->palette);
    QProxyStyle::drawComplexControl(control, &outlined, painter, widget);
  } else if (isDark(option->palette) && control == CC_SpinBox && number != nullptr) {
    QStyleOptionSpinBox outlined = *number;
    outlined.palette = withOutlines(option->palette);
    QProxyStyle::drawComplexControl(control, &outlined, painter, widget);
  } else {
    QProxyStyle::drawComplexControl(control, option, painter, widget);
  }
}

}  // namespace platen::ui
