#include "core/pipeline/photo_search.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Photos : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              ("photos_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path make(const fs::path& name) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << "x";
    return folder_ / name;
  }
  static std::vector<std::string> places(const PhotoSearch& search) {
    std::vector<std::string> names;
    for (const FoundPhoto& photo : search.photos) {
      names.push_back(photo.place.native());
    }
    return names;
  }

  fs::path folder_;
};

TEST_F(Photos, OfAFolderInTheOrderOfPeople) {
  for (const char* name : {"page10.jpg", "page9.JPEG", "page1.tif", "notes.txt", ".hidden.jpg", "deep/page2.png"}) {
    make(name);
  }
  const PhotoSearch search = findPhotos({folder_.native()}, {});
  EXPECT_THAT(places(search), ElementsAre("page1.tif", "page9.JPEG", "page10.jpg"));
  EXPECT_EQ(search.photos.front().file, folder_ / "page1.tif");
  EXPECT_THAT(search.problems, IsEmpty());
}

TEST_F(Photos, OfAllFoldersBelowKeepTheirPlaces) {
  for (const char* name : {"b/1.jpg", "a/10.jpg", "a/9.jpg", "a.jpg", ".git/1.jpg"}) {
    make(name);
  }
  EXPECT_THAT(places(findPhotos({folder_.native()}, {true, {}})),
              ElementsAre("a/9.jpg", "a/10.jpg", "a.jpg", "b/1.jpg"));
}

TEST_F(Photos, OfTheOutputFolderAreNotPhotosToDo) {
  make("1.jpg");
  make("flat/1.jpg");
  EXPECT_THAT(places(findPhotos({folder_.native()}, {true, folder_ / "flat"})), ElementsAre("1.jpg"));
}

TEST_F(Photos, LinksInACircleEnd) {
  make("a/1.jpg");
  fs::create_directory_symlink(folder_, folder_ / "a" / "up");
  fs::create_directory_symlink(folder_ / "a", folder_ / "b");
  EXPECT_EQ(findPhotos({folder_.native()}, {true, {}}).photos.size(), 1U);
}

TEST_F(Photos, NamedOnesComeOnceAndWhateverTheyAreCalled) {
  const std::string scan = make("scan.dat").native();
  const std::string page = make("page.jpg").native();
  const PhotoSearch search = findPhotos({scan, page, folder_.native(), (folder_ / "." / "page.jpg").native()}, {});
  EXPECT_THAT(places(search), ElementsAre("scan.dat", "page.jpg"));
}

TEST_F(Photos, OfAPatternOfTheShell) {
  for (const char* name : {"p10.jpg", "p9.jpg", "q1.jpg"}) {
    make(name);
  }
  EXPECT_THAT(places(findPhotos({(folder_ / "p*.jpg").native()}, {})), ElementsAre("p9.jpg", "p10.jpg"));
  const PhotoSearch none = findPhotos({(folder_ / "z*.jpg").native()}, {});
  EXPECT_THAT(none.photos, IsEmpty());
  ASSERT_EQ(none.problems.size(), 1U);
  EXPECT_EQ(none.problems.front().kind, ErrorKind::notFound);
  // A file may be called like a pattern.
  const std::string odd = make("p[1].jpg").native();
  EXPECT_THAT(places(findPhotos({odd}, {})), ElementsAre("p[1].jpg"));
}

// Opening it says what is wrong with it.
TEST_F(Photos, AMissingOneStaysInTheList) {
  EXPECT_THAT(places(findPhotos({(folder_ / "none.jpg").native()}, {})), ElementsAre("none.jpg"));
}

TEST_F(Photos, AListNamesThemOneALine) {
  std::ofstream(folder_ / "list.txt") << "a.jpg\r\n\nsub/b.jpg\n/c.jpg";
  const auto names = listedPhotos(folder_ / "list.txt");
  ASSERT_TRUE(names);
  EXPECT_THAT(*names, ElementsAre((folder_ / "a.jpg").native(), (folder_ / "sub/b.jpg").native(), "/c.jpg"));
}

TEST_F(Photos, AListWithZeroBytesMayHoldAnyName) {
  std::ofstream(folder_ / "list") << std::string("two\nlines.jpg\0b.jpg\0", 20);
  const auto names = listedPhotos(folder_ / "list");
  ASSERT_TRUE(names);
  EXPECT_THAT(*names, ElementsAre((folder_ / "two\nlines.jpg").native(), (folder_ / "b.jpg").native()));
}

TEST_F(Photos, AListThatIsNotThereIsAnError) {
  EXPECT_EQ(listedPhotos(folder_ / "none").error().kind, ErrorKind::notFound);
  EXPECT_EQ(listedPhotos(folder_).error().kind, ErrorKind::unreadable);
}

}  // namespace
}  // namespace platen::pipeline
