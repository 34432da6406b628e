// Work without a file that was left behind: the newest first, what is in it, and how long it is kept.
#include "core/pipeline/project.h"
#include "tests/pipeline/project_example.h"
#include "tests/support/photo_files.h"

#include <chrono>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using test::ScratchFolder;
using testing::ElementsAre;
using testing::IsEmpty;
namespace fs = std::filesystem;
using std::chrono::hours;

constexpr hours kAge{30 * 24};

class AbandonedProjectsTest : public testing::Test {
 protected:
  // Of photos 1.jpg, 2.jpg, ..., written so long ago; an untouched state each.
  fs::path leave(int photos, std::chrono::seconds ago) {
    fs::path file;
    {
      const auto journal = ProjectJournal::begin(folder_.path());
      EXPECT_TRUE(journal);
      std::vector<fs::path> names;
      std::vector<ProjectPhoto> states;
      for (int k = photos; k > 0; --k) {
        names.push_back("/photos/" + std::to_string(k) + ".jpg");
        states.insert(states.begin(), {names.back(), {}});
      }
      EXPECT_TRUE((*journal)->listChanged(names, {}, std::nullopt));
      EXPECT_TRUE((*journal)->photosChanged(states));
      file = (*journal)->file();
    }
    fs::last_write_time(file, fs::file_time_type::clock::now() - ago);
    return file;
  }
  std::vector<fs::path> found() {
    std::vector<fs::path> files;
    for (const AbandonedProject& project : abandonedProjects(folder_.path())) {
      files.push_back(project.journal);
    }
    return files;
  }

  ScratchFolder folder_;
};

TEST_F(AbandonedProjectsTest, TheOneWrittenLastComesFirstWhateverItsName) {
  std::vector<fs::path> left;
  for (int k = 0; k < 8; ++k) {
    left.push_back(leave(2, hours((5 * k + 3) % 8)));
  }
  std::sort(left.begin(), left.end(),
            [](const fs::path& a, const fs::path& b) { return fs::last_write_time(a) > fs::last_write_time(b); });
  EXPECT_EQ(found(), left);
  const auto last = recoverLastProject(folder_.path());
  ASSERT_TRUE(last);
  EXPECT_EQ(last->journal->file(), left[0]);
  const auto next = recoverLastProject(folder_.path());
  ASSERT_TRUE(next) << "the last one is open already";
  EXPECT_EQ(next->journal->file(), left[1]);
}

TEST_F(AbandonedProjectsTest, SaysWhenAndWhatItHolds) {
  leave(3, hours(5));
  const std::vector<AbandonedProject> projects = abandonedProjects(folder_.path());
  ASSERT_EQ(projects.size(), 1u);
  EXPECT_EQ(projects[0].photos, 3u);
  EXPECT_EQ(projects[0].first_photo, "/photos/3.jpg") << "the first of the list, not of the records";
  EXPECT_FALSE(projects[0].is_untouched) << "these are many";
  const auto ago = std::chrono::system_clock::now() - projects[0].written;
  EXPECT_GT(ago, hours(4));
  EXPECT_LT(ago, hours(6));
}

TEST_F(AbandonedProjectsTest, OnePhotoIsTouchedWhereSomethingWasSetByHand) {
  const fs::path file = leave(1, hours(1));
  ASSERT_EQ(abandonedProjects(folder_.path()).size(), 1u);
  EXPECT_TRUE(abandonedProjects(folder_.path())[0].is_untouched);
  {
    const auto recovered = recoverProject(file);
    ASSERT_TRUE(recovered);
    PhotoState state;
    state.out.margin_mm = 3;
    ASSERT_TRUE(recovered->journal->photoChanged("/photos/1.jpg", state));
  }
  EXPECT_FALSE(abandonedProjects(folder_.path())[0].is_untouched);
}

TEST_F(AbandonedProjectsTest, OneWhosePhotosAreAllGoneLeavesNothing) {
  leave(0, hours(1));
  EXPECT_FALSE(recoverLastProject(folder_.path()));
  EXPECT_THAT(abandonedProjects(folder_.path()), IsEmpty());
  EXPECT_THAT(folder_.names(), IsEmpty());
}

TEST_F(AbandonedProjectsTest, OldOnesAndMoreThanManyAreForgottenUnlessSomeoneHasThem) {
  const fs::path held = leave(2, 2 * kAge);
  const auto holder = recoverProject(held);
  ASSERT_TRUE(holder);
  leave(2, kAge + hours(1));
  const fs::path young = leave(2, kAge - hours(1));
  const fs::path now = leave(2, hours(0));
  forgetOldProjects(folder_.path(), 10, kAge);
  EXPECT_THAT(found(), ElementsAre(now, young));
  EXPECT_TRUE(fs::exists(held));
  forgetOldProjects(folder_.path(), 1, kAge);
  EXPECT_THAT(found(), ElementsAre(now));
  EXPECT_TRUE(fs::exists(held));
}

TEST_F(AbandonedProjectsTest, LooksAtSinglePhotosPushOutNoWork) {
  const fs::path work = leave(40, hours(24));
  std::vector<fs::path> looks;
  for (int k = 0; k < 12; ++k) {
    looks.push_back(leave(1, hours(k)));
  }
  forgetOldProjects(folder_.path(), 10, kAge);
  EXPECT_TRUE(fs::exists(work));
  EXPECT_TRUE(fs::exists(looks[9]));
  EXPECT_FALSE(fs::exists(looks[10])) << "they are counted by themselves";
}

TEST_F(AbandonedProjectsTest, OnePhotoWithTheOptionsOfNewPhotosIsUntouched) {
  Presets presets;
  presets.fit.rotate = Rotation::deg90;
  PhotoState state;
  state.fit = presets.fit;
  EXPECT_TRUE(isTouched(state, std::nullopt));
  EXPECT_FALSE(isTouched(state, presets));
  EXPECT_FALSE(isTouched({}, presets)) << "it was there before these were set";
  state.out.margin_mm = 3;
  EXPECT_TRUE(isTouched(state, presets));
  PhotoState divided;
  divided.spine = {{1, 2}, {3, 4}};
  EXPECT_TRUE(isTouched(divided, presets));
  {
    const auto journal = ProjectJournal::begin(folder_.path());
    ASSERT_TRUE(journal);
    state.out = {};
    ASSERT_TRUE((*journal)->photosChanged({{"/photos/1.jpg", state}}));
    ASSERT_TRUE((*journal)->listChanged({"/photos/1.jpg"}, {}, presets));
  }
  ASSERT_EQ(abandonedProjects(folder_.path()).size(), 1u);
  EXPECT_TRUE(abandonedProjects(folder_.path())[0].is_untouched);
}

TEST_F(AbandonedProjectsTest, AFolderThatIsNotThereHoldsNone) {
  EXPECT_THAT(abandonedProjects(folder_ / "nowhere"), IsEmpty());
  forgetOldProjects(folder_ / "nowhere", 1, kAge);
}

}  // namespace
}  // namespace platen::pipeline
