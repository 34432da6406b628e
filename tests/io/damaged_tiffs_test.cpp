// Picture data of TIFFs with bits flipped, overwritten or cut off: it is refused as a JPEG's is, in plain words, or it
// gives the very same pixels. What no codec can tell (a bit of uncompressed data or PackBits, now and then one of LZW,
// CCITT or JPEG) is not asked for.
#include "core/io/decode.h"
#include "core/io/probe.h"
#include "core/io/region.h"
#include "tests/io/photo_fixtures.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <tiffio.h>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

using testing::IsEmpty;

constexpr const char* kLost = "is damaged: part of its picture is lost (copy the photo again)";
constexpr const char* kCutOff = "is cut off before the end of its picture (copy the photo again)";

// Ones, as JPEGs hold them: no Huffman code is all ones.
const std::string kStuffed = [] {
  std::string ones;
  for (int k = 0; k < 20; ++k) {
    ones += std::string("\xFF\0", 2);
  }
  return ones;
}();

struct Block {
  std::size_t offset, bytes;
};
// Where the strips or tiles of a TIFF lie.
std::vector<Block> blocksOf(const std::filesystem::path& file) {
  TIFF* tiff = TIFFOpen(file.c_str(), "r");
  std::vector<Block> blocks;
  const std::uint32_t count = TIFFIsTiled(tiff) != 0 ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
  for (std::uint32_t k = 0; k < count; ++k) {
    blocks.push_back({TIFFGetStrileOffset(tiff, k), TIFFGetStrileByteCount(tiff, k)});
  }
  TIFFClose(tiff);
  return blocks;
}

// What is said of a file when it is decoded in full and reduced, which must be the same; empty: nothing.
std::string complaintOf(const std::filesystem::path& file) {
  const auto photo = probe(file);
  if (!photo) {
    return photo.error().message;
  }
  const auto full = decodeFull(*photo);
  const auto pyramid = decodePyramid(*photo, 20);
  EXPECT_EQ(full ? std::string() : full.error().message, pyramid ? std::string() : pyramid.error().message);
  if (full) {
    return {};
  }
  EXPECT_EQ(full.error().kind, ErrorKind::unreadable);
  EXPECT_EQ(full.error().path, file);
  return full.error().message;
}

// A page of letters, as it were: what CCITT and LZW are made for.
Image lettersImage(Size size) {
  Image image = Image::allocate(size, 1);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      image.rowAs<std::uint8_t>(y)[x] = (x * x / 40 + y * 3) % 23 < 9 ? 0 : 255;
    }
  }
  return image;
}

// A TIFF whose one strip is this JPEG.
void writeAsTiff(const std::filesystem::path& file, Size size, int channels, std::string jpeg) {
  TIFF* tiff = TIFFOpen(file.c_str(), "w");
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, size.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, size.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, channels);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_JPEG);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, channels == 3 ? PHOTOMETRIC_YCBCR : PHOTOMETRIC_MINISBLACK);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, size.height);
  if (channels == 3) {
    TIFFSetField(tiff, TIFFTAG_YCBCRSUBSAMPLING, 2, 2);
  }
  EXPECT_GT(TIFFWriteRawStrip(tiff, 0, jpeg.data(), static_cast<tmsize_t>(jpeg.size())), 0);
  TIFFClose(tiff);
}

class DamagedTiffs : public testing::Test {
 protected:
  // With other bytes from `at` on.
  void overwrite(std::string bytes, std::size_t at, const std::string& by) {
    writeBytes(file_, bytes.replace(at, by.size(), by));
  }

