// What killed programs leave goes, what anyone still writes stays.
#include "core/io/leftovers.h"

#include "core/io/output_file.h"
#include "tests/io/photo_fixtures.h"

#include <atomic>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Leftovers, OfTheDeadAreRemoved) {
  const ScratchFolder folder;
  writeBytes(folder / temporaryName(), "half a page");
  writeBytes(folder / temporaryName(), "");
  removeLeftovers(folder.path());
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Leftovers, OfTheLivingStay) {
  const ScratchFolder folder;
  auto out = OutputFile::create(folder / "page.jpg");
  ASSERT_TRUE(out);
  ASSERT_TRUE((*out)->write("page", 4));
  removeLeftovers(folder.path());
  EXPECT_EQ(folder.names().size(), 1U);
  ASSERT_TRUE((*out)->commit());
  out->reset();
  removeLeftovers(folder.path());
  EXPECT_THAT(folder.names(), ElementsAre("page.jpg"));
}

TEST(Leftovers, OfAnotherMachineStayForADay) {
  const ScratchFolder folder;
  const std::string name = ".platen-nowhere-12-3.part";
  writeBytes(folder / name, "half a page");
  removeLeftovers(folder.path());
  EXPECT_THAT(folder.names(), ElementsAre(name));
  fs::last_write_time(folder / name, fs::file_time_type::clock::now() - std::chrono::hours(25));
  removeLeftovers(folder.path());
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Leftovers, NothingElseIsTouched) {
  const ScratchFolder folder;
  writeBytes(folder / "notes.part", "x");
  writeBytes(folder / ".platen-notes", "x");
  const std::string link = temporaryName();
  const std::string sub = temporaryName();
  fs::create_symlink(folder / "notes.part", folder / link);
  fs::create_directory(folder / sub);
  removeLeftovers(folder.path());
  EXPECT_EQ(folder.names().size(), 4U);
  removeLeftovers(folder / "nowhere");
}

TEST(Leftovers, AWriterBeginsByTakingThemAway) {
  const ScratchFolder folder;
  const std::string left = temporaryName();
  writeBytes(folder / left, "half a page");
  ASSERT_TRUE(writeFileAtomically(folder / "page.jpg", "page"));
  EXPECT_THAT(folder.names(), ElementsAre("page.jpg"));
}

// Between the moment that a file is made and that it is locked, somebody may sweep.
TEST(Leftovers, WritersAndSweepersMeet) {
  const ScratchFolder folder;
  std::atomic<bool> over{false};
  std::atomic<int> lost{0};
  {
    const std::jthread sweeper([&] {
      while (!over) {
        removeLeftovers(folder.path());
      }
    });
    std::vector<std::jthread> writers;
    for (int k = 0; k < 2; ++k) {
      writers.emplace_back([&, k] {
        for (int n = 0; n < 300; ++n) {
          const auto out = OutputFile::create(folder / (std::to_string(k) + ".txt"));
          if (!out || !(*out)->write("page", 4) || !(*out)->commit()) {
            ++lost;
          }
        }
      });
    }
    writers.clear();
    over = true;
  }
  EXPECT_EQ(lost, 0);
  EXPECT_THAT(folder.names(), ElementsAre("0.txt", "1.txt"));
}

TEST(Leftovers, ANameThatIsTooLongIsSaid) {
  const ScratchFolder folder;
  const auto out = OutputFile::create(folder / (std::string(253, 'n') + ".jpg"));
  ASSERT_FALSE(out);
  EXPECT_THAT(out.error().message, testing::HasSubstr("its name is too long"));
  EXPECT_TRUE(OutputFile::create(folder / (std::string(251, 'n') + ".jpg")));
}

}  // namespace
}  // namespace platen::io
