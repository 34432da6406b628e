// Work is not lost to a look at something else, to a full disk, or to a folder that can't be written.
#include "tests/ui/session/kept_workspace.h"

#include <QSignalSpy>
#include <QTest>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

TEST_F(ProjectKeeperTest, OnePhotoThatWasOnlyLookedAtLeavesNothing) {
  {
    Kept kept(journals_);
    kept.add("/photos/1.jpg");
    kept.flush();
    EXPECT_EQ(journalCount(), 1u) << "until it is closed";
  }
  EXPECT_EQ(journalCount(), 0u);
  {
    Kept kept(journals_);
    kept.add("/photos/1.jpg");
    kept.setMargin(0, 4);
  }
  EXPECT_EQ(journalCount(), 1u);
}

TEST_F(ProjectKeeperTest, ManyLooksAtSinglePhotosLeaveABigSessionAlone) {
  {
    Kept kept(journals_);
    for (const char* name : {"/photos/a.jpg", "/photos/b.jpg", "/photos/c.jpg"}) {
      kept.add(name);
    }
  }
  for (int k = 0; k < 11; ++k) {
    Kept kept(journals_);
    kept.looksForLost();
    kept.add("/photos/look.jpg");
  }
  Kept kept(journals_);
  kept.looksForLost();
  ASSERT_EQ(kept.keeper->lost().size(), 1u);
  EXPECT_EQ(kept.keeper->lost()[0].photos, 3u);
}

// A photo of both sessions, with a margin of 4 in the one that comes back.
class JoinedSessionsTest : public ProjectKeeperTest {
 protected:
  JoinedSessionsTest() {
    Kept kept(journals_);
    kept.add("/photos/both.jpg");
    kept.setMargin(0, 4);
  }
  // What stands in the journal once the window is gone.
  std::optional<pipeline::Project> left() {
    const auto found = pipeline::recoverLastProject(journals_);
    return found ? std::optional(found->project) : std::nullopt;
  }
};

TEST_F(JoinedSessionsTest, APhotoOfBothStaysAsItWasSetNowAndUndoBringsTheOtherBack) {
  {
    Kept kept(journals_);
    kept.add("/photos/both.jpg");
    FitOptions turned = kept.workspace.photo(0).state().fit;
    turned.rotate = Rotation::deg90;
    kept.workspace.photo(0).setFitOptions(turned, QStringLiteral("Turn"));
    kept.opens([&] { kept.keeper->recover(); });
    ASSERT_EQ(kept.workspace.count(), 1);
    EXPECT_EQ(kept.workspace.photo(0).state().fit.rotate, Rotation::deg90);
    kept.workspace.photo(0).history().undo();
    EXPECT_EQ(kept.margin(0), 4);
    kept.workspace.photo(0).history().redo();
  }
  EXPECT_EQ(journalCount(), 1u);
  ASSERT_TRUE(left());
  EXPECT_EQ(left()->photos.at(0).state.fit.rotate, Rotation::deg90);
}

TEST_F(JoinedSessionsTest, APhotoThatWasOnlyOpenedIsWhatItWasMadeBefore) {
  Kept kept(journals_);
  kept.add("/photos/both.jpg");
  kept.opens([&] { kept.keeper->recover(); });
  EXPECT_EQ(kept.margin(0), 4);
}

TEST_F(JoinedSessionsTest, OptionsForNewPhotosThatWereSetNowStay) {
  pipeline::Presets presets;
  presets.out.margin_mm = 9;
  {
    Kept kept(journals_);
    kept.add("/photos/new.jpg");
    kept.workspace.setPresets(presets);
    kept.opens([&] { kept.keeper->recover(); });
    EXPECT_EQ(kept.workspace.presets(), presets);
  }
  ASSERT_TRUE(left());
  EXPECT_EQ(left()->presets, presets);
}