  struct GreyTiff {
    int compression = COMPRESSION_NONE;
    int strip_rows = 0;  // 0: not said
    int order = FILLORDER_MSB2LSB;
    int bad_lines = 0;  // that a fax declares
  };
  TIFF* openGrey(Size size, const GreyTiff& kind) {
    const bool is_fax = kind.compression == COMPRESSION_CCITTFAX3 || kind.compression == COMPRESSION_CCITTFAX4;
    TIFF* tiff = TIFFOpen(file_.c_str(), "w");
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, size.width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, size.height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, is_fax ? 1 : 8);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, kind.compression);
    TIFFSetField(tiff, TIFFTAG_FILLORDER, kind.order);
    if (kind.strip_rows > 0) {
      TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, kind.strip_rows);
    }
    if (kind.bad_lines > 0) {
      TIFFSetField(tiff, TIFFTAG_BADFAXLINES, kind.bad_lines);
    }
    return tiff;
  }
  void writeGrey(const Image& image, const GreyTiff& kind) {
    TIFF* tiff = openGrey(image.size(), kind);
    std::vector<std::uint8_t> row(static_cast<std::size_t>(image.width()));
    for (int y = 0; y < image.height(); ++y) {
      const auto* pixels = image.rowAs<std::uint8_t>(y);
      std::copy(pixels, pixels + image.width(), row.begin());
      if (TIFFScanlineSize(tiff) < image.width()) {  // a bit each
        for (int x = 0; x < image.width(); ++x) {
          auto& byte = row[static_cast<std::size_t>(x) / 8];
          const int bit = 128 >> x % 8;
          byte = static_cast<std::uint8_t>(pixels[x] > 127 ? byte | bit : byte & ~bit);
        }
      }
      EXPECT_EQ(TIFFWriteScanline(tiff, row.data(), static_cast<std::uint32_t>(y)), 1);
    }
    TIFFClose(tiff);
  }
  // What lies in the one strip, and a file with that.
  std::string packed() {
    const Block strip = blocksOf(file_).front();
    return readBytes(file_).substr(strip.offset, strip.bytes);
  }
  void writePacked(Size size, const GreyTiff& kind, std::string strip) {
    TIFF* tiff = openGrey(size, kind);
    EXPECT_GT(TIFFWriteRawStrip(tiff, 0, strip.data(), static_cast<tmsize_t>(strip.size())), 0);
    TIFFClose(tiff);
  }
  void setHeight(int from, int to) {
    std::string bytes = readBytes(file_);
    const std::string height = std::string("\x01\x01\x03\x00\x01\x00\x00\x00", 8) + static_cast<char>(from);
    const std::size_t tag = bytes.find(height);  // ImageLength, a short
    ASSERT_NE(tag, std::string::npos);
    bytes[tag + 8] = static_cast<char>(to);
    writeBytes(file_, bytes);
  }

  ScratchFolder folder_;
  const std::filesystem::path file_ = folder_ / "a.tif";
};

TEST_F(DamagedTiffs, DeflateGivesTheSamePixelsOrNone) {
  for (const TiffLayout& layout :
       {TiffLayout{.name = "strips", .compression = COMPRESSION_ADOBE_DEFLATE},
        TiffLayout{.name = "legacy", .compression = COMPRESSION_DEFLATE},
        TiffLayout{.name = "tiles", .compression = COMPRESSION_ADOBE_DEFLATE, .tile = 32},
        TiffLayout{.name = "planes", .compression = COMPRESSION_ADOBE_DEFLATE, .planar = true}}) {
    writeTiff(file_, rampImage({83, 61}, 3), layout);
    const std::string whole = readBytes(file_);
    const Image pixels = readImage(file_);
    int refused = 0;
    int flipped = 0;
    for (const Block& block : blocksOf(file_)) {
      for (std::size_t at = 0; at < block.bytes; at += 1 + block.bytes / 20, ++flipped) {
        SCOPED_TRACE(std::string(layout.name) + " at " + std::to_string(block.offset + at));
        overwrite(whole, block.offset + at, {static_cast<char>(whole[block.offset + at] ^ (1 << (at % 8)))});
        if (const std::string said = complaintOf(file_); !said.empty()) {
          EXPECT_EQ(said, kLost);
          ++refused;
        } else {
          EXPECT_EQ(greatestDifference(readImage(file_), pixels), 0U);
        }
      }
    }
    EXPECT_GT(refused, flipped * 9 / 10) << layout.name;
  }
}

