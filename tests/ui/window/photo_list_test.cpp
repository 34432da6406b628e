// The list of photos: sorted, filtered, and steered while photos change under it.
#include "tests/ui/window/shown_window.h"
#include "ui/panel/photo_item_delegate.h"
#include "ui/panel/photo_list_panel.h"
#include "ui/session/project_keeper.h"

#include <QApplication>
#include <QCheckBox>
#include <QListView>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <gmock/gmock.h>

namespace platen::ui {
namespace {

using ::testing::ElementsAre;

TEST(FittedStatus, KeepsTheNumberWhereThereIsNoRoomForWords) {
  const QFontMetrics font(QApplication::font());
  const int all = font.horizontalAdvance("Needs a look · 39 %");
  EXPECT_EQ(fittedStatus(PhotoStatus::needsLook, 0.39, font, all + 1), "Needs a look · 39 %");
  const QString narrow = fittedStatus(PhotoStatus::needsLook, 0.39, font, 3 * all / 4);
  EXPECT_TRUE(narrow.startsWith("Ne")) << narrow.toStdString();
  EXPECT_TRUE(narrow.endsWith("· 39 %")) << narrow.toStdString();
  EXPECT_LE(font.horizontalAdvance(narrow), 3 * all / 4);
  EXPECT_EQ(fittedStatus(PhotoStatus::needsLook, {}, font, all), "Needs a look");
}

class PhotoListTest : public ShownWindow {
 protected:
  void showOnlyUnsure() { window_->list().findChild<QCheckBox*>()->setChecked(true); }
  std::vector<int> shown() { return window_->list().shown(); }
};

TEST_F(PhotoListTest, ThePhotoInViewStaysInAFilteredListUntilItIsLeft) {
  writePhoto("1.png");
  writeNoPhoto("2.png");
  writeNoPhoto("3.png");
  openAndFit({folder_ / "1.png", folder_ / "2.png", folder_ / "3.png"});
  showOnlyUnsure();
  EXPECT_EQ(current(), 0);
  EXPECT_THAT(shown(), ElementsAre(0, 1, 2));
  window_->list().step(1);
  QTest::qWait(0);
  EXPECT_EQ(current(), 1);
  EXPECT_THAT(shown(), ElementsAre(1, 2));
  // It is mended while it is in view, and so is the one that is not.
  writePhoto("2.png");
  writePhoto("3.png");
  workspace().photo(1).reset();
  workspace().photo(2).reset();
  ASSERT_TRUE(idle());
  ASSERT_EQ(workspace().photo(1).state().pages.size(), 1u);
  EXPECT_EQ(current(), 1);
  EXPECT_THAT(shown(), ElementsAre(1));
  workspace().setCurrent(0);
  QTest::qWait(0);
  EXPECT_EQ(current(), 0);
  EXPECT_THAT(shown(), ElementsAre(0));
}

TEST_F(PhotoListTest, PhotosThatFailUnderAFilterDisturbNothing) {
  const std::vector<const char*> names{"1.png", "2.png"};
  openAndFit({writePhoto(names[0]), writePhoto(names[1])});
  showOnlyUnsure();
  EXPECT_THAT(shown(), ElementsAre(0));
  for (int index = 0; index < 2; ++index) {
    workspace().setCurrent(index);
    for (int other = 1; other >= 0; --other) {
      writeNoPhoto(names[static_cast<std::size_t>(other)]);
      workspace().photo(other).reset();
    }
    ASSERT_TRUE(idle());
    EXPECT_EQ(current(), index);
    EXPECT_THAT(shown(), ElementsAre(0, 1));
    for (int other = 0; other < 2; ++other) {
      writePhoto(names[static_cast<std::size_t>(other)]);
      workspace().photo(other).reset();
    }
    ASSERT_TRUE(idle());
    EXPECT_EQ(current(), index);
    EXPECT_THAT(shown(), ElementsAre(index));
  }
}

TEST_F(PhotoListTest, APhotoOfAProjectThatIsNotThereIsNotShownAsDone) {
  openAndFit({writePhoto("1.png"), writePhoto("2.png")});
  const auto hasBar = [this](int row) {
    auto* list = window_->list().findChild<QListView*>();
    const QImage shown = list->viewport()->grab(list->visualRect(list->model()->index(row, 0))).toImage();
    const QRgb bar = confidenceColor(*workspace().photo(row).state().confidence(), list->palette()).rgb();
    for (int y = 0; y < shown.height(); ++y) {
      for (int x = 0; x < shown.width(); ++x) {
        if (shown.pixel(x, y) == bar) {
          return true;
        }
      }
    }
    return false;
  };
  ASSERT_TRUE(hasBar(1));
  QSignalSpy saved(&window_->keeper(), &ProjectKeeper::saved);
  window_->keeper().saveAs(folder_ / "book.platen");
  ASSERT_TRUE(QTest::qWaitFor([&] { return saved.count() == 1; }, kPatience_ms));
  std::filesystem::remove(folder_ / "2.png");
  window_.reset();
  SetUp();
  QSignalSpy opened(&window_->keeper(), &ProjectKeeper::opened);
  window_->keeper().open(folder_ / "book.platen");
  ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() == 1; }, kPatience_ms));
  ASSERT_TRUE(idle());
  EXPECT_EQ(workspace().photo(1).status(), PhotoStatus::failed);
  EXPECT_FALSE(hasBar(1));
  EXPECT_FALSE(window_->keeper().hasUnsaved());
}

