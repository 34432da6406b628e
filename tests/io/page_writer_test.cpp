// Pages appear under their final name only when whole; what stands in the way is said, and nothing is left behind.
#include "core/io/page_writer.h"

#include "core/io/pdf_writer.h"
#include "core/io/temporary_files.h"
#include "tests/io/photo_fixtures.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

using testing::HasSubstr;
using Names = std::vector<std::string>;

constexpr FileFormat kFormats[] = {FileFormat::jpeg, FileFormat::png, FileFormat::tiff, FileFormat::pdf};

// The first error of writing a whole page; kind internal if there is none.
Error writeError(const std::filesystem::path& file, const Image& image, const PageFormat& format) {
  auto page = createPage(file, format);
  if (!page) {
    return page.error();
  }
  if (const auto wrote = (*page)->writeRows(image); !wrote) {
    return wrote.error();
  }
  const auto done = (*page)->commit();
  return done ? Error{ErrorKind::internal, file, "no error"} : done.error();
}

// The largest file that this process may write, as a disk that fills up; back to normal when destroyed.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

TEST(PageWriter, AFullDiskLeavesTheOldFileAndNoOther) {
  const ScratchFolder folder;
  const Image image = noiseImage({400, 300}, 3, PixelType::u8);
  for (const FileFormat kind : kFormats) {
    writeBytes(folder / "page", "the old page");
    {
      const FullDisk full(20000);
      const Error error = writeError(folder / "page", image, formatOf(image, kind));
      EXPECT_EQ(error.kind, ErrorKind::writeFailed);
      EXPECT_EQ(error.path, folder / "page");
      EXPECT_THAT(error.message, HasSubstr("File too large"));
    }
    EXPECT_EQ(readBytes(folder / "page"), "the old page");
    EXPECT_EQ(folder.names(), Names{"page"});
  }
}

TEST(PageWriter, SaysWhyAPlaceCannotBeWritten) {
  const ScratchFolder folder;
  const Image image = rampImage({40, 30}, 3);
  writeBytes(folder / "file", "x");
  std::filesystem::create_directory(folder / "sub");
  for (const FileFormat kind : kFormats) {
    const PageFormat format = formatOf(image, kind);
    EXPECT_THAT(writeError(folder / "none/page", image, format).message, HasSubstr("No such file or directory"));
    EXPECT_THAT(writeError(folder / "file/page", image, format).message, HasSubstr("Not a directory"));
    EXPECT_THAT(writeError(folder / "sub", image, format).message, HasSubstr("is a folder"));
    EXPECT_EQ(writeError("/proc/page", image, format).kind, ErrorKind::writeFailed);
    // A device is not replaced by a file, whoever asks.
    EXPECT_THAT(writeError("/dev/null", image, format).message, HasSubstr("device"));
  }
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(folder.names(), (Names{"file", "sub"}));
}

TEST(PageWriter, WithoutCommitNothingIsLeft) {
  const ScratchFolder folder;
  const Image image = noiseImage({400, 300}, 3, PixelType::u8);
  for (const FileFormat kind : kFormats) {
    auto page = createPage(folder / "page", formatOf(image, kind));
    ASSERT_TRUE(page);
    ASSERT_TRUE((*page)->writeRows(image.crop(0, 0, {400, 200})));
    EXPECT_FALSE(std::filesystem::exists(folder / "page"));
    EXPECT_FALSE(folder.names().empty());
    page->reset();
    EXPECT_EQ(folder.names(), Names{});
  }
}

TEST(PageWriter, TemporaryFilesCanBeRemovedAtOnce) {
  const ScratchFolder folder;
  const Image image = rampImage({400, 300}, 3);
  std::vector<std::unique_ptr<PageWriter>> pages;
  for (int k = 0; k < 5; ++k) {
    pages.push_back(std::move(*createPage(folder / ("page" + std::to_string(k)), formatOf(image, FileFormat::pdf))));
  }
  EXPECT_EQ(folder.names().size(), 15U);  // each PDF has a file, a spool, and one of its page
  removeTemporaryFiles();
  EXPECT_EQ(folder.names(), Names{});
  ASSERT_TRUE(pages[0]->writeRows(image));
  EXPECT_EQ(pages[0]->commit().error().kind, ErrorKind::writeFailed);
  pages.clear();
  removeTemporaryFiles();  // names that are in use no more are not touched
  writeImage(folder / "page", image, formatOf(image, FileFormat::jpeg));
  removeTemporaryFiles();
  EXPECT_EQ(folder.names(), Names{"page"});
}

TEST(PageWriter, FollowsLinksAndTheUmask) {
  const ScratchFolder folder;
  const Image image = rampImage({40, 30}, 1);
  writeBytes(folder / "real.png", "old");
  std::filesystem::create_symlink("real.png", folder / "link.png");
  const mode_t before = ::umask(027);
  writeImage(folder / "link.png", image, formatOf(image, FileFormat::png));
  ::umask(before);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.png"));
  EXPECT_EQ(greatestDifference(readImage(folder / "real.png"), image), 0U);
  EXPECT_EQ(std::filesystem::status(folder / "real.png").permissions(), std::filesystem::perms(0640));
}

TEST(PageWriter, WritesNamesOfAnyLengthTheSystemAllows) {
  const ScratchFolder folder;
  const Image image = rampImage({40, 30}, 1);
  const std::string name(255, 'n');
  writeImage(folder / name, image, formatOf(image, FileFormat::png));
  EXPECT_EQ(folder.names(), Names{name});
}

TEST(PageWriter, RefusesWhatAFormatCannotHold) {
  const ScratchFolder folder;
  for (const FileFormat kind : {FileFormat::jpeg, FileFormat::pdf}) {
    const Image deep = noiseImage({8, 8}, 3, PixelType::u16);
    EXPECT_EQ(writeError(folder / "page", deep, formatOf(deep, kind)).kind, ErrorKind::unsupported);
    const Image clear = noiseImage({8, 8}, 4, PixelType::u8);
    EXPECT_EQ(writeError(folder / "page", clear, formatOf(clear, kind)).kind, ErrorKind::unsupported);
  }
  EXPECT_EQ(folder.names(), Names{});
}

TEST(PageWriter, RefusesBandsThatDoNotFit) {
  const ScratchFolder folder;
  const Image image = rampImage({40, 30}, 3);
  auto page = createPage(folder / "page", formatOf(image, FileFormat::png));
  ASSERT_TRUE(page);
  EXPECT_THROW((void)(*page)->writeRows(rampImage({39, 2}, 3)), std::invalid_argument);
  EXPECT_THROW((void)(*page)->writeRows(rampImage({40, 31}, 3)), std::invalid_argument);
  EXPECT_THROW((void)(*page)->writeRows(rampImage({40, 2}, 1)), std::invalid_argument);
  EXPECT_THROW((void)(*page)->commit(), std::invalid_argument);
}

TEST(WriteFileAtomically, ReplacesWholeFiles) {
  const ScratchFolder folder;
  ASSERT_TRUE(writeFileAtomically(folder / "a.json", std::string(700000, 'x')));
  ASSERT_TRUE(writeFileAtomically(folder / "a.json", "short"));
  EXPECT_EQ(readBytes(folder / "a.json"), "short");
  const FullDisk full(1000);
  EXPECT_EQ(writeFileAtomically(folder / "a.json", std::string(700000, 'x')).error().kind, ErrorKind::writeFailed);
  EXPECT_EQ(readBytes(folder / "a.json"), "short");
  EXPECT_EQ(folder.names(), Names{"a.json"});
}

}  // namespace
}  // namespace platen::io
