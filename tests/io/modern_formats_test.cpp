// WebP, JPEG 2000 and HEIF: pixels, what carries over, and what is refused.
#include "core/io/area_average.h"
#include "core/io/decode.h"
#include "core/io/orientation.h"
#include "core/io/photo_rows.h"
#include "core/io/probe.h"
#include "tests/io/modern_photos.h"
#include "tests/io/photo_fixtures.h"

#include <cmath>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

Image readBack(const ScratchFolder& folder, const std::string& bytes) {
  writeBytes(folder / "photo", bytes);
  return readImage(folder / "photo");
}

TEST(Webp, LosslessPixelsAreExact) {
  const ScratchFolder folder;
  for (const int channels : {3, 4}) {
    Image image = noiseImage({83, 61}, channels, PixelType::u8);
    for (int y = 0; channels == 4 && y < image.height(); ++y) {  // colours where nothing is seen are not kept
      for (int x = 0; x < image.width(); ++x) {
        auto* pixel = image.rowAs<std::uint8_t>(y) + 4 * x;
        pixel[3] = std::max<std::uint8_t>(pixel[3], 1);
      }
    }
    EXPECT_EQ(greatestDifference(readBack(folder, encodeWebp(image, {})), image), 0U) << channels;
    const auto photo = probe(folder / "photo");
    EXPECT_EQ(photo->codec, Codec::webp);
    EXPECT_FALSE(photo->lossy);
    EXPECT_EQ(photo->color, channels == 4 ? ColorModel::rgba : ColorModel::rgb);
    EXPECT_GE(*heldBytes(*photo), 83U * 61U * static_cast<unsigned>(channels + 4));  // libwebp's own 32 bits
  }
  const Image ramp = rampImage({96, 64}, 3);
  EXPECT_LE(greatestDifference(readBack(folder, encodeWebp(ramp, {.lossless = false})), ramp), 12U);
  EXPECT_TRUE(probe(folder / "photo")->lossy);
}

