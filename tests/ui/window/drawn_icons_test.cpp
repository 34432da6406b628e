// Are the tool bar's icons seen, in light and in dark, and are they told apart by who does not see them?
#include "ui/window/drawn_icons.h"

#include "tests/ui/window/shown_window.h"

#include <QApplication>
#include <QImage>
#include <QPalette>
#include <QToolBar>
#include <QToolButton>

namespace platen::ui {
namespace {

QImage drawn(const QIcon& icon, QIcon::Mode mode = QIcon::Normal) {
  return icon.pixmap(QSize(48, 48), 1.0, mode).toImage().convertToFormat(QImage::Format_ARGB32);
}

// The colour of its densest point.
QColor inkOf(const QImage& image) {
  QColor ink = Qt::transparent;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor color = image.pixelColor(x, y);
      if (color.alpha() > ink.alpha()) {
        ink = color;
      }
    }
  }
  return ink;
}

TEST(DrawnIcons, TakeTheColourOfTheTexts) {
  const QPalette kept = QApplication::palette();
  for (const QColor color : {QColor(20, 30, 40), QColor(230, 220, 210)}) {
    QPalette palette = kept;
    palette.setColor(QPalette::Active, QPalette::ButtonText, color);
    palette.setColor(QPalette::Disabled, QPalette::ButtonText, QColor(128, 128, 128));
    QApplication::setPalette(palette);
    const QIcon icon = drawnIcon(Drawing::book);
    EXPECT_EQ(inkOf(drawn(icon)).rgb(), color.rgb());
    EXPECT_EQ(inkOf(drawn(icon, QIcon::Disabled)).rgb(), QColor(128, 128, 128).rgb());
  }
  QApplication::setPalette(kept);
}

using ToolBarTest = ShownWindow;

TEST_F(ToolBarTest, EachButtonHasAnIconOfItsOwnAndAName) {
  QList<QImage> seen;
  for (const QToolButton* button : window_->findChild<QToolBar*>()->findChildren<QToolButton*>()) {
    if (button->defaultAction() == nullptr) {
      continue;  // the one that shows what has no room
    }
    EXPECT_FALSE(button->text().isEmpty());
    EXPECT_FALSE(button->toolTip().isEmpty()) << button->text().toStdString();
    const QImage picture = drawn(button->icon());
    EXPECT_EQ(inkOf(picture).alpha(), 255) << button->text().toStdString();
    EXPECT_FALSE(seen.contains(picture)) << button->text().toStdString();
    seen += picture;
  }
  EXPECT_GE(seen.size(), 14);
}

}  // namespace
}  // namespace platen::ui