TEST_F(PhotoListTest, AClickInTheListShowsThatPhoto) {
  openAndFit({writePhoto("1.png"), writePhoto("2.png")});
  QListView& list = window_->list().list();
  const QRect second = list.visualRect(list.model()->index(1, 0));
  QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, second.center());
  EXPECT_TRUE(QTest::qWaitFor([this] { return current() == 1; }, kPatience_ms));
}

class ListKeysTest : public PhotoListTest {
 protected:
  void SetUp() override {
    PhotoListTest::SetUp();
    window_->actions().fitWaiting->setChecked(false);
    openAndFit({writePhoto("0.png"), writePhoto("1.png"), writePhoto("2.png"), writePhoto("3.png")});
    QApplication::setActiveWindow(window_.get());
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get(), kPatience_ms));
    list().setFocus();
  }
  QListView& list() { return window_->list().list(); }
  void click(int row, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(list().viewport(), Qt::LeftButton, modifiers,
                      list().visualRect(list().model()->index(row, 0)).center());
    QCoreApplication::processEvents();
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&list(), key, modifiers);
    QCoreApplication::processEvents();
  }
  std::vector<int> selected() { return window_->list().selected(); }
  // What is asked is answered: they may go.
  void closeAll() {
    auto* asked = window_->findChild<QMessageBox*>();
    ASSERT_NE(asked, nullptr);
    for (QAbstractButton* button : asked->buttons()) {
      if (asked->buttonRole(button) == QMessageBox::DestructiveRole) {
        button->click();
      }
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QApplication::setActiveWindow(window_.get());
  }
};

TEST_F(ListKeysTest, TheOnePhotoThatIsSelectedIsInViewWhateverKeyLedThere) {
  const auto isAt = [this](int row) {
    EXPECT_EQ(current(), row);
    EXPECT_THAT(selected(), ElementsAre(row));
  };
  press(Qt::Key_Down);
  isAt(1);
  press(Qt::Key_Down, Qt::ControlModifier);
  isAt(2);
  press(Qt::Key_PageDown);
  isAt(3);
  press(Qt::Key_Home, Qt::ControlModifier);
  isAt(0);
  press(Qt::Key_End);
  isAt(3);
  press(Qt::Key_PageUp);
  isAt(2);
  press(Qt::Key_W, Qt::ControlModifier);  // while Ctrl is down, another photo comes into view
  isAt(2);
  EXPECT_EQ(workspace().count(), 3);
}

