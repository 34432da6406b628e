// Parts of a photo at any scale: the pixels of a decode of the whole, wherever they come from, within the cache's
// bound.
#include "core/pipeline/photo_region.h"

#include "core/io/decode.h"
#include "core/io/probe.h"
#include "core/pipeline/tile_cache.h"
#include "tests/support/photo_files.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

// Slow waves in both directions, so that a shift of half a pixel of any level shows.
Image waves(Size size, int channels, PixelType type = PixelType::u8) {
  Image image = Image::allocate(size, channels, type);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      for (int c = 0; c < channels; ++c) {
        const double value = c == 3 ? 1 : 0.5 + 0.24 * std::sin(x * 0.05 + c) + 0.24 * std::cos(y * 0.04 + c);
        const auto at = static_cast<std::size_t>(x) * static_cast<std::size_t>(channels) + static_cast<std::size_t>(c);
        if (type == PixelType::u8) {
          image.rowAs<std::uint8_t>(y)[at] = static_cast<std::uint8_t>(std::lround(255 * value));
        } else {
          image.rowAs<std::uint16_t>(y)[at] = static_cast<std::uint16_t>(std::lround(65535 * value));
        }
      }
    }
  }
  return image;
}

class PhotoRegionTest : public testing::Test {
 protected:
  // Opened as the viewer does, with a pyramid whose finest level has a long side of `finest` or a little more.
  std::unique_ptr<PhotoRegions> open(const Image& image,
                                     FileFormat format,
                                     int finest,
                                     std::size_t cache_bytes = PhotoRegions::kDefaultCacheBytes) {
    const char* name = format == FileFormat::jpeg ? "a.jpg" : format == FileFormat::png ? "a.png" : "a.tif";
    test::writeImage(folder_ / name, image, format);
    info_ = *io::probe(folder_ / name);
    return std::make_unique<PhotoRegions>(info_, *io::decodePyramid(info_, finest), cache_bytes);
  }

  test::ScratchFolder folder_;
  PhotoInfo info_;
};

bool sameBytes(const Image& a, const Image& b) {
  if (!(a.size() == b.size()) || a.channels() != b.channels() || a.type() != b.type()) {
    return false;
  }
  for (int j = 0; j < a.height(); ++j) {
    if (std::memcmp(a.row(j), b.row(j), static_cast<std::size_t>(a.width()) * a.bytesPerPixel()) != 0) {
      return false;
    }
  }
  return true;
}

TEST_F(PhotoRegionTest, AtFullScaleIsTheFullDecodeCutInAnyOrderOfReading) {
  for (const FileFormat format : {FileFormat::jpeg, FileFormat::png, FileFormat::tiff}) {
    // A cache of a quarter of the photo: tiles come and go.
    const auto regions = open(waves({1500, 1100}, 3), format, 400, 1500 * 1100 * 3 / 4);
    const Image full = *io::decodeFull(info_);
    std::mt19937 random(3);
    const auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    for (int k = 0; k < 25; ++k) {
      const int x = upTo(1499);
      const int y = upTo(1099);
      const Size size{1 + upTo(std::min(600, 1500 - x)), 1 + upTo(std::min(600, 1100 - y))};
      const Result<PhotoRegion> region =
          regions->read({x + 0.0, y + 0.0, x + 0.0 + size.width, y + 0.0 + size.height}, 1);
      ASSERT_TRUE(region) << describe(region.error());
      EXPECT_EQ(region->scale, 1);
      EXPECT_EQ(region->origin_source_px, (Vec2{x + 0.0, y + 0.0}));
      ASSERT_TRUE(sameBytes(region->image, full.crop(x, y, size))) << x << ", " << y;
      ASSERT_LE(regions->cachedBytes(), regions->cacheBytes());
    }
  }
}

TEST_F(PhotoRegionTest, IsNoCoarserThanAskedForAndStandsWhereItSays) {
  for (const FileFormat format : {FileFormat::jpeg, FileFormat::png}) {
    const auto regions = open(waves({1203, 905}, 1), format, 300);
    for (const double scale : {0.05, 0.2, 0.3, 0.5, 0.7, 1.0}) {
      const Box box{333.3, 222.2, 777.7, 666.6};
      const Result<PhotoRegion> region = regions->read(box, scale);
      ASSERT_TRUE(region);
      EXPECT_GE(region->scale, scale * (1 - 1e-6));
      const Vec2 end =
          region->origin_source_px + Vec2{region->image.width() + 0.0, region->image.height() + 0.0} / region->scale;
      EXPECT_TRUE(region->origin_source_px.x <= box.x0 && region->origin_source_px.y <= box.y0);
      EXPECT_TRUE(end.x >= box.x1 && end.y >= box.y1);
      double worst = 0;
      for (int j = 0; j < region->image.height(); ++j) {
        for (int i = 0; i < region->image.width(); ++i) {
          const Vec2 source = region->origin_source_px + Vec2{i + 0.5, j + 0.5} / region->scale - Vec2{0.5, 0.5};
          const double truth = 255 * (0.5 + 0.24 * std::sin(source.x * 0.05) + 0.24 * std::cos(source.y * 0.04));
          worst = std::max(worst, std::abs(truth - region->image.rowAs<std::uint8_t>(j)[i]));
        }
      }
      // Half a pixel of the level off would be 255 * 0.24 * 0.05 * 0.5 / scale = 1.5 / scale; averaging over 20 pixels
      // flattens the waves by 4 %.
      EXPECT_LT(worst, 3 + (scale < 0.1 ? 6 : 0)) << scale;
    }
  }
}

