// A file that has the name already is never replaced by one that is not to replace it, however late it came.
#include "core/io/new_name.h"

#include "core/io/page_writer.h"
#include "core/io/pdf_writer.h"
#include "tests/io/photo_fixtures.h"

#include <cerrno>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

using testing::HasSubstr;
using Names = std::vector<std::string>;

constexpr NewNameBy kWays[] = {NewNameBy::rename, NewNameBy::link, NewNameBy::claim};
constexpr FileFormat kFormats[] = {FileFormat::jpeg, FileFormat::png, FileFormat::tiff, FileFormat::pdf};

TEST(NewName, EveryWaySparesWhatHasTheName) {
  const ScratchFolder folder;
  for (const NewNameBy way : kWays) {
    writeBytes(folder / "new", "new");
    writeBytes(folder / "page", "precious");
    EXPECT_EQ(renameToNew((folder / "new").c_str(), (folder / "page").c_str(), way), EEXIST);
    EXPECT_EQ(readBytes(folder / "page"), "precious");
    EXPECT_EQ(readBytes(folder / "new"), "new");
    std::filesystem::remove(folder / "page");
    std::filesystem::create_symlink("nowhere", folder / "page");
    EXPECT_EQ(renameToNew((folder / "new").c_str(), (folder / "page").c_str(), way), EEXIST);
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "page"));
    std::filesystem::remove(folder / "page");
  }
}

TEST(NewName, EveryWayGivesAFreeName) {
  for (const NewNameBy way : kWays) {
    const ScratchFolder folder;
    writeBytes(folder / "new", "new");
    EXPECT_EQ(renameToNew((folder / "new").c_str(), (folder / "page").c_str(), way), 0);
    EXPECT_EQ(folder.names(), Names{"page"});
    EXPECT_EQ(readBytes(folder / "page"), "new");
    EXPECT_EQ(renameToNew((folder / "none").c_str(), (folder / "other").c_str(), way), ENOENT);
    EXPECT_EQ(folder.names(), Names{"page"});
  }
}

TEST(NewName, APageDoesNotReplaceWhatCameWhileItWasWritten) {
  const Image image = noiseImage({400, 300}, 3, PixelType::u8);
  for (const FileFormat kind : kFormats) {
    const ScratchFolder folder;
    auto page = createPage(folder / "page", formatOf(image, kind), IfThere::keep);
    ASSERT_TRUE(page);
    ASSERT_TRUE((*page)->writeRows(image));
    writeBytes(folder / "page", "precious");
    const Result<void> done = (*page)->commit();
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, ErrorKind::inUse);
    EXPECT_EQ(done.error().path, folder / "page");
    EXPECT_THAT(done.error().message, HasSubstr("was not replaced"));
    page->reset();
    EXPECT_EQ(readBytes(folder / "page"), "precious");
    EXPECT_EQ(folder.names(), Names{"page"});
  }
}

TEST(NewName, APageThatIsNotToReplaceAnythingIsWrittenWhereNothingIs) {
  const Image image = noiseImage({400, 300}, 3, PixelType::u8);
  for (const FileFormat kind : kFormats) {
    std::set<std::string> bytes;
    for (const IfThere if_there : {IfThere::keep, IfThere::replace}) {
      const ScratchFolder folder;
      auto page = createPage(folder / "a", formatOf(image, kind), if_there);
      ASSERT_TRUE(page && (*page)->writeRows(image) && (*page)->commit());
      page->reset();
      EXPECT_EQ(folder.names(), (Names{"a"}));
      bytes.insert(readBytes(folder / "a"));
    }
    EXPECT_EQ(bytes.size(), 1U);
  }
}

TEST(NewName, ADocumentThatIsStoppedWhileItIsWrittenIsNotThere) {
  const ScratchFolder folder;
  const Image image = noiseImage({400, 300}, 3, PixelType::u8);
  auto pdf = PdfWriter::create(folder / "book.pdf");
  ASSERT_TRUE(pdf);
  auto page = (*pdf)->addPage(formatOf(image, FileFormat::pdf), {});
  ASSERT_TRUE(page && (*page)->writeRows(image) && (*page)->commit());
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ((*pdf)->commit(stop.get_token()).error().kind, ErrorKind::stopped);
  pdf->reset();
  EXPECT_EQ(folder.names(), Names{});
}

}  // namespace
}  // namespace platen::io