// Bytes that are read as they are, in the other order of bits, would have another checksum and length.
TEST_F(DamagedTiffs, ReversedBitsAndMoreRowsThanThePictureAreNoDamage) {
  const Image image = rampImage({83, 64}, 1);
  for (const int compression : {COMPRESSION_ADOBE_DEFLATE, COMPRESSION_LZW, COMPRESSION_PACKBITS}) {
    for (const int order : {FILLORDER_MSB2LSB, FILLORDER_LSB2MSB}) {
      for (const int strip_rows : {16, 64}) {
        writeGrey(image, {.compression = compression, .strip_rows = strip_rows, .order = order});
        setHeight(64, 61);
        EXPECT_THAT(complaintOf(file_), IsEmpty()) << compression << order << strip_rows;
        EXPECT_EQ(greatestDifference(readImage(file_), image.crop(0, 0, {83, 61})), 0U);
      }
    }
  }
}

// libtiff says of these counts, as an error, that it doesn't believe them, and reads on.
TEST_F(DamagedTiffs, StripsPaddedByAMegabyteAreNoDamage) {
  const Image letters = lettersImage({203, 61});
  const std::string padding(std::size_t{5} << 18, '\0');
  for (const int compression :
       {COMPRESSION_ADOBE_DEFLATE, COMPRESSION_LZW, COMPRESSION_PACKBITS, COMPRESSION_JPEG, COMPRESSION_CCITTFAX4}) {
    const GreyTiff kind{.compression = compression, .strip_rows = 61};
    if (compression == COMPRESSION_JPEG) {
      writePacked(letters.size(), kind, encodeJpeg(letters, {}));  // with its tables
    } else {
      writeGrey(letters, kind);
    }
    const Image pixels = readImage(file_);
    writePacked(letters.size(), kind, packed() + padding);
    ASSERT_GT(blocksOf(file_).front().bytes, padding.size()) << compression;
    EXPECT_THAT(complaintOf(file_), IsEmpty()) << compression;
    EXPECT_EQ(greatestDifference(readImage(file_), pixels), 0U) << compression;
  }
}

// Some programs fill up the last word before they pack it.
TEST_F(DamagedTiffs, ABitMoreThanThePixelsIsNoDamage) {
  const Image image = rampImage({83, 61}, 1);
  std::string pixels;
  for (int y = 0; y < image.height(); ++y) {
    pixels.append(reinterpret_cast<const char*>(image.row(y)), 83);
  }
  ASSERT_NE(pixels.size() % 4, 0U);
  for (const int compression : {COMPRESSION_ADOBE_DEFLATE, COMPRESSION_LZW}) {
    std::string longer = pixels;
    longer.resize((pixels.size() + 3) / 4 * 4);
    Image row = Image::allocate({static_cast<int>(longer.size()), 1}, 1);
    std::memcpy(row.row(0), longer.data(), longer.size());
    writeGrey(row, {.compression = compression, .strip_rows = 1});
    writePacked(image.size(), {.compression = compression, .strip_rows = 61}, packed());
    EXPECT_THAT(complaintOf(file_), IsEmpty()) << compression;
    EXPECT_EQ(greatestDifference(readImage(file_), image), 0U);
  }
}

TEST_F(DamagedTiffs, RunsOfPackBitsMayGoOnIntoTheNextRowAndBeyondTheLast) {
  Image image = Image::allocate({83, 61}, 1);
  std::string runs;
  for (int at = 0; at < 83 * 61; at += 128) {
    runs += std::string("\x81", 1) + static_cast<char>(at / 128);  // 128 times the byte that follows
    for (int k = at; k < std::min(at + 128, 83 * 61); ++k) {
      image.rowAs<std::uint8_t>(k / 83)[k % 83] = static_cast<std::uint8_t>(at / 128);
    }
  }
  writePacked(image.size(), {.compression = COMPRESSION_PACKBITS, .strip_rows = 61}, runs);
  EXPECT_THAT(complaintOf(file_), IsEmpty());
  EXPECT_EQ(greatestDifference(readImage(file_), image), 0U);
  const auto photo = probe(file_);
  ASSERT_TRUE(photo);
  const auto part = decodeRegion(*photo, {}, 10, 40, {50, 21});
  ASSERT_TRUE(part);
  EXPECT_EQ(greatestDifference(*part, image.crop(10, 40, {50, 21})), 0U);
}

