#include "core/pipeline/batch_shard.h"

#include "core/pipeline/batch_names.h"
#include "core/pipeline/page.h"
#include "tests/support/photo_files.h"

#include <algorithm>
#include <map>
#include <string>

#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

std::vector<FoundPhoto> numbered(int count) {
  std::vector<FoundPhoto> photos;
  for (int k = 0; k < count; ++k) {
    const std::filesystem::path place = "book/" + std::to_string(k) + ".jpg";
    photos.push_back({"/in" / place, place});
  }
  return photos;
}

TEST(BatchShard, ByHashAPhotosShardDependsOnItsPlaceAlone) {
  EXPECT_EQ(shardNumber("a.jpg", 0, 1, 7, ShardBy::hash), 0x509b0d4641a7c3baU % 7 + 1);  // as sha256sum has it
  const std::vector<FoundPhoto> many = numbered(4000);
  std::map<int, int> sizes;
  for (std::size_t k = 0; k < many.size(); ++k) {
    const int shard = shardNumber(many[k].place, k, many.size(), 8, ShardBy::hash);
    EXPECT_EQ(shard, shardNumber(many[k].place, 0, 1, 8, ShardBy::hash));
    ++sizes[shard];
  }
  ASSERT_EQ(sizes.size(), 8U);
  for (const auto& [shard, size] : sizes) {
    EXPECT_NEAR(size, 500, 100) << shard;  // 4.8 standard deviations
  }
}

TEST(BatchShard, ByOrderShardsAreRunsOfNeighbours) {
  for (const int photos : {1, 2, 7, 100}) {
    for (const int of : {1, 2, 3, 7, 13}) {
      const std::vector<FoundPhoto> all = numbered(photos);
      std::vector<FoundPhoto> joined;
      for (int k = 1; k <= of; ++k) {
        const std::vector<FoundPhoto> ours = photosOf({k, of, ShardBy::order}, all);
        EXPECT_NEAR(static_cast<double>(ours.size()), static_cast<double>(photos) / of, 0.999);
        joined.insert(joined.end(), ours.begin(), ours.end());
      }
      EXPECT_TRUE(std::equal(joined.begin(), joined.end(), all.begin(), all.end(),
                             [](const FoundPhoto& a, const FoundPhoto& b) { return a.place == b.place; }));
    }
  }
}

TEST(BatchShard, NamesOfManifestsAreReadAsTheyAreWritten) {
  EXPECT_EQ(manifestName({}), "manifest.jsonl");
  EXPECT_EQ(manifestName({2, 4}), "manifest-2-of-4.jsonl");
  for (const Shard& shard : {Shard{}, Shard{1, 1}, Shard{17, 400}}) {
    const std::optional<Shard> back = shardOfManifest(manifestName(shard));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->number, shard.number);
    EXPECT_EQ(back->of, shard.of);
  }
  for (const char* other : {"manifest-5-of-4.jsonl", "manifest-1-of-4.jsonl.new", "manifest-x-of-4.jsonl",
                            "manifest-1-of-.jsonl", "manifest-1of4.jsonl", "manifest-99999999999-of-4.jsonl"}) {
    EXPECT_FALSE(shardOfManifest(other)) << other;
  }
}

// Whoever is asked first, and in whichever run: two photos that differ in their endings alone.
TEST(BatchNames, DoNotDependOnWhoComesFirst) {
  const test::ScratchFolder folder;
  Image image = Image::allocate({8, 8}, 1);
  for (int j = 0; j < 8; ++j) {
    std::fill_n(image.row(j), 8, std::byte{200});
  }
  test::writeImage(folder / "a.png", image, FileFormat::png);
  test::writeImage(folder / "a.tif", image, FileFormat::tiff);
  test::writeImage(folder / "b.png", image, FileFormat::png);
  test::writeImage(folder / "b_1.tif", image, FileFormat::tiff);
  std::vector<FoundPhoto> photos;
  for (const char* name : {"a.png", "a.tif", "b.png", "b_1.tif"}) {
    photos.push_back({folder / name, name});
  }
  ExportOptions options;
  options.format = FileFormat::jpeg;
  const auto claims = [&](const std::vector<std::size_t>& asked, int page, int pages) {
    BatchNames names(photos, folder / "flat", options);
    std::map<std::string, std::string> got;
    for (const std::size_t k : asked) {
      const Result<std::filesystem::path> name = names.claim(photos[k], *describePhoto(photos[k].file), page, pages);
      got[photos[k].place.string()] = name ? name->string() : "";
    }
    return got;
  };
  const std::map<std::string, std::string> spreads{
      {"a.png", "a_1.jpg"}, {"a.tif", ""}, {"b.png", ""}, {"b_1.tif", "b_1_1.jpg"}};
  EXPECT_EQ(claims({0, 1, 2, 3}, 1, 2), spreads);
  EXPECT_EQ(claims({3, 2, 1, 0}, 1, 2), spreads);
  EXPECT_EQ(claims({1}, 1, 2).at("a.tif"), "");  // also where the other one is in another shard
  EXPECT_EQ(claims({1, 0}, 1, 1).at("a.png"), "a.jpg");
}

// Images of one file are photos of their own, each with its own name: none of them owns another one's.
TEST(BatchNames, ImagesOfAFileHaveNamesOfTheirOwn) {
  const test::ScratchFolder folder;
  Image image = Image::allocate({8, 8}, 1);
  std::fill_n(image.row(0), image.strideBytes() * 8, std::byte{200});
  test::writeTiffPages(folder / "a.tif", {image, image, image});
  std::vector<FoundPhoto> photos;
  for (const char* name : {"a.tif[1]", "a.tif[2]", "a.tif[3]"}) {
    photos.push_back({folder / name, name});
  }
  BatchNames names(photos, folder / "flat", {});
  for (const std::size_t k : {2U, 0U, 1U}) {
    const Result<std::filesystem::path> name = names.claim(photos[k], *describePhoto(photos[k].file), 1, 1);
    ASSERT_TRUE(name) << describe(name.error());
    EXPECT_EQ(*name, "a_" + std::to_string(k + 1) + ".tif");
  }
}

}  // namespace
}  // namespace platen::pipeline
