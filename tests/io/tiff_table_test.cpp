// Every kind of TIFF that archives hold, as libtiff writes it: the pixels that come out, or the sentence that refuses
// it.
#include "core/io/decode.h"
#include "core/io/probe.h"
#include "tests/io/photo_fixtures.h"

#include <algorithm>
#include <functional>
#include <tiffio.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

using testing::HasSubstr;

constexpr Size kSize{64, 32};

struct Kind {
  const char* name;
  int bits, photometric, samples, compression;
  std::vector<std::uint8_t> pixel;  // of all of the picture: samples in bytes, of 16 bits as this machine has them
  std::vector<unsigned> expected;   // channels that come out; none: it is refused
  int predictor = 1;
  const char* refusal = "";
  int extra = -1;  // of EXTRASAMPLES
  int format = SAMPLEFORMAT_UINT;
  int ink_set = 0;
  unsigned tolerance = 0;
  const char* mode = "w";
};

void write(const std::filesystem::path& file, const Kind& kind) {
  TIFF* tiff = TIFFOpen(file.c_str(), kind.mode);
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, kSize.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, kSize.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, kind.bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, kind.samples);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, kind.photometric);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, kind.format);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, kind.compression);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 16);
  if (kind.predictor > 1) {
    TIFFSetField(tiff, TIFFTAG_PREDICTOR, kind.predictor);
  }
  if (kind.compression == COMPRESSION_JPEG && kind.photometric == PHOTOMETRIC_YCBCR) {
    TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  }
  if (kind.extra >= 0) {
    const auto extra = static_cast<std::uint16_t>(kind.extra);
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &extra);
  }
  if (kind.ink_set > 0) {
    TIFFSetField(tiff, TIFFTAG_INKSET, kind.ink_set);
  }
  if (kind.photometric == PHOTOMETRIC_PALETTE) {
    std::vector<std::uint16_t> red(std::size_t{1} << kind.bits), green(red), blue(red);
    red[1] = 0x8080;
    green[1] = 0x4040;
    blue[1] = 0xFFFF;
    TIFFSetField(tiff, TIFFTAG_COLORMAP, red.data(), green.data(), blue.data());
  }
  std::vector<std::uint8_t> row(static_cast<std::size_t>(TIFFScanlineSize(tiff)));
  for (int y = 0; y < kSize.height; ++y) {
    for (std::size_t k = 0; k < row.size(); ++k) {  // written anew each time: encoders turn it round in place
      row[k] = kind.pixel[k % kind.pixel.size()];
    }
    ASSERT_EQ(TIFFWriteScanline(tiff, row.data(), static_cast<std::uint32_t>(y)), 1);
  }
  TIFFClose(tiff);
}

class TiffTable : public testing::TestWithParam<Kind> {};

TEST_P(TiffTable, GivesItsPixelsOrASentence) {
  const Kind& kind = GetParam();
  const ScratchFolder folder;
  write(folder / "a.tif", kind);
  const auto photo = probe(folder / "a.tif");
  ASSERT_TRUE(photo) << describe(photo.error());
  EXPECT_EQ(photo->size, kSize);
  const auto image = decodeFull(*photo);
  if (kind.expected.empty()) {
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().kind, ErrorKind::unsupported);
    EXPECT_THAT(image.error().message, HasSubstr(kind.refusal));
    EXPECT_THAT(image.error().message, HasSubstr("is a TIFF with"));
    return;
  }
  ASSERT_TRUE(image) << describe(image.error());
  ASSERT_EQ(image->channels(), static_cast<int>(kind.expected.size()));
  for (const auto& [x, y] : {std::pair{0, 0}, {63, 0}, {5, 17}, {63, 31}}) {
    for (int c = 0; c < image->channels(); ++c) {
      EXPECT_NEAR(sample(*image, x, y, c), kind.expected[static_cast<std::size_t>(c)], kind.tolerance);
    }
  }
}

constexpr int kGray = PHOTOMETRIC_MINISBLACK, kWhite = PHOTOMETRIC_MINISWHITE, kRgb = PHOTOMETRIC_RGB;
constexpr int kInks = PHOTOMETRIC_SEPARATED, kPlain = COMPRESSION_NONE;

