// The page of all keys.
#include "tests/ui/window/shown_window.h"

#include <QDialog>
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

}  // namespace
}  // namespace platen::ui