TEST(Webp, AnAnimationIsRefused) {
  const ScratchFolder folder;
  writeBytes(folder / "a.webp", animatedWebp({16, 16}));
  const auto photo = probe(folder / "a.webp");
  ASSERT_FALSE(photo);
  EXPECT_EQ(photo.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(photo.error().message, HasSubstr("animated"));
}

TEST(Jpeg2000, PixelsWithoutLossesAreExact) {
  const ScratchFolder folder;
  for (const bool bare : {false, true}) {
    for (const PixelType type : {PixelType::u8, PixelType::u16}) {
      for (const int channels : {1, 3, 4}) {
        for (const int tile : {0, 32}) {
          if (bare && channels == 4) {
            continue;  // nothing says then that the fourth is alpha
          }
          const Image image = noiseImage({83, 61}, channels, type);
          EXPECT_EQ(greatestDifference(readBack(folder, encodeJpeg2000(image, {.bare = bare, .tile = tile})), image),
                    0U)
              << channels << " channels, tiles of " << tile;
          const auto photo = probe(folder / "photo");
          EXPECT_EQ(photo->codec, Codec::jpeg2000);
          EXPECT_EQ(photo->bits_per_channel, 8 * static_cast<int>(bytesPer(type)));
          EXPECT_FALSE(photo->lossy);
        }
      }
    }
  }
}

// The codec's own halves show the same, in the same place, as the means of all pixels.
TEST(Jpeg2000, CoarseLevelsLieWhereTheirPixelsAre) {
  const ScratchFolder folder;
  Image waves = Image::allocate({500, 390}, 3);
  for (int y = 0; y < 390; ++y) {
    for (int x = 0; x < 1500; ++x) {
      waves.rowAs<std::uint8_t>(y)[x] =
          static_cast<std::uint8_t>(std::lround(128 + 100 * std::sin(x / 3 / 24.0) * std::cos(y / 30.0)));
    }
  }
  for (const bool reversible : {true, false}) {
    writeBytes(folder / "a.jp2", encodeJpeg2000(waves, {.reversible = reversible}));
    const auto photo = probe(folder / "a.jp2");
    ASSERT_TRUE(photo);
    auto rows = startRows(*photo, 8, {});
    ASSERT_TRUE(rows);
    EXPECT_EQ((*rows)->halve(2), 2);
    EXPECT_EQ((*rows)->size(), (Size{125, 98}));
    EXPECT_EQ((*startRows(*photo, 8, {}))->halve(40), 3);  // as often as it can
    for (const int factor : {4, 6, 8}) {
      auto all = startRows(*photo, 8, {});
      AveragedRows averaged(**all, factor, false, false);
      const Image means = *readUpright(averaged, 1, {});
      const auto levels = decodePyramid(*photo, 500 / factor);
      ASSERT_TRUE(levels);
      const Image& level = levels->levels.back().image;
      EXPECT_EQ(levels->levels.back().scale, 1.0 / factor);
      EXPECT_EQ(finestScale(*photo, 500 / factor), 1.0 / factor);
      ASSERT_EQ(level.size(), means.size());
      double difference = 0;
      const int inner = level.width() - 2;  // at the edge half a pixel may be all there is
      for (int y = 1; y < level.height() - 1; ++y) {
        for (int x = 3; x < 3 * inner; ++x) {
          difference += std::abs(level.rowAs<std::uint8_t>(y)[x] - means.rowAs<std::uint8_t>(y)[x]);
        }
      }
      EXPECT_LT(difference / (3.0 * inner * (level.height() - 2)), 0.8) << factor;
    }
  }
}

TEST(Jpeg2000, AlphaIsWhatTheFileSaysIsAlpha) {
  const ScratchFolder folder;
  Image image = noiseImage({16, 9}, 4, PixelType::u8);
  for (int c = 0; c < 3; ++c) {
    image.rowAs<std::uint8_t>(0)[c] = static_cast<std::uint8_t>(30 + c);
  }
  image.rowAs<std::uint8_t>(0)[3] = 51;  // a fifth
  const std::string plain = encodeJpeg2000(image, {});
  const std::size_t kind_at = plain.find("cdef") + 4 + 2 + 3 * 6 + 2;
  const Image seen = readBack(folder, plain);
  ASSERT_EQ(seen.channels(), 4);
  EXPECT_EQ(sample(seen, 0, 0, 0), 30U);
  // Colours were stored times alpha.
  std::string other = plain;
  other.replace(kind_at, 2, std::string("\0\2", 2));
  const Image divided = readBack(folder, other);
  ASSERT_EQ(divided.channels(), 4);
  for (int c = 0; c < 3; ++c) {
    EXPECT_EQ(sample(divided, 0, 0, c), 5U * static_cast<unsigned>(30 + c));
  }
  EXPECT_EQ(sample(divided, 0, 0, 3), 51U);
  // The fourth is something else.
  other.replace(kind_at, 4, "\xFF\xFF\xFF\xFF");
  const Image without = readBack(folder, other);
  EXPECT_EQ(without.channels(), 3);
  EXPECT_EQ(probe(folder / "photo")->color, ColorModel::rgb);
  EXPECT_EQ(sample(without, 0, 0, 1), 31U);
  EXPECT_EQ(readBack(folder, encodeJpeg2000(image, {.bare = true})).channels(), 3);
}

TEST(Jpeg2000, OtherColourSpacesAreRefused) {
  const ScratchFolder folder;
  std::string bytes = encodeJpeg2000(rampImage({32, 16}, 3), {});
  bytes.replace(bytes.find("colr") + 4 + 3, 4, std::string("\0\0\0\x0E", 4));  // CIELab
  writeBytes(folder / "a.jp2", bytes);
  const auto photo = probe(folder / "a.jp2");
  const auto pixels = photo ? decodeFull(*photo) : tl::unexpected(photo.error());
  ASSERT_FALSE(pixels);
  EXPECT_EQ(pixels.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(pixels.error().message, HasSubstr("the colour space 14"));
}

TEST(Jpeg2000, OtherDepthsAreSpread) {
  const ScratchFolder folder;
  Image image = Image::allocate({3, 1}, 1, PixelType::u16);
  image.rowAs<std::uint16_t>(0)[0] = 0;
  image.rowAs<std::uint16_t>(0)[1] = 32768;
  image.rowAs<std::uint16_t>(0)[2] = 65535;
  const Image twelve = readBack(folder, encodeJpeg2000(image, {.bits = 12}));
  ASSERT_EQ(twelve.type(), PixelType::u16);
  EXPECT_EQ(sample(twelve, 0, 0, 0), 0U);
  EXPECT_NEAR(sample(twelve, 1, 0, 0), 32768, 16);
  EXPECT_EQ(sample(twelve, 2, 0, 0), 65535U);
  const Image four = readBack(folder, encodeJpeg2000(image, {.bits = 4}));
  ASSERT_EQ(four.type(), PixelType::u8);
  EXPECT_EQ(sample(four, 2, 0, 0), 255U);
}

TEST(Jpeg2000, ColoursOfFewerSamplesAreSpread) {
  const ScratchFolder folder;
  Image ycc = Image::allocate({32, 16}, 3);
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 32; ++x) {
      auto* pixel = ycc.rowAs<std::uint8_t>(y) + 3 * x;
      pixel[0] = 76;  // red, of full strength
      pixel[1] = 85;
      pixel[2] = 255;
    }
  }
  const Image red = readBack(folder, encodeJpeg2000(ycc, {.subsampled_ycc = true}));
  ASSERT_EQ(red.size(), (Size{32, 16}));
  EXPECT_NEAR(sample(red, 31, 15, 0), 254, 2);
  EXPECT_NEAR(sample(red, 31, 15, 1), 0, 2);
  EXPECT_NEAR(sample(red, 0, 0, 2), 0, 2);
}