INSTANTIATE_TEST_SUITE_P(
    All,
    TiffTable,
    testing::Values(
        Kind{"bilevel", 1, kGray, 1, kPlain, {0xFF}, {255}},
        Kind{"bilevel_white_is_zero", 1, kWhite, 1, kPlain, {0xFF}, {0}},
        Kind{"g4", 1, kGray, 1, COMPRESSION_CCITTFAX4, {0xFF}, {255}},
        Kind{"g4_white_is_zero", 1, kWhite, 1, COMPRESSION_CCITTFAX4, {0xFF}, {0}},
        Kind{"g3", 1, kWhite, 1, COMPRESSION_CCITTFAX3, {0x00}, {255}},
        Kind{"fax_without_marks", 1, kWhite, 1, COMPRESSION_CCITTRLE, {0xFF}, {0}},
        Kind{"packbits", 8, kGray, 1, COMPRESSION_PACKBITS, {77}, {77}},
        Kind{"lzw", 8, kRgb, 3, COMPRESSION_LZW, {1, 2, 3}, {1, 2, 3}},
        Kind{"lzw_differences", 8, kRgb, 3, COMPRESSION_LZW, {1, 2, 3}, {1, 2, 3}, 2},
        Kind{"lzw_differences_of_16_bits", 16, kGray, 1, COMPRESSION_LZW, {0x34, 0x12}, {0x1234}, 2},
        Kind{"deflate", 8, kRgb, 3, COMPRESSION_ADOBE_DEFLATE, {9, 8, 7}, {9, 8, 7}},
        Kind{"deflate_differences", 8, kRgb, 3, COMPRESSION_ADOBE_DEFLATE, {9, 8, 7}, {9, 8, 7}, 2},
        Kind{"old_deflate", 8, kRgb, 3, COMPRESSION_DEFLATE, {9, 8, 7}, {9, 8, 7}},
        Kind{"big", 8, kRgb, 3, COMPRESSION_LZW, {9, 8, 7}, {9, 8, 7}, 1, "", -1, SAMPLEFORMAT_UINT, 0, 0, "w8"},
        Kind{"high_byte_first",
             16,
             kRgb,
             3,
             kPlain,
             {1, 2, 3, 4, 5, 6},
             {0x201, 0x403, 0x605},
             1,
             "",
             -1,
             SAMPLEFORMAT_UINT,
             0,
             0,
             "wb"},
        Kind{"jpeg_ycc",
             8,
             PHOTOMETRIC_YCBCR,
             3,
             COMPRESSION_JPEG,
             {200, 100, 50},
             {200, 100, 50},
             1,
             "",
             -1,
             SAMPLEFORMAT_UINT,
             0,
             4},
        Kind{"jpeg_rgb",
             8,
             kRgb,
             3,
             COMPRESSION_JPEG,
             {200, 100, 50},
             {200, 100, 50},
             1,
             "",
             -1,
             SAMPLEFORMAT_UINT,
             0,
             4},
        Kind{"jpeg_gray", 8, kGray, 1, COMPRESSION_JPEG, {120}, {120}, 1, "", -1, SAMPLEFORMAT_UINT, 0, 4},
        Kind{"palette", 8, PHOTOMETRIC_PALETTE, 1, kPlain, {1}, {0x80, 0x40, 0xFF}},
        Kind{"palette_of_4_bits", 4, PHOTOMETRIC_PALETTE, 1, kPlain, {0x11}, {0x80, 0x40, 0xFF}},
        Kind{"inks", 8, kInks, 4, kPlain, {255, 0, 0, 0}, {0, 255, 255}},
        Kind{"inks_of_16_bits", 16, kInks, 4, kPlain, {0, 0, 0, 0, 0, 0, 255, 255}, {0, 0, 0}},
        Kind{
            "inks_and_one_more", 8, kInks, 5, kPlain, {0, 0, 255, 0, 9}, {255, 255, 0}, 1, "", EXTRASAMPLE_UNSPECIFIED},
        Kind{"other_inks",
             8,
             kInks,
             4,
             kPlain,
             {0},
             {},
             1,
             "inks other than CMYK",
             -1,
             SAMPLEFORMAT_UINT,
             INKSET_MULTIINK},
        Kind{"alpha", 8, kRgb, 4, kPlain, {10, 20, 30, 128}, {10, 20, 30, 128}, 1, "", EXTRASAMPLE_UNASSALPHA},
        Kind{"alpha_in_the_colours",
             8,
             kRgb,
             4,
             kPlain,
             {50, 100, 0, 128},
             {100, 199, 0, 128},
             1,
             "",
             EXTRASAMPLE_ASSOCALPHA},
        Kind{"gray_and_alpha", 8, kGray, 2, kPlain, {77, 200}, {77, 77, 77, 200}, 1, "", EXTRASAMPLE_UNASSALPHA},
        Kind{"rgb_and_something", 8, kRgb, 4, kPlain, {10, 20, 30, 9}, {10, 20, 30}, 1, "", EXTRASAMPLE_UNSPECIFIED},
        Kind{"lab", 8, PHOTOMETRIC_CIELAB, 3, kPlain, {0}, {}, 1, "L*a*b* colours"},
        Kind{"ycc_without_jpeg", 8, PHOTOMETRIC_YCBCR, 3, COMPRESSION_LZW, {0}, {}, 1, "YCbCr colours without JPEG"},
        Kind{"float", 32, kGray, 1, kPlain, {0}, {}, 1, "floating point", -1, SAMPLEFORMAT_IEEEFP},
        Kind{"signed", 16, kGray, 1, kPlain, {0}, {}, 1, "signed", -1, SAMPLEFORMAT_INT},
        Kind{"bits_32", 32, kGray, 1, kPlain, {0}, {}, 1, "32 bits a sample"}),
    [](const auto& kind) { return std::string(kind.param.name); });