TEST_F(DamagedTiffs, JpegTilesMayEndWithThePicture) {
  const Size size{83, 61};
  const Image image = rampImage(size, 1);
  const auto write = [&](int lacking) {
    TIFF* tiff = openGrey(size, {.compression = COMPRESSION_JPEG});
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, 64);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, 48);
    for (const int y : {0, 48}) {
      for (const int x : {0, 64}) {
        const Size part{std::min(64, size.width - x) - (x > 0 ? lacking : 0), std::min(48, size.height - y)};
        std::string jpeg = encodeJpeg(image.crop(x, y, part), {});
        TIFFWriteRawTile(tiff,
                         TIFFComputeTile(tiff, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0, 0),
                         jpeg.data(), static_cast<tmsize_t>(jpeg.size()));
      }
    }
    TIFFClose(tiff);
  };
  write(0);
  EXPECT_THAT(complaintOf(file_), IsEmpty());
  EXPECT_LT(greatestDifference(readImage(file_), image), 24U);
  write(1);
  EXPECT_EQ(complaintOf(file_), kLost) << "a column of pixels is in no tile";
}

// Lines that did not come are a matter of the fax: the file is what was received.
TEST_F(DamagedTiffs, FaxesMayBeALineShortAndHaveBadLinesThatTheyDeclare) {
  const Image letters = lettersImage({203, 61});
  for (const int compression : {COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4}) {
    writeGrey(letters, {.compression = compression, .strip_rows = 64});
    const Image pixels = readImage(file_);
    setHeight(61, 62);
    EXPECT_THAT(complaintOf(file_), IsEmpty()) << compression;
    EXPECT_EQ(greatestDifference(readImage(file_).crop(0, 0, {203, 61}), pixels), 0U);
  }
  // A strip that is not there is no line that did not come.
  writeGrey(letters, {.compression = COMPRESSION_CCITTFAX3, .strip_rows = 60});
  const std::string whole = readBytes(file_);
  const Block last = blocksOf(file_).back();
  std::string offset(4, '\0');
  const auto at = static_cast<std::uint32_t>(last.offset);
  std::memcpy(offset.data(), &at, 4);
  const std::size_t entry = whole.rfind(offset);
  ASSERT_NE(entry, std::string::npos);
  overwrite(whole, entry, std::string("\xFF\xFF\xFF\x0F", 4));
  EXPECT_EQ(complaintOf(file_), kCutOff);
  const GreyTiff fax{.compression = COMPRESSION_CCITTFAX3, .strip_rows = 61};
  writeGrey(letters, fax);
  std::string bad = packed();
  bad[bad.size() / 2] = static_cast<char>(~bad[bad.size() / 2]);
  writePacked(letters.size(), fax, bad);
  EXPECT_EQ(complaintOf(file_), kLost);
  writePacked(letters.size(), {.compression = COMPRESSION_CCITTFAX3, .strip_rows = 61, .bad_lines = 1}, bad);
  EXPECT_THAT(complaintOf(file_), IsEmpty());
}

