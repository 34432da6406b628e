// TIFFs as scanners and archives write them: strips, tiles, planes, odd depths, byte orders and compressions.
#include "core/io/decode.h"
#include "core/io/probe.h"
#include "tests/io/photo_fixtures.h"

#include <algorithm>
#include <cstring>
#include <tiffio.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

class TiffLayouts : public testing::TestWithParam<TiffLayout> {};

TEST_P(TiffLayouts, GiveEveryPixel) {
  const ScratchFolder folder;
  for (const int channels : {1, 3, 4}) {
    for (const PixelType type : {PixelType::u8, PixelType::u16}) {
      const Image image = noiseImage({83, 61}, channels, type);
      writeTiff(folder / "a.tif", image, GetParam());
      EXPECT_EQ(greatestDifference(readImage(folder / "a.tif"), image), 0U)
          << channels << " channels of " << 8 * bytesPer(type) << " bits";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All,
    TiffLayouts,
    testing::Values(TiffLayout{.name = "strips"},
                    TiffLayout{.name = "lzw", .compression = COMPRESSION_LZW},
                    TiffLayout{.name = "bigendian", .mode = "wb"},
                    TiffLayout{.name = "bigtiff", .mode = "w8"},
                    TiffLayout{.name = "planes", .planar = true},
                    TiffLayout{.name = "lzwplanes", .compression = COMPRESSION_LZW, .planar = true},
                    TiffLayout{.name = "tiles", .tile = 16},
                    TiffLayout{.name = "deflatetiles", .compression = COMPRESSION_ADOBE_DEFLATE, .tile = 32},
                    TiffLayout{.name = "planetiles", .planar = true, .tile = 16}),
    [](const auto& layout) { return std::string(layout.param.name); });

struct Bare {
  int bits, photometric, samples = 1;
};
TIFF* openBare(const std::filesystem::path& file, Size size, const Bare& kind) {
  TIFF* tiff = TIFFOpen(file.c_str(), "w");
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, size.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, size.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, kind.bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, kind.samples);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, kind.photometric);
  return tiff;
}

TEST(TiffKinds, WhiteIsZeroIsTurnedRound) {
  const ScratchFolder folder;
  TIFF* tiff = openBare(folder / "a.tif", {10, 1}, {.bits = 1, .photometric = PHOTOMETRIC_MINISWHITE});
  std::string row("\x80\x40", 2);  // ink in columns 0 and 9
  TIFFWriteScanline(tiff, row.data(), 0);
  TIFFClose(tiff);
  const Image image = readImage(folder / "a.tif");
  ASSERT_EQ(image.channels(), 1);
  for (int x = 0; x < 10; ++x) {
    EXPECT_EQ(sample(image, x, 0, 0), x == 0 || x == 9 ? 0U : 255U);
  }
}

TEST(TiffKinds, PalettesAndFourBits) {
  const ScratchFolder folder;
  TIFF* tiff = openBare(folder / "p.tif", {3, 1}, {.bits = 8, .photometric = PHOTOMETRIC_PALETTE});
  std::vector<std::uint16_t> red(256), green(256), blue(256);
  red[7] = 65535;
  green[8] = 128 * 257;
  blue[9] = 257;
  TIFFSetField(tiff, TIFFTAG_COLORMAP, red.data(), green.data(), blue.data());
  std::string row("\x07\x08\x09", 3);
  TIFFWriteScanline(tiff, row.data(), 0);
  TIFFClose(tiff);
  const Image colors = readImage(folder / "p.tif");
  ASSERT_EQ(colors.channels(), 3);
  EXPECT_EQ(sample(colors, 0, 0, 0), 255U);
  EXPECT_EQ(sample(colors, 1, 0, 1), 128U);
  EXPECT_EQ(sample(colors, 2, 0, 2), 1U);

  tiff = openBare(folder / "g.tif", {3, 1}, {.bits = 4, .photometric = PHOTOMETRIC_MINISBLACK});
  row = std::string("\x0F\x50", 2);
  TIFFWriteScanline(tiff, row.data(), 0);
  TIFFClose(tiff);
  const Image gray = readImage(folder / "g.tif");
  EXPECT_EQ(sample(gray, 0, 0, 0), 0U);
  EXPECT_EQ(sample(gray, 1, 0, 0), 255U);
  EXPECT_EQ(sample(gray, 2, 0, 0), 85U);
}

TEST(TiffKinds, JpegInsideIsRgb) {
  const ScratchFolder folder;
  const Image image = rampImage({96, 64}, 3);
  TIFF* tiff = openBare(folder / "a.tif", image.size(), {.bits = 8, .photometric = PHOTOMETRIC_YCBCR, .samples = 3});
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_JPEG);
  TIFFSetField(tiff, TIFFTAG_JPEGQUALITY, 95);
  TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 32);
  Image copy = image.clone();
  for (int y = 0; y < image.height(); ++y) {
    TIFFWriteScanline(tiff, copy.row(y), static_cast<std::uint32_t>(y));
  }
  TIFFClose(tiff);
  EXPECT_LE(greatestDifference(readImage(folder / "a.tif"), image), 8U);
}

// What is said of a photo that can be described, but not decoded; empty: it can be.
std::string whyUnsupported(const std::filesystem::path& file) {
  const auto photo = probe(file);
  if (!photo) {
    ADD_FAILURE() << describe(photo.error());
    return {};
  }
  const auto image = decodeFull(*photo);
  return !image && image.error().kind == ErrorKind::unsupported ? image.error().message : std::string();
}

TEST(TiffKinds, WhatIsNotReadIsSaid) {
  const ScratchFolder folder;
  TIFF* tiff = openBare(folder / "a.tif", {8, 1}, {.bits = 32, .photometric = PHOTOMETRIC_MINISBLACK});
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
  std::vector<float> row(8);
  TIFFWriteScanline(tiff, row.data(), 0);
  TIFFClose(tiff);
  EXPECT_THAT(whyUnsupported(folder / "a.tif"), testing::HasSubstr("floating point samples"));
}

// A few bytes that claim 65535 samples a pixel would take minutes for a postage stamp.
TEST(TiffKinds, SoManySamplesAreRefused) {
  const ScratchFolder folder;
  TIFF* tiff = openBare(folder / "a.tif", {8, 1}, {.bits = 8, .photometric = PHOTOMETRIC_MINISBLACK, .samples = 40});
  std::string row(8 * 40, '\x33');
  TIFFWriteScanline(tiff, row.data(), 0);
  TIFFClose(tiff);
  EXPECT_THAT(whyUnsupported(folder / "a.tif"), testing::HasSubstr("40 samples a pixel"));
}

TEST(TiffKinds, PagesAreCountedAndTheFirstIsRead) {
  const ScratchFolder folder;
  TIFF* tiff = openBare(folder / "a.tif", {8, 1}, {.bits = 8, .photometric = PHOTOMETRIC_MINISBLACK});
  std::string row(8, '\x33');
  TIFFWriteScanline(tiff, row.data(), 0);
  TIFFWriteDirectory(tiff);
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 2);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFWriteScanline(tiff, row.data(), 0);
  TIFFClose(tiff);
  const auto photo = probe(folder / "a.tif");
  ASSERT_TRUE(photo);
  EXPECT_EQ(photo->pages, 2);
  EXPECT_EQ(photo->size, (Size{8, 1}));
  EXPECT_EQ(sample(readImage(folder / "a.tif"), 7, 0, 0), 0x33U);
}

}  // namespace
}  // namespace platen::io