TEST_F(PhotoRegionTest, NeedsNoFileWhereALevelIsFineEnough) {
  const auto regions = open(waves({1200, 900}, 3), FileFormat::jpeg, 600);
  std::filesystem::remove(info_.file);
  EXPECT_TRUE(regions->read({0, 0, 1200, 900}, 0.5));
  EXPECT_EQ(regions->cachedBytes(), 0U);
  const Result<PhotoRegion> fine = regions->read({0, 0, 1200, 900}, 0.6);
  ASSERT_FALSE(fine);
  EXPECT_EQ(fine.error().kind, ErrorKind::notFound);
}

TEST_F(PhotoRegionTest, WhatLiesBesideAPartIsReadWithIt) {
  // Too large for the cache to be read whole at once.
  const auto regions = open(waves({4000, 3000}, 1), FileFormat::jpeg, 500, std::size_t{27} << 20);
  ASSERT_TRUE(regions->read({1800, 1300, 2300, 1700}, 1));
  const std::size_t held = regions->cachedBytes();
  EXPECT_LT(held, std::size_t{7} << 20);
  std::filesystem::remove(info_.file);
  EXPECT_TRUE(regions->read({1500, 1100, 2000, 1500}, 1));
  EXPECT_TRUE(regions->read({2200, 1600, 2700, 2000}, 1));
  EXPECT_FALSE(regions->read({3300, 1600, 3600, 2000}, 1));
  EXPECT_EQ(regions->cachedBytes(), held);
}

TEST_F(PhotoRegionTest, IsEightBitsAndOpaque) {
  const auto wide = open(waves({700, 500}, 4, PixelType::u16), FileFormat::png, 200);
  const Result<PhotoRegion> region = wide->read({10, 20, 300, 400}, 1);
  ASSERT_TRUE(region);
  EXPECT_EQ(region->image.type(), PixelType::u8);
  EXPECT_EQ(region->image.channels(), 3);
}

TEST_F(PhotoRegionTest, OutsideThePhotoOrStoppedOrDamagedIsAnError) {
  const auto regions = open(waves({1200, 900}, 3), FileFormat::jpeg, 300, 100000);
  EXPECT_EQ(regions->read({-20, -20, 0, 50}, 1).error().kind, ErrorKind::badInput);
  EXPECT_EQ(regions->read({50, 50, std::nan(""), 60}, 1).error().kind, ErrorKind::badInput);
  EXPECT_TRUE(regions->read({-20, -20, 5, 5}, 1));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(regions->read({800, 800, 900, 900}, 1, stop.get_token()).error().kind, ErrorKind::stopped);
  std::string bytes = test::readBytes(info_.file);
  bytes.resize(bytes.size() / 2);
  test::writeBytes(info_.file, bytes);
  EXPECT_EQ(regions->read({600, 800, 700, 900}, 1).error().kind, ErrorKind::unreadable);
  EXPECT_THROW(PhotoRegions(info_, {}), std::invalid_argument);
}

TEST_F(PhotoRegionTest, MayBeReadByManyThreads) {
  const auto regions = open(waves({1500, 1100}, 1), FileFormat::jpeg, 300, 600000);
  const Image full = *io::decodeFull(info_);
  std::vector<int> wrong(4, 0);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t) {
      threads.emplace_back([&, t] {
        for (int k = 0; k < 12; ++k) {
          const int x = static_cast<int>((t * 331 + static_cast<std::size_t>(k) * 97) % 1000);
          const int y = static_cast<int>((t * 173 + static_cast<std::size_t>(k) * 211) % 700);
          const auto region = regions->read({x + 0.0, y + 0.0, x + 400.0, y + 300.0}, 1);
          wrong[t] += region && sameBytes(region->image, full.crop(x, y, {400, 300})) ? 0 : 1;
        }
      });
    }
  }
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
  EXPECT_LE(regions->cachedBytes(), regions->cacheBytes());
}

TEST(TileCache, LetsGoOfTheLongestUnusedAndKeepsItsBound) {
  TileCache cache(1000);
  const auto tile = [] { return Image::allocate({20, 20}, 1); };  // 400 bytes
  cache.keep({1, 0, 0}, tile());
  cache.keep({1, 1, 0}, tile());
  EXPECT_EQ(cache.bytes(), 800U);
  EXPECT_FALSE(cache.find({1, 0, 0}).empty());
  cache.keep({1, 2, 0}, tile());
  EXPECT_EQ(cache.bytes(), 800U);
  EXPECT_FALSE(cache.find({1, 0, 0}).empty());
  EXPECT_TRUE(cache.find({1, 1, 0}).empty());
  EXPECT_FALSE(cache.find({1, 2, 0}).empty());
  cache.keep({1, 9, 9}, Image::allocate({40, 40}, 1));
  EXPECT_TRUE(cache.find({1, 9, 9}).empty());
  EXPECT_EQ(cache.bytes(), 800U);
}

}  // namespace
}  // namespace platen::pipeline
