#include "ui/window/theme.h"

#include "ui/window/dark_style.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QActionGroup>
#include <QApplication>
#include <QCoreApplication>
#include <QMenu>
#include <QPalette>
#include <QSettings>
#include <QStyle>
#include <QStyleFactory>

namespace platen::ui {
namespace {

constexpr auto kKey = "theme";

// What the desktop gave the program; asked before anything is changed.
const QPalette& systemPalette() {
  static const QPalette palette = QApplication::palette();
  return palette;
}

QString systemStyle() {
  static const QString name = QApplication::style()->name();
  return name;
}

bool isFusion(const QString& style) {
  return style.compare(QLatin1String("fusion"), Qt::CaseInsensitive) == 0;
}

QPalette paletteFrom(QColor window, QColor base, QColor text, QColor button, QColor accent) {
  QPalette palette(button, window);
  const QColor faint = QColor::fromRgbF((text.redF() + window.redF()) / 2, (text.greenF() + window.greenF()) / 2,
                                        (text.blueF() + window.blueF()) / 2);
  palette.setColor(QPalette::Base, base);
  palette.setColor(QPalette::AlternateBase, window);
  for (const QPalette::ColorRole role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
    palette.setColor(role, text);
    palette.setColor(QPalette::Disabled, role, faint);
  }
  palette.setColor(QPalette::ToolTipBase, base);
  palette.setColor(QPalette::PlaceholderText, faint);
  palette.setColor(QPalette::Highlight, accent);
  palette.setColor(QPalette::HighlightedText, Qt::white);
  palette.setColor(QPalette::Link, accent.lighter(base.lightness() < 128 ? 150 : 100));
  return palette;
}

}  // namespace

Theme keptTheme() {
  return static_cast<Theme>(std::clamp(QSettings().value(QLatin1String(kKey), 0).toInt(), 0, 2));
}

void setTheme(Theme theme) {
  const QPalette& system = systemPalette();
  const QString style = systemStyle();
  QSettings().setValue(QLatin1String(kKey), static_cast<int>(theme));
  const QColor accent(0x1f, 0x6f, 0x9f);
  switch (theme) {
    case Theme::system:
      QApplication::setStyle(isFusion(style) ? DarkStyle::make() : QStyleFactory::create(style));
      QApplication::setPalette(system);
      break;
    case Theme::light:
      QApplication::setStyle(DarkStyle::make());
      QApplication::setPalette(
          paletteFrom({0xf0, 0xf0, 0xf0}, Qt::white, {0x20, 0x20, 0x20}, {0xe8, 0xe8, 0xe8}, accent));
      break;
    case Theme::dark:
      QApplication::setStyle(DarkStyle::make());
      QApplication::setPalette(
          paletteFrom({0x2b, 0x2d, 0x30}, {0x1e, 0x1f, 0x22}, {0xe4, 0xe4, 0xe4}, {0x3a, 0x3c, 0x40}, accent));
      break;
  }
}

void applyKeptTheme() {
  // What a desktop without a style of its own has is Fusion, dark or not.
  if (keptTheme() != Theme::system || isFusion(systemStyle())) {
    setTheme(keptTheme());
  }
}

void addThemes(QMenu& menu) {
  auto* group = new QActionGroup(&menu);
  const std::array<std::pair<Theme, QString>, 3> themes{
      {{Theme::system, QCoreApplication::translate("Theme", "As the &Desktop")},
       {Theme::light, QCoreApplication::translate("Theme", "&Light")},
       {Theme::dark, QCoreApplication::translate("Theme", "&Dark")}}};
  for (const auto& [theme, name] : themes) {
    QAction* action = menu.addAction(name);
    action->setCheckable(true);
    action->setChecked(theme == keptTheme());
    group->addAction(action);
    QObject::connect(action, &QAction::triggered, &menu, [chosen = theme] { setTheme(chosen); });
  }
}

}  // namespace platen::ui