TEST_F(ListKeysTest, WithCtrlOrShiftOthersAreSelectedAndThePhotoInViewStays) {
  click(1);
  EXPECT_EQ(current(), 1);
  click(3, Qt::ControlModifier);
  EXPECT_EQ(current(), 1);
  EXPECT_THAT(selected(), ElementsAre(1, 3));
  click(1, Qt::ControlModifier);
  EXPECT_THAT(selected(), ElementsAre(3));
  EXPECT_EQ(current(), 3) << "the only one";
  click(3, Qt::ControlModifier);
  EXPECT_THAT(selected(), ElementsAre(3)) << "one is";
  click(0, Qt::ShiftModifier);
  EXPECT_THAT(selected(), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(current(), 3);
  press(Qt::Key_PageUp);
  EXPECT_EQ(current(), 2);
  EXPECT_THAT(selected(), ElementsAre(2));
  press(Qt::Key_Up, Qt::ShiftModifier);
  EXPECT_THAT(selected(), ElementsAre(1, 2));
  EXPECT_EQ(current(), 2);
}

TEST_F(ListKeysTest, DelClosesThoseThatAreSelectedAndAsksWhereWorkWouldBeLost) {
  click(1);
  click(2, Qt::ControlModifier);
  press(Qt::Key_Delete);
  EXPECT_EQ(workspace().count(), 4) << "of two it asks, whatever they hold";
  closeAll();
  ASSERT_EQ(workspace().count(), 2);
  EXPECT_EQ(workspace().photo(0).file().filename(), "0.png");
  EXPECT_EQ(workspace().current()->file().filename(), "3.png");
  ExportOptions out;
  out.margin_mm = 4;
  workspace().photo(1).setExportOptions(out, "Margin");
  press(Qt::Key_W, Qt::ControlModifier);
  EXPECT_EQ(workspace().count(), 2);
  auto* asked = window_->findChild<QMessageBox*>();
  ASSERT_NE(asked, nullptr);
  EXPECT_TRUE(asked->text().contains(QStringLiteral("3.png")));
  asked->button(QMessageBox::Cancel)->click();
  EXPECT_EQ(workspace().count(), 2);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  window_->actions().removePhoto->trigger();
  closeAll();
  ASSERT_EQ(workspace().count(), 1);
  EXPECT_EQ(workspace().current()->file().filename(), "0.png");
}

TEST_F(ListKeysTest, DelAsksAboutWhatWasSetInAnEarlierSession) {
  PhotoState turned = workspace().photo(3).state();
  turned.fit.rotate = Rotation::deg90;
  workspace().photo(3).restore(turned);  // as a project brings it: without a history
  ASSERT_TRUE(idle());
  click(3);
  press(Qt::Key_Delete);
  EXPECT_EQ(workspace().count(), 4);
  auto* asked = window_->findChild<QMessageBox*>();
  ASSERT_NE(asked, nullptr);
  EXPECT_TRUE(asked->text().contains(QStringLiteral("3.png")));
  asked->button(QMessageBox::Cancel)->click();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  click(2, Qt::ControlModifier);
  press(Qt::Key_Delete);
  asked = window_->findChild<QMessageBox*>();
  ASSERT_NE(asked, nullptr);
  EXPECT_TRUE(asked->text().contains(QStringLiteral("by hand on 1 of them"))) << asked->text().toStdString();
  asked->button(QMessageBox::Cancel)->click();
}

TEST_F(ListKeysTest, APhotoWithTheOptionsOfNewPhotosIsClosedAtOnce) {
  pipeline::Presets presets;
  presets.out.margin_mm = 3;
  workspace().setPresets(presets);
  openAndFit({writePhoto("new.png")});
  click(4);
  press(Qt::Key_Delete);
  EXPECT_EQ(workspace().count(), 4);
}

TEST_F(ListKeysTest, ASortedListShowsNamesAsPeopleCount) {
  openAndFit({writePhoto("10.png"), writePhoto("b.png"), writePhoto("A.png")});
  window_->list().setOrder(SortedPhotos::Order::byName);
  EXPECT_THAT(shown(), ElementsAre(0, 1, 2, 3, 4, 6, 5));
}

TEST_F(PhotoListTest, AFitThatWasStoppedSaysSoAndHowItGoesOn) {
  QObject::connect(&window_->engine(), &Engine::frameWaiting, window_.get(),
                   [this] { window_->actions().stop->trigger(); });
  openAndFit({writePhoto("1.png")});
  ASSERT_TRUE(workspace().photo(0).isStopped());
  const QModelIndex row = window_->list().list().model()->index(0, 0);
  EXPECT_EQ(static_cast<PhotoStatus>(row.data(PhotoListModel::statusRole).toInt()), PhotoStatus::stopped);
  const QString keys = window_->actions().goOn->shortcut().toString(QKeySequence::NativeText);
  EXPECT_TRUE(row.data(Qt::ToolTipRole).toString().contains(keys));
  EXPECT_EQ(workspace().tally().stopped, 1);
  showOnlyUnsure();
  window_->engine().disconnect(window_.get());
}

TEST_F(PhotoListTest, ClosingAPhotoShowsTheNextOneInTheOrderOfTheList) {
  // Worst first: 1, 3, then 0, 2 in some order.
  openAndFit({writePhoto("0.png"), writeNoPhoto("1.png"), writePhoto("2.png"), writeNoPhoto("3.png")});
  window_->list().setOrder(SortedPhotos::Order::worstFirst);
  ASSERT_THAT(shown(), ElementsAre(1, 3, ::testing::_, ::testing::_));
  workspace().setCurrent(1);
  window_->actions().removePhoto->trigger();
  QTest::qWait(0);
  EXPECT_EQ(workspace().current()->file().filename(), "3.png");
  // The last of the list leaves the one before it.
  const std::vector<int> rows = shown();
  const std::filesystem::path before = workspace().photo(rows[1]).file();
  workspace().setCurrent(rows.back());
  window_->actions().removePhoto->trigger();
  QTest::qWait(0);
  EXPECT_EQ(workspace().current()->file(), before);
}

}  // namespace
}  // namespace platen::ui