TEST(TiffKinds, InksGoThroughTheirProfile) {
  const ScratchFolder folder;
  TIFF* tiff = TIFFOpen((folder / "a.tif").c_str(), "w");
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 1);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 4);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_SEPARATED);
  const std::vector<std::uint8_t> profile = grayInksProfile();
  TIFFSetField(tiff, TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(profile.size()), profile.data());
  std::string row("\0\xFF\xFF\0", 4);  // two inks that can't be seen
  TIFFWriteScanline(tiff, row.data(), 0);
  TIFFClose(tiff);
  const Image image = readImage(folder / "a.tif");
  for (int c = 0; c < 3; ++c) {
    EXPECT_GT(sample(image, 0, 0, c), 250U);
  }
}

// Some programs write palettes of 8 bits where TIFF wants 16.
TEST(TiffKinds, APaletteOfBytesIsNotBlack) {
  const ScratchFolder folder;
  TIFF* tiff = TIFFOpen((folder / "a.tif").c_str(), "w");
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 1);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_PALETTE);
  std::vector<std::uint16_t> ramp(256);
  for (std::size_t k = 0; k < ramp.size(); ++k) {
    ramp[k] = static_cast<std::uint16_t>(k);
  }
  TIFFSetField(tiff, TIFFTAG_COLORMAP, ramp.data(), ramp.data(), ramp.data());
  std::string row("\xC8", 1);
  TIFFWriteScanline(tiff, row.data(), 0);
  TIFFClose(tiff);
  EXPECT_EQ(sample(readImage(folder / "a.tif"), 0, 0, 1), 200U);
}

// Written by hand: no library writes it any more.
TEST(TiffKinds, OutdatedJpegIsRefused) {
  const ScratchFolder folder;
  const std::string jpeg = encodeJpeg(rampImage({16, 16}, 3), {});
  const auto little = [](unsigned value, int bytes) {
    std::string out;
    for (int k = 0; k < bytes; ++k) {
      out.push_back(static_cast<char>(value >> 8 * k & 0xFF));
    }
    return out;
  };
  constexpr unsigned kShort = 3, kLong = 4;
  struct Tag {
    unsigned tag, type, value;
  };
  const std::vector<Tag> tags{{256, kShort, 16},
                              {257, kShort, 16},
                              {258, kShort, 8},
                              {259, kShort, COMPRESSION_OJPEG},
                              {262, kShort, PHOTOMETRIC_YCBCR},
                              {273, kLong, 0},
                              {277, kShort, 3},
                              {278, kShort, 16},
                              {279, kLong, static_cast<unsigned>(jpeg.size())},
                              {513, kLong, 0},
                              {514, kLong, static_cast<unsigned>(jpeg.size())}};
  const auto data = static_cast<unsigned>(8 + 2 + 12 * tags.size() + 4);
  std::string file = std::string("II*\0", 4) + little(8, 4) + little(static_cast<unsigned>(tags.size()), 2);
  for (const Tag& tag : tags) {
    const bool is_place = tag.tag == 273 || tag.tag == 513;
    file += little(tag.tag, 2) + little(tag.type, 2) + little(1, 4) + little(is_place ? data : tag.value, 4);
  }
  writeBytes(folder / "a.tif", file + little(0, 4) + jpeg);
  const auto photo = probe(folder / "a.tif");
  ASSERT_TRUE(photo) << describe(photo.error());
  const auto image = decodeFull(*photo);
  ASSERT_FALSE(image);
  EXPECT_EQ(image.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(image.error().message, HasSubstr("an outdated kind of JPEG inside"));
}

}  // namespace
}  // namespace platen::io
