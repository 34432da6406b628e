// CMYK to RGB, resolutions that are believed, and the kinds of PNG that are no plain grey or RGB.
#include "core/io/cmyk.h"
#include "core/io/decode.h"
#include "core/io/metadata.h"
#include "core/io/probe.h"
#include "tests/io/photo_fixtures.h"

#include <array>
#include <cmath>
#include <png.h>
#include <tiffio.h>

#include <gtest/gtest.h>

namespace platen::io {
namespace {

// Four wide stripes: no ink, full black, full cyan, full magenta; as C, M, Y, K with 255 = full ink.
constexpr std::array<std::array<std::uint8_t, 4>, 4> kStripes{
    {{0, 0, 0, 0}, {0, 0, 0, 255}, {255, 0, 0, 0}, {0, 255, 0, 0}}};

Image stripes(bool inverted) {
  Image image = Image::allocate({128, 32}, 4);
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 128; ++x) {
      for (std::size_t c = 0; c < 4; ++c) {
        const std::uint8_t ink = kStripes[static_cast<std::size_t>(x / 32)][c];
        image.rowAs<std::uint8_t>(y)[static_cast<std::size_t>(x) * 4 + c] =
            inverted ? static_cast<std::uint8_t>(255 - ink) : ink;
      }
    }
  }
  return image;
}

void expectStripes(const Image& rgb, const std::array<std::array<int, 3>, 4>& colors, int tolerance) {
  ASSERT_EQ(rgb.channels(), 3);
  for (int k = 0; k < 4; ++k) {
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(static_cast<int>(sample(rgb, 32 * k + 16, 16, c)),
                  colors[static_cast<std::size_t>(k)][static_cast<std::size_t>(c)], tolerance)
          << "stripe " << k << " channel " << c;
    }
  }
}

void writeCmykTiff(const std::filesystem::path& file, const std::vector<std::uint8_t>& profile) {
  TIFF* tiff = TIFFOpen(file.c_str(), "w");
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 128);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 32);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 4);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_SEPARATED);
  if (!profile.empty()) {
    TIFFSetField(tiff, TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(profile.size()), profile.data());
  }
  Image image = stripes(false);
  for (int y = 0; y < 32; ++y) {
    TIFFWriteScanline(tiff, image.row(y), static_cast<std::uint32_t>(y));
  }
  TIFFClose(tiff);
}

constexpr std::array<std::array<int, 3>, 4> kPlainColors{{{255, 255, 255}, {0, 0, 0}, {0, 255, 255}, {255, 0, 255}}};

TEST(Cmyk, WithoutAProfileInksTakeLightAway) {
  const ScratchFolder folder;
  writeBytes(folder / "a.jpg", encodeJpeg(stripes(true), {.adobe_cmyk = true}));
  const auto photo = probe(folder / "a.jpg");
  ASSERT_TRUE(photo);
  EXPECT_EQ(photo->color, ColorModel::ycck);
  expectStripes(readImage(folder / "a.jpg"), kPlainColors, 4);
  const auto pyramid = decodePyramid(*photo, 64);
  ASSERT_TRUE(pyramid);
  EXPECT_EQ(pyramid->levels.back().image.channels(), 3);
  writeCmykTiff(folder / "a.tif", {});
  expectStripes(readImage(folder / "a.tif"), kPlainColors, 0);
}

TEST(Cmyk, GoesThroughItsProfile) {
  const ScratchFolder folder;
  const std::vector<std::uint8_t> profile = grayInksProfile();
  // L* 50 is 119 in sRGB.
  constexpr std::array<std::array<int, 3>, 4> kColors{{{255, 255, 255}, {0, 0, 0}, {119, 119, 119}, {255, 255, 255}}};
  ASSERT_TRUE(CmykToRgb(profile, false).usesProfile());
  writeBytes(folder / "a.jpg", encodeJpeg(stripes(true), {.adobe_cmyk = true, .icc_profile = profile}));
  expectStripes(readImage(folder / "a.jpg"), kColors, 5);
  writeCmykTiff(folder / "a.tif", profile);
  expectStripes(readImage(folder / "a.tif"), kColors, 3);
}

TEST(Cmyk, AProfileForOtherColoursIsNotUsed) {
  EXPECT_FALSE(CmykToRgb(srgbProfile(), false).usesProfile());
  EXPECT_FALSE(CmykToRgb(std::vector<std::uint8_t>(500, 7), false).usesProfile());
}

