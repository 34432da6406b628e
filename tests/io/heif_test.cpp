// HEIF photos, made by libheif's encoder where it has one.
#include "core/io/decode.h"
#include "core/io/image_address.h"
#include "core/io/probe.h"
#include "tests/io/heif_photos.h"
#include "tests/io/photo_fixtures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#ifdef PLATEN_HEIF
#include <lcms2.h>
#include <memory>

namespace platen::io {
namespace {

constexpr double kTolerance = 12;

class Heif : public testing::Test {
 protected:
  void make(const HeifKind& kind) {
    if (!writeHeif(folder_ / "a.heic", image_, kind)) {
      GTEST_SKIP() << "this libheif has no encoder for HEVC of " << kind.bits << " bits";
    }
  }
  void expectNear(const Image& read, double scale) {
    ASSERT_EQ(read.size(), image_.size());
    for (int y = 0; y < image_.height(); y += 7) {
      for (int x = 0; x < image_.width(); x += 7) {
        for (int c = 0; c < 3; ++c) {
          EXPECT_NEAR(sample(read, x, y, c) / scale, sample(image_, x, y, c), kTolerance);
        }
      }
    }
  }

  Image image_ = rampImage({96, 64}, 3);
  ScratchFolder folder_;
};

TEST_F(Heif, EightBits) {
  make({.icc_profile = srgbProfile()});
  const auto photo = probe(folder_ / "a.heic");
  ASSERT_TRUE(photo) << describe(photo.error());
  EXPECT_EQ(photo->codec, Codec::heif);
  EXPECT_EQ(photo->icc_profile, srgbProfile());
  const Image read = readImage(folder_ / "a.heic");
  EXPECT_EQ(read.type(), PixelType::u8);
  expectNear(read, 1);
}

TEST_F(Heif, TenBitsAreSixteen) {
  make({.bits = 10});
  const auto photo = probe(folder_ / "a.heic");
  ASSERT_TRUE(photo) << describe(photo.error());
  EXPECT_EQ(photo->bits_per_channel, 10);
  const Image read = readImage(folder_ / "a.heic");
  ASSERT_EQ(read.type(), PixelType::u16);
  expectNear(read, 257);
}

// By numbers instead of a profile, as telephones write AVIFs.
TEST_F(Heif, NamedColoursBecomeAProfile) {
  make({.primaries = 1});
  EXPECT_TRUE(probe(folder_ / "a.heic")->icc_profile.empty());
  make({.primaries = 12});
  const std::vector<std::uint8_t> bytes = probe(folder_ / "a.heic")->icc_profile;
  const std::unique_ptr<void, int (*)(void*)> profile(
      cmsOpenProfileFromMem(bytes.data(), static_cast<cmsUInt32Number>(bytes.size())), &cmsCloseProfile);
  ASSERT_TRUE(profile);
  EXPECT_EQ((std::vector<std::uint8_t>(bytes.begin() + 24, bytes.begin() + 26)),
            (std::vector<std::uint8_t>{0x07, 0xD0}))
      << "made in 2000, whenever it is made";
  const auto* red = static_cast<const cmsCIEXYZ*>(cmsReadTag(profile.get(), cmsSigRedColorantTag));
  ASSERT_NE(red, nullptr);
  EXPECT_NEAR(red->X, 0.5151, 0.001);  // Display P3's, under D50
  EXPECT_NEAR(red->Y, 0.2412, 0.001);
  EXPECT_TRUE(decodeFull(*probe(folder_ / "a.heic")));
}

TEST_F(Heif, HighDynamicRangeIsRefused) {
  for (const int transfer : {16, 18}) {
    make({.bits = 10, .primaries = 9, .transfer = transfer});
    const auto photo = probe(folder_ / "a.heic");
    const auto pixels = photo ? decodeFull(*photo) : tl::unexpected(photo.error());
    ASSERT_FALSE(pixels);
    EXPECT_EQ(pixels.error().kind, ErrorKind::unsupported);
    EXPECT_THAT(pixels.error().message, testing::HasSubstr("high dynamic range"));
  }
}

// The file's own mark turns the photo; EXIF says the same once more, and is not heard.
TEST_F(Heif, IsTurnedOnce) {
  make({.orientation = 6, .exif = exifBytes(6, 300)});
  const auto photo = probe(folder_ / "a.heic");
  ASSERT_TRUE(photo) << describe(photo.error());
  EXPECT_EQ(photo->exif_orientation, 1);
  EXPECT_EQ(photo->size, (Size{64, 96}));
  EXPECT_EQ(photo->dpi.value_or(0), 300);
  const Image read = readImage(folder_ / "a.heic");
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(sample(read, 63, 0, c), sample(image_, 0, 0, c), kTolerance);
    EXPECT_NEAR(sample(read, 0, 95, c), sample(image_, 95, 63, c), kTolerance);
  }
}

TEST_F(Heif, EachImageIsAPhoto) {
  make({.images = 2});
  EXPECT_EQ(*imagesOf(folder_ / "a.heic"), 2);
  EXPECT_TRUE(probe(addressed(folder_ / "a.heic", 2)));
  EXPECT_EQ(probe(addressed(folder_ / "a.heic", 3)).error().kind, ErrorKind::notFound);
}

TEST_F(Heif, WhatIsCutOffIsRefused) {
  make({});
  const std::string bytes = readBytes(folder_ / "a.heic");
  for (const std::size_t percent : {5, 20, 50, 80, 95}) {
    writeBytes(folder_ / "b.heic", bytes.substr(0, bytes.size() * percent / 100));
    const auto photo = probe(folder_ / "b.heic");
    const auto pixels = photo ? decodeFull(*photo) : tl::unexpected(photo.error());
    ASSERT_FALSE(pixels) << percent;
    EXPECT_NE(pixels.error().kind, ErrorKind::internal);
    EXPECT_FALSE(pixels.error().message.empty());
  }
}

}  // namespace
}  // namespace platen::io
#endif
