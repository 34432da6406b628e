#include "core/pipeline/page_store.h"

#include "core/pipeline/render.h"
#include "core/pipeline/strip.h"
#include "tests/io/photo_fixtures.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <sys/resource.h>

#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

void putAll(PageStore& store, const Image& page) {
  for (int y = 0; y < page.height(); y += kBandRows) {
    for (int x = 0; x < page.width(); x += kTileColumns) {
      const Size size{std::min(kTileColumns, page.width() - x), std::min(kBandRows, page.height() - y)};
      ASSERT_TRUE(store.put(x, y, page.crop(x, y, size)));
    }
  }
}

// A program that is killed must not leave a page's pixels behind.
TEST(PageStore, OnDiskHasNoNameFromTheStart) {
  const test::ScratchFolder folder;
  const Image page = io::noiseImage({kTileColumns + 40, 2 * kBandRows + 9}, 3, PixelType::u8);
  const auto store = PageStore::onDisk({page.width(), page.height()}, 3, PixelType::u8, folder / "flat.png");
  ASSERT_TRUE(store);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  putAll(**store, page);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  const auto rows = (*store)->rows(0, page.height());
  ASSERT_TRUE(rows);
  EXPECT_EQ(io::greatestDifference(*rows, page), 0U);
}

TEST(PageStore, ThatCannotBeWrittenSaysWhy) {
  const test::ScratchFolder folder;
  const Image page = io::noiseImage({kTileColumns, kBandRows}, 3, PixelType::u8);
  const auto store = PageStore::onDisk({page.width(), page.height()}, 3, PixelType::u8, folder / "flat.png");
  ASSERT_TRUE(store);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit little{.rlim_cur = 100, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &little), 0);
  const bool put = (*store)->put(0, 0, page);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_FALSE(put);
  const Error error = (*store)->failure().value();
  EXPECT_EQ(error.kind, ErrorKind::writeFailed);
  EXPECT_EQ(error.path, folder / "flat.png");
  EXPECT_NE(error.message.find("File too large"), std::string::npos) << error.message;
}

}  // namespace
}  // namespace platen::pipeline