std::optional<double> dpiOf(const std::filesystem::path& file) {
  const auto photo = probe(file);
  EXPECT_TRUE(photo) << describe(photo.error());
  return photo ? photo->dpi : std::nullopt;
}

TEST(Dpi, IsTakenFromWhateverStatesIt) {
  const ScratchFolder folder;
  const Image image = rampImage({1000, 700}, 1);
  const auto file = folder / "a.jpg";
  writeBytes(file, encodeJpeg(image, {.density = 300}));
  EXPECT_EQ(dpiOf(file), 300);
  writeBytes(file, jpegWithExif(encodeJpeg(image, {}), exifBytes(1, 400)));
  EXPECT_EQ(dpiOf(file), 400);
  // 72 in one place says nothing against another.
  writeBytes(file, jpegWithExif(encodeJpeg(rampImage({3000, 200}, 1), {.density = 72}), exifBytes(1, 400)));
  EXPECT_EQ(dpiOf(file), 400);
}

TEST(Dpi, IsOnlyBelievedWhereItCanBe) {
  PhotoInfo sheet;
  sheet.stored_size = {595, 842};  // A4 at 72
  PhotoInfo large = sheet;
  large.stored_size = {4032, 3024};
  PhotoInfo camera = sheet;
  camera.camera_make = "Maker";
  const auto believed = [](double x, double y, const PhotoInfo& photo) {
    const StatedResolution stated{x, y};
    return believedDpi({&stated, 1}, photo);
  };
  EXPECT_EQ(believed(72, 72, sheet), 72);
  EXPECT_EQ(believed(72, 72, large), std::nullopt);
  EXPECT_EQ(believed(96, 96, large), std::nullopt);
  EXPECT_EQ(believed(72, 72, camera), std::nullopt);
  EXPECT_EQ(believed(300, 300, camera), 300);
  EXPECT_EQ(believed(299.9994, 299.9994, large), 300);
  EXPECT_EQ(believed(204, 98, large), std::nullopt);
  EXPECT_EQ(believed(19, 19, sheet), std::nullopt);
  EXPECT_EQ(believed(4801, 4801, sheet), std::nullopt);
  EXPECT_EQ(believed(NAN, NAN, sheet), std::nullopt);
}

TEST(Profile, FitsOnlyItsOwnKindOfPixels) {
  EXPECT_TRUE(profileFits(srgbProfile(), 3));
  EXPECT_TRUE(profileFits(srgbProfile(), 4));
  EXPECT_FALSE(profileFits(srgbProfile(), 1));
  EXPECT_FALSE(profileFits(grayInksProfile(), 3));
  EXPECT_FALSE(profileFits({}, 3));
}

