// The list of photos: sorted, filtered, and steered while photos change under it.
#include "tests/ui/window/shown_window.h"
#include "ui/panel/photo_list_panel.h"

#include <QCheckBox>
#include <QListView>
#include <gmock/gmock.h>

namespace platen::ui {
namespace {

using ::testing::ElementsAre;

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

TEST_F(PhotoListTest, AClickInTheListShowsThatPhoto) {
  openAndFit({writePhoto("1.png"), writePhoto("2.png")});
  QListView& list = window_->list().list();
  const QRect second = list.visualRect(list.model()->index(1, 0));
  QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, second.center());
  EXPECT_TRUE(QTest::qWaitFor([this] { return current() == 1; }, kPatience_ms));
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
