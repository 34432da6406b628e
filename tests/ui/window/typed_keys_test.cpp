// Keys that are shortcuts of the window and mean something to a widget.
#include "tests/ui/window/shown_window.h"
#include "ui/panel/options_panel.h"
#include "ui/panel/photo_list_panel.h"
#include "ui/window/page_views.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QListView>
#include <QSpinBox>

namespace platen::ui {
namespace {

class TypedKeysTest : public ShownWindow {
 protected:
  void SetUp() override {
    ShownWindow::SetUp();
    window_->actions().fitWaiting->setChecked(false);
    openAndFit({writePhoto("first.png"), writePhoto("second.png"), writePhoto("third.png")});
    QApplication::setActiveWindow(window_.get());
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get(), kPatience_ms));
    ASSERT_TRUE(window_->actions().point->isChecked());
  }
  template <class Widget>
  Widget& option(const char* name) {
    return *window_->options().findChild<Widget*>(QString::fromLatin1(name));
  }
};

TEST_F(TypedKeysTest, AChoiceTakesLettersAndPages) {
  auto& model = option<QComboBox>("model");
  model.setFocus();
  QTest::keyClick(&model, Qt::Key_S);
  EXPECT_EQ(model.currentText(), QStringLiteral("Sheet"));
  EXPECT_FALSE(window_->actions().spine->isChecked());
  QTest::keyClick(&model, Qt::Key_PageDown);
  EXPECT_EQ(model.currentIndex(), model.count() - 1);
  EXPECT_EQ(current(), 0);
}

TEST_F(TypedKeysTest, ANumberTakesLettersAndPages) {
  auto& quality = option<QSpinBox>("quality");
  quality.setFocus();
  const int before = quality.value();
  QTest::keyClick(&quality, Qt::Key_PageDown);
  EXPECT_EQ(quality.value(), before - 10 * quality.singleStep());
  QTest::keyClick(&quality, Qt::Key_H);
  EXPECT_EQ(current(), 0);
  EXPECT_FALSE(window_->actions().hand->isChecked());
}

TEST_F(TypedKeysTest, ALineOfTextTakesLettersAndPages) {
  QLineEdit line(window_.get());
  line.show();
  line.setFocus();
  QTest::keyClicks(&line, QStringLiteral("hplusbgtn"));
  QTest::keyClick(&line, Qt::Key_PageDown);
  EXPECT_EQ(line.text(), QStringLiteral("hplusbgtn"));
  EXPECT_TRUE(window_->actions().point->isChecked());
  EXPECT_EQ(current(), 0);
}

TEST_F(TypedKeysTest, InTheListLettersAreShortcutsAndTheLineAboveItFindsAPhoto) {
  QListView& list = window_->list().list();
  list.setFocus();
  QTest::keyClick(&list, Qt::Key_T);
  EXPECT_TRUE(window_->actions().showLines->isChecked());
  QTest::keyClick(&list, Qt::Key_H);
  EXPECT_TRUE(window_->actions().hand->isChecked());
  QTest::qWait(0);
  EXPECT_EQ(current(), 0) << "no photo was searched by its name";
  QTest::keyClick(&list, Qt::Key_F, Qt::ControlModifier);
  auto* name = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(name, nullptr);
  QTest::keyClicks(name, QStringLiteral("thi"));
  EXPECT_EQ(window_->list().shown(), (std::vector<int>{0, 2})) << "the photo in view, and the one that was found";
  QTest::keyClick(name, Qt::Key_Escape);
  EXPECT_EQ(window_->list().shown().size(), 3u);
  EXPECT_TRUE(list.hasFocus());
}

TEST_F(TypedKeysTest, ElsewhereTheyAreShortcuts) {
  PhotoView& view = window_->views().photoView();
  view.setFocus();
  QTest::keyClick(&view, Qt::Key_H);
  EXPECT_TRUE(window_->actions().hand->isChecked());
  QTest::keyClick(&view, Qt::Key_PageDown);
  EXPECT_EQ(current(), 1);
  QListView& list = window_->list().list();
  QTest::keyClick(&list, Qt::Key_PageDown);
  EXPECT_EQ(current(), 2);
}

}  // namespace
}  // namespace platen::ui