// A PNG straight from libpng: rows as they are packed, of any kind.
struct PngKind {
  int bits = 8;
  int color_type = PNG_COLOR_TYPE_GRAY;
  bool interlaced = false;
  bool palette_alpha = false;
};
void writePng(const std::filesystem::path& file, Size size, const PngKind& kind, const std::vector<std::string>& rows) {
  std::FILE* out = std::fopen(file.c_str(), "wb");
  ASSERT_NE(out, nullptr);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, out);
  png_set_IHDR(png, info, static_cast<png_uint_32>(size.width), static_cast<png_uint_32>(size.height), kind.bits,
               kind.color_type, kind.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  const std::array<png_color, 4> palette{{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {9, 8, 7}}};
  if (kind.color_type == PNG_COLOR_TYPE_PALETTE) {
    png_set_PLTE(png, info, palette.data(), 4);
    const std::array<png_byte, 2> alpha{0, 128};
    if (kind.palette_alpha) {
      png_set_tRNS(png, info, alpha.data(), 2, nullptr);
    }
  }
  png_write_info(png, info);
  png_set_interlace_handling(png);
  std::vector<png_bytep> pointers;
  for (const std::string& row : rows) {
    pointers.push_back(reinterpret_cast<png_bytep>(const_cast<char*>(row.data())));
  }
  png_write_image(png, pointers.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  std::fclose(out);
}

TEST(PngKinds, PalettesAreExpanded) {
  const ScratchFolder folder;
  const PngKind kind{.bits = 2, .color_type = PNG_COLOR_TYPE_PALETTE};
  writePng(folder / "a.png", {4, 1}, kind, {std::string(1, '\x1B')});  // 0, 1, 2, 3
  const auto photo = probe(folder / "a.png");
  ASSERT_TRUE(photo);
  EXPECT_EQ(photo->color, ColorModel::palette);
  EXPECT_EQ(photo->bits_per_channel, 2);
  const Image image = readImage(folder / "a.png");
  ASSERT_EQ(image.channels(), 3);
  EXPECT_EQ(sample(image, 0, 0, 0), 255U);
  EXPECT_EQ(sample(image, 1, 0, 1), 255U);
  EXPECT_EQ(sample(image, 2, 0, 2), 255U);
  EXPECT_EQ(sample(image, 3, 0, 1), 8U);

  writePng(folder / "b.png", {4, 1}, {.bits = 2, .color_type = PNG_COLOR_TYPE_PALETTE, .palette_alpha = true},
           {std::string(1, '\x1B')});
  const Image clear = readImage(folder / "b.png");
  ASSERT_EQ(clear.channels(), 4);
  EXPECT_EQ(sample(clear, 0, 0, 3), 0U);
  EXPECT_EQ(sample(clear, 1, 0, 3), 128U);
  EXPECT_EQ(sample(clear, 2, 0, 3), 255U);
  // In levels, paper is behind what is transparent.
  const auto pyramid = decodePyramid(*probe(folder / "b.png"), 100);
  ASSERT_TRUE(pyramid);
  const Image& level = pyramid->levels.back().image;
  ASSERT_EQ(level.channels(), 3);
  EXPECT_EQ(sample(level, 0, 0, 1), 255U);
  EXPECT_EQ(sample(level, 1, 0, 0), 127U);
}

TEST(PngKinds, FourBitGreyFillsTheRange) {
  const ScratchFolder folder;
  writePng(folder / "a.png", {4, 1}, {.bits = 4}, {std::string("\x05\xAF", 2)});  // 0, 5, 10, 15
  const Image image = readImage(folder / "a.png");
  ASSERT_EQ(image.channels(), 1);
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(sample(image, k, 0, 0), 85U * static_cast<unsigned>(k));
  }
}

TEST(PngKinds, GreyWithAlphaBecomesRgba) {
  const ScratchFolder folder;
  writePng(folder / "a.png", {2, 1}, {.color_type = PNG_COLOR_TYPE_GRAY_ALPHA}, {std::string("\x20\xFF\x90\x40", 4)});
  const Image image = readImage(folder / "a.png");
  ASSERT_EQ(image.channels(), 4);
  for (int c = 0; c < 3; ++c) {
    EXPECT_EQ(sample(image, 0, 0, c), 0x20U);
    EXPECT_EQ(sample(image, 1, 0, c), 0x90U);
  }
  EXPECT_EQ(sample(image, 1, 0, 3), 0x40U);
}

TEST(PngKinds, InterlacedRowsAreComplete) {
  const ScratchFolder folder;
  const Image image = noiseImage({53, 71}, 1, PixelType::u8);
  std::vector<std::string> rows;
  for (int y = 0; y < image.height(); ++y) {
    rows.emplace_back(image.rowAs<char>(y), static_cast<std::size_t>(image.width()));
  }
  writePng(folder / "a.png", image.size(), {.interlaced = true}, rows);
  EXPECT_EQ(greatestDifference(readImage(folder / "a.png"), image), 0U);
}

TEST(Levels, SixteenBitsBecomeEight) {
  const ScratchFolder folder;
  Image image = Image::allocate({600, 400}, 1, PixelType::u16);
  for (int y = 0; y < 400; ++y) {
    std::fill_n(image.rowAs<std::uint16_t>(y), 600, static_cast<std::uint16_t>(y < 200 ? 51400 : 257));
  }
  writeImage(folder / "a.png", image, formatOf(image, FileFormat::png));
  const auto pyramid = decodePyramid(*probe(folder / "a.png"), 200);
  ASSERT_TRUE(pyramid);
  const Level& level = pyramid->levels.back();
  EXPECT_DOUBLE_EQ(level.scale, 1.0 / 3);
  ASSERT_EQ(level.image.type(), PixelType::u8);
  EXPECT_EQ(sample(level.image, 100, 20, 0), 200U);
  EXPECT_EQ(sample(level.image, 100, 120, 0), 1U);
}

}  // namespace
}  // namespace platen::io