// A page of letters as grey: strings of many lengths. What has the same length can't be told.
TEST_F(DamagedTiffs, LzwOfAnotherLengthIsRefused) {
  const Image image = lettersImage({403, 161});
  for (const TiffLayout& layout : {TiffLayout{.name = "strips", .compression = COMPRESSION_LZW},
                                   TiffLayout{.name = "reversed bits", .compression = COMPRESSION_LZW},
                                   TiffLayout{.name = "tiles", .compression = COMPRESSION_LZW, .tile = 64}}) {
    if (std::string_view(layout.name) == "reversed bits") {
      writeGrey(image, {.compression = COMPRESSION_LZW, .strip_rows = 7, .order = FILLORDER_LSB2MSB});
    } else {
      writeTiff(file_, image, layout);
    }
    const std::string whole = readBytes(file_);
    EXPECT_THAT(complaintOf(file_), IsEmpty());
    int refused = 0;
    int flipped = 0;
    for (const Block& block : blocksOf(file_)) {
      for (std::size_t at = 2; at < block.bytes; at += 1 + block.bytes / 20, ++flipped) {
        overwrite(whole, block.offset + at, {static_cast<char>(whole[block.offset + at] ^ (1 << (at % 8)))});
        const std::string said = complaintOf(file_);
        EXPECT_TRUE(said.empty() || said == kLost) << said;
        refused += said.empty() ? 0 : 1;
      }
    }
    EXPECT_GT(refused, flipped * 8 / 10) << layout.name;
  }
}

TEST_F(DamagedTiffs, JpegIsJudgedAsAJpegOfItsOwn) {
  const Size size{96, 64};
  for (const int channels : {1, 3}) {
    for (const bool progressive : {false, true}) {
      const std::string whole = encodeJpeg(noiseImage(size, channels, PixelType::u8), {.progressive = progressive});
      int refused = 0;
      const auto compare = [&](const std::string& jpeg) {
        writeBytes(folder_ / "a.jpg", jpeg);
        writeAsTiff(file_, size, channels, jpeg);
        const std::string said = complaintOf(file_);
        EXPECT_EQ(said.empty(), complaintOf(folder_ / "a.jpg").empty()) << channels << progressive;
        EXPECT_TRUE(said.empty() || said == kLost) << said;
        refused += said.empty() ? 0 : 1;
      };
      const std::size_t begin = whole.find("\xFF\xDA") + 14;
      for (std::size_t at = begin; at < whole.size() - 2; at += 1 + (whole.size() - begin) / 60) {
        std::string jpeg = whole;
        jpeg[at] = static_cast<char>(jpeg[at] ^ (1 << (at % 8)));
        compare(jpeg);
        jpeg = whole;
        compare(jpeg.replace(at, 40, kStuffed));
      }
      EXPECT_GT(refused, 3) << channels << progressive;
      refused = 0;
      compare(whole);
      compare(whole.substr(0, whole.size() - 2) + "padding" + whole.substr(whole.size() - 2));
      EXPECT_EQ(refused, 0);
      compare(whole.substr(0, whole.size() - 2));  // without its end marker
      EXPECT_EQ(refused, progressive ? 1 : 0);
    }
  }
}

TEST_F(DamagedTiffs, JpegTilesAreRefusedWhichEverIsHit) {
  writeTiff(file_, noiseImage({83, 61}, 3, PixelType::u8), {.compression = COMPRESSION_JPEG, .tile = 32});
  const std::string whole = readBytes(file_);
  for (const Block& block : blocksOf(file_)) {
    overwrite(whole, block.offset + block.bytes / 2, kStuffed);
    EXPECT_EQ(complaintOf(file_), kLost) << block.offset;
  }
}

TEST_F(DamagedTiffs, CcittIsRefusedWhereverItIsHit) {
  const Image letters = lettersImage({203, 161});
  PageFormat format = formatOf(letters, FileFormat::tiff);
  format.bitonal = true;
  writeImage(file_, letters, format);  // one strip
  const std::string whole = readBytes(file_);
  const Image pixels = readImage(file_);
  const Block strip = blocksOf(file_).front();
  int refused = 0;
  int flipped = 0;
  for (std::size_t at = 0; at + 8 < strip.bytes; at += 1 + strip.bytes / 60, ++flipped) {
    overwrite(whole, strip.offset + at, std::string(4, '\0'));  // no code is all zeros
    EXPECT_EQ(complaintOf(file_), kLost) << at;
    overwrite(whole, strip.offset + at, {static_cast<char>(whole[strip.offset + at] ^ (1 << (at % 8)))});
    const std::string said = complaintOf(file_);
    EXPECT_TRUE(said.empty() || said == kLost) << said;
    refused += said.empty() ? 0 : 1;
  }
  EXPECT_GT(refused, flipped * 8 / 10);
}