TEST_F(ProjectKeeperTest, WhatCouldNotBeWrittenIsTriedAgainUntilItIs) {
  test::writeBytes(journals_, "a file where the folder should be");
  Kept kept(journals_);
  QSignalSpy failed(kept.keeper.get(), &ProjectKeeper::failed);
  kept.add("/photos/1.jpg");
  kept.add("/photos/2.jpg");
  kept.setMargin(0, 4);
  kept.flush();
  kept.flush();
  EXPECT_EQ(failed.count(), 1) << "said once";
  EXPECT_TRUE(kept.keeper->hasUnsaved());
  std::filesystem::remove(journals_);
  const auto isKept = [&] {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(journals_, ignored)) {
      std::filesystem::copy_file(entry, folder_ / "seen", std::filesystem::copy_options::overwrite_existing, ignored);
      const auto seen = pipeline::recoverProject(folder_ / "seen");
      return seen && seen->project.photos.size() == 2 && seen->project.photos[0].state.out.margin_mm == 4;
    }
    return false;
  };
  EXPECT_TRUE(QTest::qWaitFor(isKept, kPatience_ms)) << "nobody has to edit anything again";
}

TEST_F(ProjectKeeperTest, WhatCouldNotBeWrittenIsTriedAgainAtTheEnd) {
  test::writeBytes(journals_, "a file where the folder should be");
  {
    Kept kept(journals_);
    kept.add("/photos/1.jpg");
    kept.setMargin(0, 4);
    kept.flush();
    std::filesystem::remove(journals_);
  }
  EXPECT_EQ(journalCount(), 1u);
}

class BareProjectTest : public ProjectKeeperTest {
 protected:
  // Beside its file no journal can be opened.
  BareProjectTest() {
    std::filesystem::create_directories(file_.parent_path());
    {
      Kept kept(journals_);
      kept.add("/photos/1.jpg");
      kept.add("/photos/2.jpg");
      kept.saveAs(file_);
    }
    std::filesystem::create_directories(file_.string() + "-journal");
  }
  std::filesystem::path file_ = folder_ / "books" / "book.platen";
};

TEST_F(BareProjectTest, IsSavedAllTheSame) {
  {
    Kept kept(journals_);
    kept.opens([&] { kept.keeper->open(file_); });
    kept.setMargin(1, 4);
    kept.flush();
    QSignalSpy saved(kept.keeper.get(), &ProjectKeeper::saved);
    kept.keeper->save();
    ASSERT_TRUE(QTest::qWaitFor([&] { return saved.count() == 1; }, kPatience_ms));
    EXPECT_FALSE(kept.keeper->hasUnsaved());
  }
  const auto read = pipeline::readProject(file_);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->photos.at(1).state.out.margin_mm, 4);
  EXPECT_EQ(journalCount(), 0u) << "nothing is left to come back";
}

TEST_F(BareProjectTest, SaysThatItCannotBeSavedAndKeepsTheEdits) {
  {
    Kept kept(journals_);
    kept.opens([&] { kept.keeper->open(file_); });
    kept.setMargin(1, 4);
    kept.flush();
    std::filesystem::remove_all(file_.parent_path());
    test::writeBytes(file_.parent_path(), "no folder any more");
    QSignalSpy failed(kept.keeper.get(), &ProjectKeeper::failed);
    kept.keeper->save();
    ASSERT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }, kPatience_ms));
    const QString sentence = failed[0][0].toString();
    EXPECT_TRUE(sentence.contains(QStringLiteral("written"))) << sentence.toStdString();
    EXPECT_TRUE(sentence.contains(QStringLiteral("book.platen"))) << sentence.toStdString();
    EXPECT_TRUE(kept.keeper->hasUnsaved());
    EXPECT_EQ(kept.margin(1), 4);
  }
  const auto left = pipeline::recoverLastProject(journals_);
  ASSERT_TRUE(left);
  ASSERT_EQ(left->project.photos.size(), 2u) << "the whole of it, not only what was edited";
  EXPECT_EQ(left->project.photos[1].state.out.margin_mm, 4);
}

}  // namespace
}  // namespace platen::ui
