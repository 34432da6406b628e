// Boxes, frames and separators are seen on light and on dark windows.
#include "ui/window/theme.h"

#include <algorithm>

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSettings>
#include <QStyle>
#include <QStyleOption>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

class ThemeTest : public ::testing::TestWithParam<Theme> {
 protected:
  ThemeTest() : palette_(QApplication::palette()), style_(QApplication::style()->name()) { setTheme(GetParam()); }
  ~ThemeTest() override {
    QApplication::setStyle(style_);
    QApplication::setPalette(palette_);
    QSettings().clear();
  }
  static int brightness(QRgb pixel) { return qGray(pixel); }
  static int ground() { return brightness(QApplication::palette().color(QPalette::Window).rgb()); }
  // The strongest step from the window's colour on this line of a picture.
  template <class At>
  static int strongest(int count, At&& at) {
    int most = 0;
    for (int k = 0; k < count; ++k) {
      most = std::max(most, std::abs(brightness(at(k)) - ground()));
    }
    return most;
  }
  static QImage grabbed(QWidget& widget) {
    widget.setAttribute(Qt::WA_DontShowOnScreen);
    widget.ensurePolished();
    widget.resize(widget.sizeHint());
    return widget.grab().toImage();
  }
  static constexpr int kSeen = 35;  // of 255; Fusion's own are 12 away on the dark window

 private:
  QPalette palette_;
  QString style_;
};

TEST_P(ThemeTest, ABoxThatIsNotTickedIsSeen) {
  QCheckBox box;
  const QImage shown = grabbed(box);
  const int middle = shown.height() / 2;
  // Its left side, not what is inside.
  EXPECT_GT(strongest(4, [&](int x) { return shown.pixel(x, middle); }), kSeen);
}

TEST_P(ThemeTest, FieldsHaveFrames) {
  QLineEdit line;
  QComboBox choice;
  for (QWidget* field : std::initializer_list<QWidget*>{&line, &choice}) {
    const QImage shown = grabbed(*field);
    EXPECT_GT(strongest(3, [&](int y) { return shown.pixel(shown.width() / 2, y); }), kSeen)
        << field->metaObject()->className();
  }
}

TEST_P(ThemeTest, AMenuHasAFrameAndSeparators) {
  QMenu menu;
  menu.addAction(QStringLiteral("M"));
  menu.addSeparator();
  menu.addAction(QStringLiteral("M"));
  const QImage shown = grabbed(menu);
  EXPECT_GT(strongest(2, [&](int x) { return shown.pixel(x, shown.height() / 2 - 2); }), kSeen) << "its left side";
  const QRect first = menu.actionGeometry(menu.actions().first());
  const QRect last = menu.actionGeometry(menu.actions().last());
  EXPECT_GT(strongest(last.top() - first.bottom(),
                      [&](int y) { return shown.pixel(shown.width() / 2, first.bottom() + 1 + y); }),
            kSeen);
}

INSTANTIATE_TEST_SUITE_P(Themes, ThemeTest, ::testing::Values(Theme::light, Theme::dark));

}  // namespace
}  // namespace platen::ui
