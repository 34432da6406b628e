#include "core/io/photo_order.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace platen::io {
namespace {

TEST(PhotoOrder, ComesBackAsItWasWritten) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "photo_order.jsonl";
  const PhotoOrder order{7, "order", {"a/10.jpg", "two\nlines.jpg", "latin\xE9.jpg"}};
  ASSERT_TRUE(writePhotoOrder(file, order));
  const Result<PhotoOrder> back = readPhotoOrder(file);
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, order);
  for (const char* other : {"", "[]\n", "{\"platen_photos\": 2, \"shards\": 1, \"by\": \"hash\"}\n",
                            "{\"platen_photos\": 1, \"shards\": 0, \"by\": \"hash\"}\n",
                            "{\"platen_photos\": 1, \"shards\": 1, \"by\": \"hash\"}\n{}\n",
                            "{\"platen_photos\": 1, \"shards\": 1, \"by\": \"hash\"}\n\"a"}) {
    std::ofstream(file, std::ios::binary) << other;
    const Result<PhotoOrder> read = readPhotoOrder(file);
    ASSERT_FALSE(read) << other;
    EXPECT_EQ(read.error().kind, ErrorKind::badInput);
  }
  std::filesystem::remove(file);
  EXPECT_EQ(readPhotoOrder(file).error().kind, ErrorKind::notFound);
}

}  // namespace
}  // namespace platen::io
