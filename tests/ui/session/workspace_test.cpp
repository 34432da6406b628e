#include "ui/session/workspace.h"

#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <set>

#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

constexpr int kPatience_ms = 60000;

class WorkspaceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    test::PhotoRecipe recipe;
    recipe.photo_px = {600, 800};
    const Image photo = test::photograph(recipe).photo;
    for (const char* name : {"1.png", "2.png", "3.png"}) {
      test::writeImage(folder_ / name, photo, FileFormat::png);
    }
    test::writeBytes(folder_ / "4.jpg", "no photo");
  }
  bool idle() {
    return QTest::qWaitFor([&] { return engine_.isIdle(); }, kPatience_ms);
  }
  // All photos of the folder, as soon as they are in the list.
  void addFolder() {
    workspace_.add({folder_.path()});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !workspace_.isListing(); }, kPatience_ms));
  }
  test::ScratchFolder folder_;
  Engine engine_;
  Workspace workspace_{engine_};
};

TEST_F(WorkspaceTest, AFolderIsFittedInItsTurnAndTheBadPhotoStopsNothing) {
  std::set<int> pictures;
  QObject::connect(&workspace_, qOverload<int, const Image&>(&Workspace::thumbnailMade), &workspace_,
                   [&](int index, const Image& picture) {
                     EXPECT_GE(std::max(picture.width(), picture.height()), Workspace::kThumbnailSide);
                     pictures.insert(index);
                   });
  QSignalSpy added(&workspace_, &Workspace::foldersAdded);
  addFolder();
  ASSERT_EQ(added.count(), 1);
  EXPECT_EQ(added[0][0].toInt(), 4);
  EXPECT_EQ(workspace_.indexOf(workspace_.current()), 0) << "there is something to see";
  ASSERT_TRUE(idle());
  EXPECT_EQ(pictures, (std::set<int>{0, 1, 2}));
  const Workspace::Tally tally = workspace_.tally();
  EXPECT_EQ(tally.done + tally.needs_look, 3);
  EXPECT_EQ(tally.failed, 1);
  EXPECT_EQ(workspace_.photo(3).status(), PhotoStatus::failed);
  addFolder();
  EXPECT_EQ(added[1][0].toInt(), 0) << "each photo once";
  EXPECT_EQ(workspace_.count(), 4);
}

TEST_F(WorkspaceTest, TheOneInViewIsFittedFirst) {
  std::vector<int> order;
  QObject::connect(&workspace_, &Workspace::photoEdited, &workspace_, [&](int index) { order.push_back(index); });
  workspace_.add({folder_ / "1.png", folder_ / "2.png", folder_ / "3.png"});
  workspace_.setCurrent(2);
  ASSERT_TRUE(idle());
  ASSERT_FALSE(order.empty());
  EXPECT_EQ(order.front(), 2);
  EXPECT_NE(workspace_.photo(2).openedPhoto(), nullptr);
}

TEST_F(WorkspaceTest, AllWaitWhileWaitingPhotosAreNotToBeFitted) {
  workspace_.setFitsWaiting(false);
  workspace_.add({folder_ / "1.png", folder_ / "2.png", folder_ / "3.png"});
  ASSERT_TRUE(idle());
  EXPECT_EQ(workspace_.tally().waiting, 3);
  workspace_.setFitsWaiting(true);
  ASSERT_TRUE(idle());
  EXPECT_EQ(workspace_.tally().waiting, 0);
}

TEST_F(WorkspaceTest, APhotoThatIsTakenOutIsForgottenWithItsJobs) {
  addFolder();
  workspace_.setCurrent(0);
  QSignalSpy removed(&workspace_, &Workspace::photoRemoved);
  workspace_.remove(0);
  EXPECT_EQ(workspace_.indexOf(workspace_.current()), 0) << "the next one comes into view";
  workspace_.clear();
  EXPECT_EQ(workspace_.count(), 0);
  EXPECT_EQ(workspace_.current(), nullptr);
  EXPECT_EQ(removed.count(), 4);
  ASSERT_TRUE(idle());
}

TEST_F(WorkspaceTest, AKeptPhotoComesAsItWasWithoutAFit) {
  workspace_.add({folder_ / "1.png"});
  ASSERT_TRUE(idle());
  const PhotoState kept = workspace_.photo(0).state();
  workspace_.clear();
  workspace_.addKept(folder_ / "1.png", kept);
  ASSERT_TRUE(idle());
  EXPECT_EQ(workspace_.photo(0).state().pages.at(0).fitted.fit.grid, kept.pages.at(0).fitted.fit.grid);
  EXPECT_EQ(workspace_.photo(0).history().count(), 0);
}

TEST_F(WorkspaceTest, AKeptPhotoThatIsNotThereHasFailedUnseenUntilItIsThereAgain) {
  workspace_.add({folder_ / "1.png", folder_ / "2.png"});
  ASSERT_TRUE(idle());
  const PhotoState first = workspace_.photo(0).state();
  const PhotoState second = workspace_.photo(1).state();
  workspace_.clear();
  std::filesystem::rename(folder_ / "2.png", folder_ / "moved.png");
  QSignalSpy edited(&workspace_, &Workspace::photoEdited);
  workspace_.addKept(folder_ / "1.png", first);
  workspace_.addKept(folder_ / "2.png", second);
  ASSERT_TRUE(idle());
  EXPECT_EQ(workspace_.tally().failed, 1);
  const PhotoSession& photo = workspace_.photo(1);
  ASSERT_EQ(photo.errors().count(0), 1u);
  EXPECT_EQ(photo.errors().at(0).path, folder_ / "2.png");
  EXPECT_EQ(photo.state().pages.size(), second.pages.size());
  std::filesystem::rename(folder_ / "moved.png", folder_ / "2.png");
  workspace_.setCurrent(1);
  ASSERT_TRUE(idle());
  EXPECT_EQ(workspace_.tally().failed, 0);
  EXPECT_NE(photo.openedPhoto(), nullptr);
  EXPECT_EQ(edited.count(), 0) << "what is kept of it is what it was";
}

}  // namespace
}  // namespace platen::ui
