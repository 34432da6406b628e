// Where no picture is, the middle of the window says how to open one, or why there is none.
#include "ui/window/view_notice.h"

#include "tests/ui/window/shown_window.h"
#include "ui/window/page_views.h"
#include "ui/window/theme.h"
#include "ui/words/engine_words.h"

#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QImage>
#include <QStyle>

namespace platen::ui {
namespace {

class ViewNoticeTest : public ShownWindow {
 protected:
  ViewNotice& notice() { return *window_->findChild<ViewNotice*>(); }
};

TEST_F(ViewNoticeTest, WithNothingOpenItSaysHowToOpenPhotos) {
  ASSERT_TRUE(notice().isVisible());
  EXPECT_EQ(notice().geometry(), window_->views().rect());
  const QString key = window_->actions().open->shortcut().toString(QKeySequence::NativeText);
  EXPECT_TRUE(notice().text().contains(key)) << notice().text().toStdString();
  window_->resize(1000, 700);
  QTest::qWait(0);
  EXPECT_EQ(notice().geometry(), window_->views().rect());
  openAndFit({writePhoto("1.png")});
  EXPECT_FALSE(notice().isVisible()) << notice().text().toStdString();
  window_->actions().removePhoto->trigger();
  ASSERT_TRUE(QTest::qWaitFor([this] { return workspace().count() == 0; }, kPatience_ms));
  EXPECT_TRUE(notice().isVisible());
}

TEST_F(ViewNoticeTest, OfAPhotoThatFailedItSaysWhy) {
  openAndFit({writeNoPhoto("broken.png")});
  ASSERT_FALSE(workspace().photo(0).errors().empty());
  ASSERT_TRUE(notice().isVisible());
  EXPECT_TRUE(notice().text().startsWith(QStringLiteral("broken.png\n")));
  EXPECT_TRUE(notice().text().endsWith(engineWords(workspace().photo(0).errors().begin()->second.message)));
}

TEST_F(ViewNoticeTest, OfAPhotoThatIsNotThereItSaysWhereItWasLookedFor) {
  const std::filesystem::path photo = writePhoto("gone.png");
  std::filesystem::remove(photo);
  openAndFit({photo});
  ASSERT_TRUE(notice().isVisible());
  EXPECT_TRUE(notice().text().contains(QString::fromStdString(photo.string()))) << notice().text().toStdString();
}

TEST_F(ViewNoticeTest, WhereThePhotoIsSeenAndHasNoPageItStandsInThePagesPlace) {
  openAndFit({writePhoto("1.png")});
  PageViews& views = window_->views();
  views.setNotice(QStringLiteral("why"));
  EXPECT_FALSE(notice().isVisible()) << "there is a page";
  views.flatView().setPage(nullptr, {}, {});
  views.setNotice(QStringLiteral("why not"));
  ASSERT_TRUE(notice().isVisible());
  EXPECT_EQ(notice().geometry().topLeft(), views.flatView().mapTo(&views, QPoint()));
  EXPECT_EQ(notice().size(), views.flatView().size());
}

// Of WCAG 2, between 1 and 21: text is to have 4.5.
double contrast(QRgb a, QRgb b) {
  const auto light = [](QRgb color) {
    const auto linear = [](int channel) {
      const double c = channel / 255.0;
      return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(qRed(color)) + 0.7152 * linear(qGreen(color)) + 0.0722 * linear(qBlue(color)) + 0.05;
  };
  return std::max(light(a), light(b)) / std::min(light(a), light(b));
}

TEST_F(ViewNoticeTest, ItIsReadOnALightAndOnADarkWindow) {
  const QPalette palette = QApplication::palette();
  const QString style = QApplication::style()->name();
  for (const Theme theme : {Theme::light, Theme::dark}) {
    setTheme(theme);
    QTest::qWait(0);
    const QImage shown = notice().grab().toImage();
    double most = 0;
    for (int y = 0; y < shown.height(); ++y) {
      for (int x = 0; x < shown.width(); ++x) {
        most = std::max(most, contrast(shown.pixel(x, y), shown.pixel(0, 0)));
      }
    }
    EXPECT_GT(most, 4.5) << static_cast<int>(theme);
  }
  QApplication::setStyle(style);
  QApplication::setPalette(palette);
}

}  // namespace
}  // namespace platen::ui
