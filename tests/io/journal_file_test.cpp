// A journal gives back every record that was written whole, wherever the file ends, and has one writer.
#include "core/io/journal_file.h"

#include "tests/support/photo_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

using test::readBytes;
using test::ScratchFolder;
using test::writeBytes;
using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

std::vector<std::string> recordsOf(JournalFile& journal) {
  std::vector<std::string> texts;
  EXPECT_TRUE(journal.read([&](const std::string& text, JournalPlace) { texts.push_back(text); }));
  return texts;
}

TEST(JournalFile, EveryTruncationKeepsTheWholeRecords) {
  const ScratchFolder folder;
  const std::vector<std::string> texts{"head", "", std::string("a\nb\0c", 5), std::string(300, 'x'), "last"};
  std::vector<std::uint64_t> ends;
  {
    const auto journal = JournalFile::open(folder / "j");
    ASSERT_TRUE(journal) << describe(journal.error());
    for (const std::string& text : texts) {
      ASSERT_TRUE((*journal)->append({text}));
      ends.push_back((*journal)->size());
    }
  }
  const std::string bytes = readBytes(folder / "j");
  ASSERT_EQ(bytes.size(), ends.back());
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    writeBytes(folder / "cut", bytes.substr(0, cut));
    const auto journal = JournalFile::open(folder / "cut");
    ASSERT_TRUE(journal) << cut;
    const auto whole =
        static_cast<std::size_t>(std::count_if(ends.begin(), ends.end(), [&](std::uint64_t e) { return e <= cut; }));
    EXPECT_EQ(recordsOf(**journal), std::vector(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(whole)));
    EXPECT_EQ((*journal)->tornBytes(), cut - (whole > 0 ? ends[whole - 1] : 0));
    // It goes on behind what is whole.
    ASSERT_TRUE((*journal)->append({"more"}));
    EXPECT_EQ(recordsOf(**journal).size(), whole + 1);
    EXPECT_EQ(fs::file_size(folder / "cut"), (*journal)->size());
  }
}

TEST(JournalFile, AChangedByteEndsIt) {
  const ScratchFolder folder;
  {
    const auto journal = JournalFile::open(folder / "j");
    ASSERT_TRUE((*journal)->append({"head", "first", "second"}));
  }
  const std::string bytes = readBytes(folder / "j");
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    std::string bad = bytes;
    bad[k] = static_cast<char>(bad[k] ^ 1);
    writeBytes(folder / "bad", bad);
    const auto journal = JournalFile::open(folder / "bad");
    ASSERT_TRUE(journal);
    EXPECT_LT(recordsOf(**journal).size(), 3u) << k;
    EXPECT_GT((*journal)->tornBytes(), 0u) << k;
  }
}

TEST(JournalFile, HasOneWriterAndAnotherAfterIt) {
  const ScratchFolder folder;
  auto first = JournalFile::open(folder / "j");
  ASSERT_TRUE(first);
  const auto refused = JournalFile::open(folder / "j");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::inUse);
  ASSERT_TRUE((*first)->append({"head"}));
  ASSERT_TRUE((*first)->replace("new head", {}));  // another file under the name: held all the same
  EXPECT_EQ(JournalFile::open(folder / "j").error().kind, ErrorKind::inUse);
  first->reset();
  const auto second = JournalFile::open(folder / "j");
  ASSERT_TRUE(second);
  EXPECT_THAT(recordsOf(**second), ElementsAre("new head"));
  EXPECT_THAT(folder.names(), ElementsAre("j"));
}

TEST(JournalFile, IsReplacedByAPartOfItself) {
  const ScratchFolder folder;
  const auto journal = JournalFile::open(folder / "j");
  const auto places = (*journal)->append({"head", "a", "bb", "ccc"});
  ASSERT_TRUE(places);
  const auto now = (*journal)->replace("next", {(*places)[1], (*places)[3]});
  ASSERT_TRUE(now);
  EXPECT_THAT(recordsOf(**journal), ElementsAre("next", "a", "ccc"));
  ASSERT_TRUE((*journal)->replace("again", {(*now)[1]}));
  ASSERT_TRUE((*journal)->append({"d"}));
  EXPECT_THAT(recordsOf(**journal), ElementsAre("again", "ccc", "d"));
}

TEST(JournalFile, RefusesWhatIsNoJournal) {
  const ScratchFolder folder;
  writeBytes(folder / "photo", std::string(5000, 'j'));
  const auto refused = JournalFile::open(folder / "photo");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::badInput);
  EXPECT_THAT(refused.error().message, HasSubstr("no journal"));
  EXPECT_EQ(readBytes(folder / "photo").size(), 5000u);
  EXPECT_EQ(JournalFile::open(folder / "none" / "j").error().kind, ErrorKind::writeFailed);
}

}  // namespace
}  // namespace platen::io