TEST_F(DamagedTiffs, WhatIsCutOffIsSaidSo) {
  for (const int compression :
       {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS, COMPRESSION_JPEG}) {
    writeTiff(file_, noiseImage({83, 7}, 3, PixelType::u8), {.compression = compression});  // one strip
    std::string bytes = readBytes(file_);
    const Block strip = blocksOf(file_).front();
    // Once more, at the end, which is where most of it is missing.
    const std::string offset("\x11\x01\x04\x00\x01\x00\x00\x00", 8);
    const std::string short_offset("\x11\x01\x03\x00\x01\x00\x00\x00", 8);
    const std::size_t tag = std::min(bytes.find(offset), bytes.find(short_offset));
    ASSERT_NE(tag, std::string::npos);
    const auto end = static_cast<std::uint32_t>(bytes.size());
    std::memcpy(bytes.data() + tag, offset.data(), offset.size());
    std::memcpy(bytes.data() + tag + 8, &end, 4);
    writeBytes(file_, bytes + bytes.substr(strip.offset, strip.bytes));
    EXPECT_THAT(complaintOf(file_), IsEmpty()) << compression;
    for (const std::size_t percent : {0U, 10U, 50U, 90U}) {
      writeBytes(file_, bytes + bytes.substr(strip.offset, strip.bytes * percent / 100));
      EXPECT_EQ(complaintOf(file_), kCutOff) << compression << " at " << percent << " %";
    }
  }
}

TEST_F(DamagedTiffs, AStripThatWouldLieInTheHeaderIsRefused) {
  writeTiff(file_, noiseImage({83, 7}, 3, PixelType::u8), {});  // one strip
  const std::string whole = readBytes(file_);
  const std::size_t tag = whole.find(std::string("\x11\x01\x04\0\x01\0\0\0", 8));
  ASSERT_NE(tag, std::string::npos);
  overwrite(whole, tag + 8, std::string(4, '\0'));
  EXPECT_EQ(complaintOf(file_), kLost);
}

// Strips of 7 rows, tiles of 32: what lies in another one is not read for the part.
TEST_F(DamagedTiffs, APartIsRefusedWhereItReachesTheDamage) {
  for (const TiffLayout& layout : {TiffLayout{.compression = COMPRESSION_ADOBE_DEFLATE},
                                   TiffLayout{.compression = COMPRESSION_ADOBE_DEFLATE, .tile = 32},
                                   TiffLayout{.compression = COMPRESSION_JPEG, .tile = 32}}) {
    const int rows = layout.tile > 0 ? layout.tile : 7;
    writeTiff(file_, noiseImage({83, 128}, 3, PixelType::u8), layout);
    const std::vector<Block> blocks = blocksOf(file_);
    const int across = layout.tile > 0 ? 3 : 1;
    const Block hit = blocks[static_cast<std::size_t>(across)];  // of rows [rows, 2 rows)
    overwrite(readBytes(file_), hit.offset + hit.bytes / 2, kStuffed);
    const auto photo = probe(file_);
    ASSERT_TRUE(photo);
    for (const int factor : {1, 2}) {
      const auto part = [&](int y, int height) {
        const auto pixels = decodeRegion(*photo, {.factor = factor}, 0, y / factor, {83 / factor, height / factor});
        return pixels ? std::string() : pixels.error().message;
      };
      EXPECT_EQ(part(rows + 2, rows - 2), kLost) << factor;
      EXPECT_EQ(part(0, 3 * rows - 3), kLost) << factor;
      EXPECT_THAT(part(0, rows - 1), IsEmpty()) << factor;
      EXPECT_THAT(part(2 * rows + 2, rows - 2), IsEmpty()) << factor;
    }
    EXPECT_EQ(complaintOf(file_), kLost);
  }
}

}  // namespace
}  // namespace platen::io
