// Sessions that were never saved: back by themselves, offered above the views, or chosen from the menu.
#include "ui/window/last_sessions.h"

#include "tests/ui/window/shown_window.h"
#include "ui/session/project_keeper.h"
#include "ui/window/message_bar.h"

#include <QDateTime>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>

namespace platen::ui {
namespace {

class LastSessionsTest : public ShownWindow {
 protected:
  // Of photos that are not fitted, each session with its window; the last one is the newest.
  void leaveSession(const std::vector<std::filesystem::path>& photos, bool is_touched = false) {
    start();
    window_->actions().fitWaiting->setChecked(false);
    openAndFit(photos);
    if (is_touched) {
      window_->actions().rotateRight->trigger();
      ASSERT_TRUE(idle());
    }
    window_.reset();
  }
  void start() {
    window_.reset();
    window_ = std::make_unique<MainWindow>(folder_ / "journals");
    window_->show();
  }
  // What is to be seen once the disk was looked at.
  void look() {
    QSignalSpy looked(&window_->keeper(), &ProjectKeeper::lostChanged);
    window_->offerLastSession();
    ASSERT_TRUE(QTest::qWaitFor([&] { return looked.count() > 0; }, kPatience_ms));
  }
  template <class Act>
  void opensAfter(Act&& act) {
    QSignalSpy opened(&window_->keeper(), &ProjectKeeper::opened);
    QSignalSpy looked(&window_->keeper(), &ProjectKeeper::lostChanged);
    act();
    ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() == 1 && looked.count() > 0; }, kPatience_ms));
    ASSERT_TRUE(idle());
  }
  QMenu& menu() {
    for (QMenu* one : window_->findChildren<QMenu*>()) {
      if (one->title().remove(QLatin1Char('&')) == QStringLiteral("Recover Session")) {
        return *one;
      }
    }
    throw std::runtime_error("there is no such menu");
  }
  MessageBar& bar() { return window_->bar(); }
};

TEST_F(LastSessionsTest, AStartWithoutFilesBringsBackTheNewestAndSaysSo) {
  const auto first = writePhoto("1.png"), second = writePhoto("2.png");
  leaveSession({first}, true);
  leaveSession({second}, true);
  for (const pipeline::AbandonedProject& lost : pipeline::abandonedProjects(folder_ / "journals")) {
    const bool is_last = lost.first_photo == second;
    std::filesystem::last_write_time(
        lost.journal, std::filesystem::file_time_type::clock::now() - std::chrono::minutes(is_last ? 1 : 2));
  }
  start();
  EXPECT_FALSE(menu().menuAction()->isVisible());
  opensAfter([this] { window_->recover(); });
  ASSERT_EQ(workspace().count(), 1);
  EXPECT_EQ(workspace().photo(0).file(), second);
  EXPECT_EQ(window_->statusBar()->currentMessage(),
            QStringLiteral("The photos and edits of the last session, which were never saved, are back"));
  ASSERT_EQ(menu().actions().size(), 1);
  EXPECT_TRUE(menu().menuAction()->isVisible());
  opensAfter([this] { menu().actions().front()->trigger(); });
  ASSERT_EQ(workspace().count(), 1);
  EXPECT_EQ(workspace().photo(0).file(), first);
  ASSERT_EQ(menu().actions().size(), 1) << "the one that it took the place of";
  EXPECT_TRUE(menu().actions().front()->text().contains(QStringLiteral("2.png")));
}

TEST_F(LastSessionsTest, AStartWithFilesOffersItAndOpensItWithThem) {
  leaveSession({writePhoto("1.png"), writePhoto("2.png")});
  start();
  openAndFit({writePhoto("3.png")});
  look();
  ASSERT_TRUE(bar().isVisible());
  EXPECT_TRUE(bar().sentence().contains(QStringLiteral("2 photos"))) << bar().sentence().toStdString();
  EXPECT_EQ(workspace().count(), 1) << "it waits";
  opensAfter([this] { bar().yes().click(); });
  EXPECT_FALSE(bar().isVisible());
  ASSERT_EQ(workspace().count(), 3);
  EXPECT_EQ(workspace().current()->file().filename(), "3.png") << "still in view";
  EXPECT_FALSE(menu().menuAction()->isVisible()) << "both are one session now";
}

TEST_F(LastSessionsTest, WhatWasDismissedIsNotOfferedAgainButStaysInTheMenu) {
  leaveSession({writePhoto("1.png"), writePhoto("2.png")});
  const auto third = writePhoto("3.png");
  for (const bool is_first : {true, false}) {
    start();
    openAndFit({third});
    look();
    EXPECT_EQ(bar().isVisible(), is_first);
    EXPECT_FALSE(menu().actions().empty());
    if (is_first) {
      bar().no().click();
      EXPECT_FALSE(bar().isVisible());
    }
    window_->actions().removePhoto->trigger();  // leaves no session of its own
  }
}

TEST_F(LastSessionsTest, OnePhotoAsItWasOpenedIsNotOffered) {
  {
    const auto crashed = pipeline::ProjectJournal::begin(folder_ / "journals");
    ASSERT_TRUE(crashed);
    ASSERT_TRUE((*crashed)->photoChanged(writePhoto("1.png"), {}));
  }
  start();
  look();
  EXPECT_FALSE(bar().isVisible());
  EXPECT_TRUE(menu().menuAction()->isVisible());
}

TEST_F(LastSessionsTest, OnePhotoThatWasOnlyLookedAtIsNoSession) {
  leaveSession({writePhoto("1.png")});
  start();
  look();
  EXPECT_FALSE(bar().isVisible());
  EXPECT_FALSE(menu().menuAction()->isVisible());
}

TEST(ShownTimeTest, SaysTodayAndYesterday) {
  const QDateTime noon(QDate::currentDate(), QTime(12, 0));
  const auto shown = [](const QDateTime& time) {
    return shownTime(std::chrono::system_clock::time_point(std::chrono::milliseconds(time.toMSecsSinceEpoch())));
  };
  const QString clock = QLocale().toString(QTime(12, 0), QLocale::ShortFormat);
  EXPECT_EQ(shown(noon), QStringLiteral("today ") + clock);
  EXPECT_EQ(shown(noon.addDays(-1)), QStringLiteral("yesterday ") + clock);
  EXPECT_EQ(shown(noon.addDays(-9)), QLocale().toString(noon.addDays(-9), QLocale::ShortFormat));
}

}  // namespace
}  // namespace platen::ui
