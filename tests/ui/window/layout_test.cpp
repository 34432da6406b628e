// Is all that is to be pressed and read in sight in a window as it starts on a screen of 1280 x 800, in every language?
#include "tests/ui/window/shown_window.h"
#include "tests/ui/window/spoken_language.h"
#include "ui/panel/elided_label.h"
#include "ui/panel/fit_panel.h"
#include "ui/panel/options_panel.h"
#include "ui/panel/photo_list_panel.h"
#include "ui/window/page_views.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QStatusBar>

namespace platen::ui {
namespace {

constexpr QSize kSmallScreen(1152, 720);

class LayoutTest : public ShownWindow {
 protected:
  void speak(const Language& language) {
    window_ = std::make_unique<MainWindow>(folder_ / "journals");
    window_->resize(kSmallScreen);
    window_->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window_.get(), kPatience_ms));
    QTest::qWait(0);
    ASSERT_EQ(window_->size(), kSmallScreen) << language.code.toStdString();
  }
  FitPanel& fit() { return *window_->findChild<FitPanel*>(); }
  int widthOf(const char* dock) { return window_->findChild<QDockWidget*>(QString::fromLatin1(dock))->width(); }
  // As narrow as they become.
  void narrowPanels() {
    window_->resizeDocks({window_->findChild<QDockWidget*>(QStringLiteral("photosDock")),
                          window_->findChild<QDockWidget*>(QStringLiteral("optionsDock"))},
                         {10, 10}, Qt::Horizontal);
    QTest::qWait(0);
  }
  // Every button of the panel is there as a whole, with all of its text, and nothing lies on another part.
  void expectWhole(const QWidget& panel, const char* when) {
    const QList<QWidget*> parts = panel.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (const QWidget* part : parts) {
      if (part->isHidden()) {
        continue;
      }
      const auto* button = qobject_cast<const QAbstractButton*>(part);
      if (button != nullptr) {
        EXPECT_EQ(button->visibleRegion().boundingRect(), button->rect()) << button->text().toStdString() << when;
        EXPECT_GE(button->width(), button->minimumSizeHint().width()) << button->text().toStdString() << when;
        EXPECT_GE(button->height(), button->minimumSizeHint().height()) << button->text().toStdString() << when;
      }
      for (const QWidget* other : parts) {
        EXPECT_TRUE(other == part || other->isHidden() || !other->geometry().intersects(part->geometry()))
            << other->metaObject()->className() << " lies on " << part->metaObject()->className() << when;
      }
      if (const auto* label = qobject_cast<const QLabel*>(part); label != nullptr && label->wordWrap()) {
        EXPECT_GE(label->height(), label->heightForWidth(label->width())) << label->text().toStdString() << when;
      }
    }
  }
};

TEST_F(LayoutTest, ButtonsAreWholeAndPicturesHaveRoomInASmallWindow) {
  const std::filesystem::path photo = writePhoto("a photo.png");
  for (const Language& language : languages()) {
    SCOPED_TRACE(language.code.toStdString());
    const SpokenLanguage spoken(language.code);
    speak(language);
    openAndFit({photo});
    QTest::qWait(0);
    expectWhole(fit(), " as it starts");
    expectWhole(window_->list(), " as it starts");
    // Half of the window is the pictures'.
    EXPECT_GE(window_->views().width(), kSmallScreen.width() / 2);
    // What is said takes more lines: buttons stay.
    for (const char* name : {"status", "facts"}) {
      auto* label = fit().findChild<QLabel*>(QString::fromLatin1(name));
      label->setText(QStringList(8, label->text()).join(QStringLiteral(" · ")));
    }
    QTest::qWait(0);
    expectWhole(fit(), " when much is said");
    // However low the panel is made.
    window_->resizeDocks({window_->findChild<QDockWidget*>(QStringLiteral("fitDock")),
                          window_->findChild<QDockWidget*>(QStringLiteral("optionsDock"))},
                         {10, 1000}, Qt::Vertical);
    QTest::qWait(0);
    expectWhole(fit(), " when low");
    EXPECT_EQ(window_->size(), kSmallScreen);
  }
}

TEST_F(LayoutTest, PanelsBecomeNarrowAndNothingOfThemIsLost) {
  for (const Language& language : languages()) {
    SCOPED_TRACE(language.code.toStdString());
    const SpokenLanguage spoken(language.code);
    speak(language);
    openAndFit({writePhoto("a photo.png")});
    narrowPanels();
    EXPECT_LE(widthOf("photosDock"), 240);
    EXPECT_LE(widthOf("optionsDock"), 280);
    expectWhole(fit(), " when narrow");
    expectWhole(window_->list(), " when narrow");
    // Names and fields of the options, too.
    const QWidget& options = window_->options();
    for (const QWidget* part : options.findChildren<QWidget*>()) {
      if (part->isVisible() &&
          (qobject_cast<const QLabel*>(part) != nullptr || qobject_cast<const QAbstractButton*>(part) != nullptr)) {
        const int right = part->mapTo(&options, QPoint(part->width(), 0)).x();
        EXPECT_LE(right, options.parentWidget()->width()) << part->objectName().toStdString();
        EXPECT_GE(part->width(), part->minimumSizeHint().width()) << part->accessibleName().toStdString();
      }
    }
  }
}

TEST_F(LayoutTest, EachPictureKeepsALeastWidth) {
  window_->resize(10, 10);
  QTest::qWait(0);
  EXPECT_GE(window_->views().photoView().width(), 160);
  EXPECT_GE(window_->views().flatView().width(), 160);
}

TEST_F(LayoutTest, ALongSentenceDoesNotWidenTheWindow) {
  window_->resize(kSmallScreen);
  auto* message = window_->statusBar()->findChild<ElidedLabel*>();
  ASSERT_NE(message, nullptr);
  message->say(QString(500, QLatin1Char('n')));
  QTest::qWait(0);
  EXPECT_EQ(window_->size(), kSmallScreen);
  EXPECT_LE(window_->minimumSizeHint().width(), kSmallScreen.width());
}

}  // namespace
}  // namespace platen::ui
