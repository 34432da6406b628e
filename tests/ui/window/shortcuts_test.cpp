// The page of all keys.
#include "tests/ui/window/shown_window.h"
#include "tests/ui/window/spoken_language.h"

#include <QDialog>
#include <QHeaderView>
#include <QScreen>
#include <QScrollBar>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

namespace platen::ui {
namespace {

using ShortcutsTest = ShownWindow;

TEST_F(ShortcutsTest, F1ShowsThemAllAndOnce) {
  for (int press = 0; press < 2; ++press) {
    QTest::keyClick(window_.get(), Qt::Key_F1);
  }
  const QList<QTreeWidget*> pages = window_->findChildren<QTreeWidget*>();
  ASSERT_EQ(pages.size(), 1);
  QStringList keys;
  for (QTreeWidgetItemIterator item(pages.front()); *item != nullptr; ++item) {
    keys += (*item)->text(0) + QLatin1Char('\t') + (*item)->text(1);
  }
  const auto shown = [](const QKeySequence& key) { return key.toString(QKeySequence::NativeText); };
  EXPECT_TRUE(keys.contains(QStringLiteral("Undo\t") + shown(QKeySequence::Undo)));
  EXPECT_TRUE(keys.contains(QStringLiteral("Redo\t") + shown(QKeySequence::Redo)));
  for (const Actions::Group& group : window_->actions().groups()) {
    for (const QAction* action : group.actions) {
      const QString name = QString(action->text()).remove(QLatin1Char('&')) + QLatin1Char('\t');
      const bool is_listed =
          std::any_of(keys.begin(), keys.end(), [&](const QString& k) { return k.startsWith(name); });
      EXPECT_EQ(is_listed, !action->shortcuts().isEmpty()) << name.toStdString();
    }
  }
}

TEST_F(ShortcutsTest, KeysAreReadWholeInEveryLanguage) {
  for (const Language& language : languages()) {
    const SpokenLanguage spoken(language.code);
    window_ = std::make_unique<MainWindow>(folder_ / "journals");
    window_->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window_.get(), kPatience_ms));
    QTest::keyClick(window_.get(), Qt::Key_F1);
    auto* page = window_->findChild<QTreeWidget*>();
    ASSERT_NE(page, nullptr);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(page->window(), kPatience_ms));
    const QRect screen = page->screen()->availableGeometry();
    EXPECT_LE(page->window()->width(), screen.width()) << language.code.toStdString();
    EXPECT_LE(page->window()->height(), screen.height()) << language.code.toStdString();
    const auto is_whole = [page] {
      const QAbstractItemView& view = *page;
      return page->header()->sectionSize(1) >= view.sizeHintForColumn(1) &&
             page->columnViewportPosition(1) + page->header()->sectionSize(1) <= page->viewport()->width() &&
             page->horizontalScrollBar()->maximum() == 0;
    };
    EXPECT_TRUE(is_whole()) << language.code.toStdString();
    // A narrower one takes from what the keys do, not from the keys; and that is read in the hint.
    page->window()->resize(page->window()->width() * 3 / 4, 400);
    QTest::qWait(0);
    EXPECT_TRUE(is_whole()) << language.code.toStdString();
    for (QTreeWidgetItemIterator item(page); *item != nullptr; ++item) {
      EXPECT_EQ((*item)->toolTip(0), (*item)->text(0));
    }
  }
}

}  // namespace
}  // namespace platen::ui
