// What is done to the workspace is in the journal of what was open then, whatever is being opened; and work without a
// name comes back whole.
#include "tests/ui/session/kept_workspace.h"

#include <QSignalSpy>
#include <QTest>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

using ::testing::ElementsAre;

TEST_F(ProjectKeeperTest, AnEditWhileAnotherProjectIsReadStaysWithItsOwn) {
  {
    Kept other(journals_);
    other.add("/photos/other.jpg");
    other.saveAs(folder_ / "other.platen");
  }
  {
    Kept kept(journals_);
    kept.add("/photos/mine.jpg");
    kept.saveAs(folder_ / "mine.platen");
    kept.opens([&] {
      kept.keeper->open(folder_ / "other.platen");
      kept.setMargin(0, 7);
      kept.keeper->flush();  // as its timer does while a large project is read
    });
    EXPECT_THAT(kept.files(), ElementsAre("/photos/other.jpg"));
    EXPECT_FALSE(kept.keeper->hasUnsaved());
    kept.setMargin(0, 2);
    kept.flush();
  }
  const auto other = pipeline::openProject(folder_ / "other.platen");
  ASSERT_TRUE(other);
  ASSERT_EQ(other->project.photos.size(), 1u) << "nothing of the project that was open before";
  EXPECT_EQ(other->project.photos[0].state.out.margin_mm, 2);
  const auto mine = pipeline::openProject(folder_ / "mine.platen");
  ASSERT_TRUE(mine);
  EXPECT_EQ(mine->recovered, 1);
  EXPECT_EQ(mine->project.photos[0].state.out.margin_mm, 7);
}

TEST_F(ProjectKeeperTest, AProjectThatCannotBeOpenedLeavesTheOneThatIsOpenAsItIs) {
  test::writeBytes(folder_ / "bad.platen", "no project");
  {
    Kept kept(journals_);
    kept.add("/photos/mine.jpg");
    kept.saveAs(folder_ / "mine.platen");
    QSignalSpy failed(kept.keeper.get(), &ProjectKeeper::failed);
    kept.keeper->open(folder_ / "bad.platen");
    kept.setMargin(0, 7);
    ASSERT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }, kPatience_ms));
    kept.flush();
  }
  const auto mine = pipeline::openProject(folder_ / "mine.platen");
  ASSERT_TRUE(mine);
  EXPECT_EQ(mine->project.photos[0].state.out.margin_mm, 7);
}

// One is in view, the other waits: both are tried at each opening, and fail.
TEST_F(ProjectKeeperTest, PhotosThatCannotBeReadAreNoEditOfTheirProject) {
  const std::filesystem::path file = folder_ / "book.platen";
  const std::filesystem::path journal = folder_ / "book.platen-journal";
  pipeline::Project project;
  for (const char* name : {"1.jpg", "2.jpg"}) {
    test::writeBytes(folder_ / name, "no photo");
    project.photos.push_back({folder_ / name, {}});
  }
  project.current = 0;
  ASSERT_TRUE(pipeline::saveProject(file, project));
  const std::string saved = test::readBytes(file);
  {
    Kept kept(journals_);
    kept.workspace.setFitsWaiting(true);
    kept.opens([&] { kept.keeper->open(file); });
    ASSERT_TRUE(QTest::qWaitFor([&] { return kept.engine.isIdle(); }, kPatience_ms));
    ASSERT_EQ(kept.workspace.tally().failed, 2);
    EXPECT_FALSE(kept.keeper->hasUnsaved());
    kept.flush();
    EXPECT_EQ(std::filesystem::file_size(journal), 0u);
  }
  EXPECT_FALSE(std::filesystem::exists(journal));
  EXPECT_EQ(test::readBytes(file), saved);
}

TEST_F(ProjectKeeperTest, ASessionWithoutPhotosLeavesNothing) {
  {
    Kept kept(journals_);
    kept.add("/photos/1.jpg");
    kept.setMargin(0, 4);
    kept.flush();
    EXPECT_EQ(journalCount(), 1u);
    kept.workspace.remove(0);
  }
  EXPECT_EQ(journalCount(), 0u);
}

TEST_F(ProjectKeeperTest, TheLastSessionComesBackAndTakesInWhatIsOpen) {
  for (const char* name : {"/photos/first.jpg", "/photos/last.jpg"}) {
    Kept kept(journals_);
    kept.add(name);
    kept.setMargin(0, 4);
  }
  const auto now = std::filesystem::file_time_type::clock::now();
  for (const pipeline::AbandonedProject& lost : pipeline::abandonedProjects(journals_)) {
    const bool is_last = lost.first_photo == "/photos/last.jpg";
    std::filesystem::last_write_time(lost.journal, now - std::chrono::hours(is_last ? 1 : 2));
  }
  {
    Kept kept(journals_);
    kept.add("/photos/new.jpg");
    kept.setMargin(0, 9);
    kept.flush();
    kept.opens([&] { kept.keeper->recover(); });
    EXPECT_THAT(kept.files(), ElementsAre("/photos/last.jpg", "/photos/new.jpg"));
    EXPECT_EQ(kept.margin(0), 4);
    EXPECT_EQ(kept.margin(1), 9);
    EXPECT_TRUE(kept.keeper->hasUnsaved());
    kept.looksForLost();
    ASSERT_EQ(kept.keeper->lost().size(), 1u) << "what was taken in is no session of its own any more";
    EXPECT_EQ(kept.keeper->lost()[0].first_photo, "/photos/first.jpg");
  }
  Kept kept(journals_);
  kept.looksForLost();
  ASSERT_EQ(kept.keeper->lost().size(), 2u);
  EXPECT_EQ(kept.keeper->lost()[0].photos, 2u);
}

TEST_F(ProjectKeeperTest, AnEarlierSessionTakesThePlaceOfTheOneThatIsOpen) {
  {
    Kept kept(journals_);
    kept.add("/photos/first.jpg");
    kept.setMargin(0, 4);
  }
  Kept kept(journals_);
  kept.add("/photos/new.jpg");
  kept.setMargin(0, 9);
  kept.looksForLost();
  ASSERT_EQ(kept.keeper->lost().size(), 1u);
  kept.opens([&] { kept.keeper->recover(kept.keeper->lost()[0].journal, false); });
  EXPECT_THAT(kept.files(), ElementsAre("/photos/first.jpg"));
  kept.looksForLost();
  ASSERT_EQ(kept.keeper->lost().size(), 1u);
  EXPECT_EQ(kept.keeper->lost()[0].first_photo, "/photos/new.jpg") << "and can be gone back to";
}

}  // namespace
}  // namespace platen::ui
