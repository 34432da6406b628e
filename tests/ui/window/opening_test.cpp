// Which files are opened, and which are remembered.
#include "tests/ui/window/shown_window.h"
#include "ui/window/given_files.h"
#include "ui/window/recent_files.h"

#include <array>

#include <gmock/gmock.h>

namespace platen::ui {
namespace {

using ::testing::ElementsAre;

TEST(GivenFilesTest, NamesAreTheBytesOfTheCommandLine) {
  const std::array<const char*, 7> arguments{"platen-gui", "--help", "caf\xe9.jpg", "-", "--", "--help", "b \xff.png"};
  EXPECT_THAT(givenFiles(arguments), ElementsAre("caf\xe9.jpg", "-", "--help", "b \xff.png"));
  EXPECT_TRUE(givenFiles({}).empty());
}

TEST(RecentFilesTest, OfManyThatAreOpenedAtOnceTheLastAreKeptInOrder) {
  RecentFiles recent;
  recent.clear();
  recent.add(std::filesystem::path("/earlier"));
  recent.add({"/a", "/b", "/a"});
  EXPECT_THAT(recent.files(), ElementsAre("/a", "/b", "/earlier"));
  std::vector<std::filesystem::path> many;
  for (int k = 0; k < 500; ++k) {
    many.push_back(std::filesystem::path("/") / std::to_string(k));
  }
  recent.add(many);
  ASSERT_EQ(recent.files().size(), static_cast<std::size_t>(RecentFiles::kMost));
  EXPECT_EQ(recent.files().front(), "/499");
  EXPECT_EQ(recent.files().back(), many[500 - RecentFiles::kMost]);
}

using OpeningTest = ShownWindow;

TEST_F(OpeningTest, AFileThatIsInTheListIsShown) {
  openAndFit({writePhoto("1.png"), writePhoto("2.png")});
  EXPECT_EQ(current(), 0);
  window_->open({folder_ / "." / "2.png"});
  EXPECT_EQ(workspace().count(), 2);
  EXPECT_EQ(current(), 1);
}

}  // namespace
}  // namespace platen::ui