TEST(Jpeg2000, LossesAreKnown) {
  const ScratchFolder folder;
  const Image image = rampImage({96, 64}, 3);
  EXPECT_LE(greatestDifference(readBack(folder, encodeJpeg2000(image, {.reversible = false})), image), 10U);
  EXPECT_TRUE(probe(folder / "photo")->lossy);
}

// EXIF orientation, resolution and profile, of each format that can hold them.
struct Carrier {
  const char* name;
  std::function<std::string(const Image&, const std::string& exif, const std::vector<std::uint8_t>& profile)> encode;
};
class CarriesOver : public testing::TestWithParam<Carrier> {};

TEST_P(CarriesOver, OrientationResolutionAndProfile) {
  const ScratchFolder folder;
  const Image image = rampImage({96, 64}, 3);
  const std::vector<std::uint8_t> profile = srgbProfile();
  writeBytes(folder / "photo", GetParam().encode(image, exifBytes(6, 300), profile));
  const auto photo = probe(folder / "photo");
  ASSERT_TRUE(photo) << describe(photo.error());
  EXPECT_EQ(photo->exif_orientation, 6);
  EXPECT_EQ(photo->size, (Size{64, 96}));
  EXPECT_EQ(photo->dpi.value_or(0), 300);
  EXPECT_EQ(photo->icc_profile, profile);
  const Image upright = readImage(folder / "photo");
  ASSERT_EQ(upright.size(), (Size{64, 96}));
  for (int c = 0; c < 3; ++c) {  // a quarter turn clockwise
    EXPECT_NEAR(sample(upright, 63, 0, c), sample(image, 0, 0, c), 8);
    EXPECT_NEAR(sample(upright, 0, 95, c), sample(image, 95, 63, c), 8);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All,
    CarriesOver,
    testing::Values(Carrier{"jpeg",
                            [](const Image& image, const std::string& exif, const std::vector<std::uint8_t>& profile) {
                              return jpegWithExif(encodeJpeg(image, {.icc_profile = profile}), exif);
                            }},
                    Carrier{"webp",
                            [](const Image& image, const std::string& exif, const std::vector<std::uint8_t>& profile) {
                              return encodeWebp(image, {.exif = exif, .icc_profile = profile});
                            }},
                    Carrier{"webp_exif_with_its_jpeg_head",
                            [](const Image& image, const std::string& exif, const std::vector<std::uint8_t>& profile) {
                              return encodeWebp(image,
                                                {.exif = std::string("Exif\0\0", 6) + exif, .icc_profile = profile});
                            }},
                    Carrier{"jpeg2000",
                            [](const Image& image, const std::string& exif, const std::vector<std::uint8_t>& profile) {
                              return encodeJpeg2000(image, {.exif = exif, .icc_profile = profile});
                            }}),
    [](const auto& carrier) { return std::string(carrier.param.name); });

TEST(Jpeg2000, TheResolutionBoxIsHeard) {
  const ScratchFolder folder;
  writeBytes(folder / "a.jp2", encodeJpeg2000(rampImage({96, 64}, 3), {.dpi = 150}));
  EXPECT_NEAR(probe(folder / "a.jp2")->dpi.value_or(0), 150, 0.1);
}

TEST(ModernFormats, WhatIsCutOffIsRefused) {
  const ScratchFolder folder;
  const Image image = noiseImage({160, 120}, 3, PixelType::u8);
  for (const auto& [name, bytes] : {std::pair<std::string, std::string>{"lossless.webp", encodeWebp(image, {})},
                                    {"lossy.webp", encodeWebp(image, {.lossless = false})},
                                    {"a.jp2", encodeJpeg2000(image, {})},
                                    {"tiles.jp2", encodeJpeg2000(image, {.tile = 64})},
                                    {"a.j2k", encodeJpeg2000(image, {.bare = true})}}) {
    for (const int percent : {3, 10, 30, 50, 70, 90, 97}) {
      writeBytes(folder / name,
                 bytes.substr(0, std::max<std::size_t>(16, bytes.size() * static_cast<std::size_t>(percent) / 100)));
      const auto photo = probe(folder / name);
      const auto pixels = photo ? decodeFull(*photo) : tl::unexpected(photo.error());
      ASSERT_FALSE(pixels) << name << " cut at " << percent;
      EXPECT_EQ(pixels.error().kind, ErrorKind::unreadable)
          << name << " at " << percent << ": " << pixels.error().message;
      EXPECT_THAT(pixels.error().message, AnyOf(HasSubstr("cut off"), HasSubstr("damaged")));
    }
  }
}

}  // namespace
}  // namespace platen::io
