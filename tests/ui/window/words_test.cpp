// What the window says, and that its buttons stay where they are.
#include "tests/ui/window/shown_window.h"
#include "tests/ui/window/spoken_language.h"
#include "ui/panel/options_panel.h"
#include "ui/panel/photo_list_panel.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QSpinBox>
#include <QToolBar>
#include <QToolButton>

namespace platen::ui {
namespace {

using WordsTest = ShownWindow;

TEST_F(WordsTest, ButtonsOfTheToolBarStayWhereTheyAreWhenTheHistoryGrows) {
  openAndFit({writePhoto("1.png")});
  const auto places = [this] {
    QStringList all;
    for (const QToolButton* button : window_->findChild<QToolBar*>()->findChildren<QToolButton*>()) {
      all += QStringLiteral("%1 %2 %3").arg(button->text()).arg(button->x()).arg(button->width());
    }
    return all;
  };
  const QStringList before = places();
  EXPECT_TRUE(before.join(QLatin1Char(' ')).contains(QStringLiteral("Undo")));
  window_->actions().rotateRight->trigger();
  ASSERT_TRUE(idle());
  QTest::qWait(0);
  EXPECT_EQ(workspace().current()->history().count(), 1);
  EXPECT_EQ(places(), before);
}

TEST_F(WordsTest, AZeroThatStandsForSomethingSaysIt) {
  const auto text = [this](const char* name) {
    return window_->options().findChild<QAbstractSpinBox*>(QString::fromLatin1(name))->text();
  };
  EXPECT_EQ(text("steps"), QStringLiteral("As planned"));
  EXPECT_EQ(text("threads"), QStringLiteral("One per core"));
  EXPECT_EQ(text("dpi"), QStringLiteral("Auto"));
  EXPECT_EQ(text("memory"), QStringLiteral("No limit"));
  EXPECT_TRUE(text("margin").startsWith(QLatin1Char('0'))) << "a margin of nothing is one";
}

TEST_F(WordsTest, NoTwoEntriesOfAMenuAreCalledTheSame) {
  for (const Language& language : languages()) {
    const SpokenLanguage spoken(language.code);
    window_ = std::make_unique<MainWindow>(folder_ / "journals");
    for (const QMenu* menu : window_->menuBar()->findChildren<QMenu*>()) {
      QStringList texts;
      for (const QAction* action : menu->actions()) {
        texts += action->isSeparator() ? QString() : QString(action->text()).remove(QLatin1Char('&'));
      }
      texts.removeAll(QString());
      QStringList once = texts;
      once.removeDuplicates();
      EXPECT_EQ(texts, once) << language.code.toStdString() << ": " << menu->title().toStdString();
    }
  }
}

TEST_F(WordsTest, OnePhotoIsCountedAsOne) {
  window_->actions().fitWaiting->setChecked(false);
  const auto says = [this](const QString& words) {
    for (const QLabel* label : window_->list().findChildren<QLabel*>()) {
      if (label->text().startsWith(words)) {
        return true;
      }
    }
    return false;
  };
  openAndFit({writePhoto("1.png")});
  EXPECT_TRUE(says(QStringLiteral("1 photo")));
  EXPECT_FALSE(says(QStringLiteral("1 photos")));
  openAndFit({writePhoto("2.png")});
  EXPECT_TRUE(says(QStringLiteral("2 photos")));
}

}  // namespace
}  // namespace platen::ui
