// Few bytes that claim, or hold, more than any memory: refused in words, and nothing large was asked for by then.
#include "core/io/decode.h"
#include "core/io/photo_rows.h"
#include "core/io/probe.h"
#include "core/io/size_limits.h"
#include "tests/io/modern_photos.h"
#include "tests/io/photo_fixtures.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <zlib.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

using testing::HasSubstr;

// The process's own peak, from its making on.
class Peak {
 public:
  Peak() { std::ofstream("/proc/self/clear_refs") << 5; }
  [[nodiscard]] static long megabytes(const std::string& what = "VmHWM:") {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with(what)) {
        return std::stol(line.substr(what.size())) / 1024;
      }
    }
    return 0;
  }
  [[nodiscard]] long grownBy() const { return megabytes() - before_; }

 private:
  long before_ = megabytes();
};

std::string bigEndian(std::uint32_t value) {
  return {static_cast<char>(value >> 24U), static_cast<char>(value >> 16U), static_cast<char>(value >> 8U),
          static_cast<char>(value)};
}

std::string chunk(const std::string& type, const std::string& data) {
  const std::string body = type + data;
  const auto crc = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return bigEndian(static_cast<std::uint32_t>(data.size())) + body + bigEndian(static_cast<std::uint32_t>(crc));
}

std::string packedZeros(std::size_t count) {
  z_stream stream{};
  deflateInit(&stream, Z_BEST_SPEED);
  std::string some(1 << 20, '\0');
  std::string out(1 << 20, '\0');
  std::string packed;
  for (int flush = Z_NO_FLUSH; flush != Z_FINISH;) {
    stream.next_in = reinterpret_cast<Bytef*>(some.data());
    stream.avail_in = static_cast<uInt>(std::min(count, some.size()));
    count -= stream.avail_in;
    flush = count == 0 ? Z_FINISH : Z_NO_FLUSH;
    do {
      stream.next_out = reinterpret_cast<Bytef*>(out.data());
      stream.avail_out = static_cast<uInt>(out.size());
      deflate(&stream, flush);
      packed.append(out, 0, out.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }
  deflateEnd(&stream);
  return packed;
}

// A PNG of zeros, of any size, with more chunks before its picture.
std::string zerosPng(std::uint32_t width, std::uint32_t height, int depth, const std::string& more = {}) {
  const std::size_t row = 1 + (std::size_t{width} * static_cast<unsigned>(depth) + 7) / 8;
  const std::string head =
      bigEndian(width) + bigEndian(height) + std::string{static_cast<char>(depth), '\0', '\0', '\0', '\0'};
  return "\x89PNG\r\n\x1A\n" + chunk("IHDR", head) + more + chunk("IDAT", packedZeros(row * height)) +
         chunk("IEND", "");
}

struct TiffTag {
  std::uint16_t tag, type;  // 3: 16 bits, 4: 32 bits
  std::uint32_t value;
};

// A little-endian TIFF of one value a tag, whatever sense they make, and some bytes of a picture.
std::string bareTiff(const std::vector<TiffTag>& tags) {
  const auto little = [](std::uint32_t value, int bytes) {
    std::string text;
    for (int k = 0; k < bytes; ++k) {
      text += static_cast<char>(value >> (8 * k));
    }
    return text;
  };
  std::string file = "II*" + std::string(1, '\0') + little(8, 4) + little(static_cast<std::uint32_t>(tags.size()), 2);
  for (const TiffTag& tag : tags) {
    file += little(tag.tag, 2) + little(tag.type, 2) + little(1, 4) + little(tag.value, 4);
  }
  return file + little(0, 4) + std::string(300, '\x11');
}

Error errorOf(const std::filesystem::path& file) {
  const auto photo = probe(file);
  if (!photo) {
    return photo.error();
  }
  const auto image = decodeFull(*photo);
  return image ? Error{ErrorKind::internal, file, "no error"} : image.error();
}

class Bombs : public testing::Test {
 protected:
  void TearDown() override { setMaxPixels(kMaxPixels); }
  ScratchFolder folder_;
};

TEST_F(Bombs, TheLimitIsSaidAndCanBeRaised) {
  writeBytes(folder_ / "a.png", zerosPng(36000, 30000, 1));
  EXPECT_EQ(errorOf(folder_ / "a.png").kind, ErrorKind::tooLarge);
  EXPECT_THAT(errorOf(folder_ / "a.png").message, HasSubstr("1000 megapixels"));
  EXPECT_THAT(errorOf(folder_ / "a.png").message, HasSubstr("--max-pixels"));
  setMaxPixels(1.1e9);
  const auto photo = probe(folder_ / "a.png");
  ASSERT_TRUE(photo) << describe(photo.error());
  const auto levels = decodePyramid(*photo, 500);
  ASSERT_TRUE(levels) << describe(levels.error());
  setMaxPixels(1e6);
  EXPECT_THAT(errorOf(folder_ / "a.png").message, HasSubstr("and 1 megapixels"));
  setMaxPixels(10);
  EXPECT_THAT(errorOf(folder_ / "a.png").message,
              HasSubstr("and 10 pixels in all; make it smaller first, or raise --max-pixels: 10M is 10 megapixels)"));
}

// libjpeg clears the coefficients of the whole picture before it reads the first of them.
TEST_F(Bombs, ProgressiveJpegsClaimNoMoreThanTheyHold) {
  std::string jpeg = encodeJpeg(rampImage({160, 120}, 3), {.progressive = true});
  const std::size_t frame = jpeg.find("\xFF\xC2");
  ASSERT_NE(frame, std::string::npos);
  jpeg.replace(frame + 5, 4, "\x61\xA8\x61\xA8");  // 25000 x 25000
  writeBytes(folder_ / "a.jpg", jpeg);
  const Peak peak;
  EXPECT_EQ(errorOf(folder_ / "a.jpg").kind, ErrorKind::unreadable);
  EXPECT_THAT(errorOf(folder_ / "a.jpg").message, HasSubstr("25000 x 25000 pixels, which its"));
  EXPECT_LT(peak.grownBy(), 100);
  // What is really there is not refused: nothing packs better than white.
  Image white = Image::allocate({4000, 3000}, 1);
  for (int y = 0; y < white.height(); ++y) {
    std::fill_n(white.rowAs<std::uint8_t>(y), white.width(), std::uint8_t{255});
  }
  for (const JpegKind& kind : {JpegKind{.progressive = true}, JpegKind{.progressive = true, .arithmetic = true}}) {
    writeBytes(folder_ / "white.jpg", encodeJpeg(white, kind));
    EXPECT_EQ(errorOf(folder_ / "white.jpg").message, "no error");
  }
}

TEST_F(Bombs, ThousandsOfScansAreRefused) {
  const std::string jpeg = encodeJpeg(rampImage({64, 48}, 3), {.progressive = true});
  const std::size_t last = jpeg.rfind("\xFF\xDA");
  ASSERT_NE(last, std::string::npos);
  std::string many = jpeg.substr(0, last);
  for (int k = 0; k < 5000; ++k) {
    many += jpeg.substr(last, jpeg.size() - 2 - last);
  }
  writeBytes(folder_ / "a.jpg", many + "\xFF\xD9");
  EXPECT_EQ(errorOf(folder_ / "a.jpg").kind, ErrorKind::unsupported);
  EXPECT_THAT(errorOf(folder_ / "a.jpg").message, HasSubstr("more than 500 scans"));
}

TEST_F(Bombs, ProfilesAndTextsOfAPngAreLeftOut) {
  const std::string zeros = packedZeros(std::size_t{256} << 20);
  ASSERT_LT(zeros.size(), 2U << 20);
  const std::string named("sRGB\0\0", 6);
  const std::pair<const char*, std::string> chunks[] = {
      {"iCCP", chunk("iCCP", named + zeros)},
      {"zTXt", chunk("zTXt", named + zeros)},
      {"iTXt", chunk("iTXt", std::string("Comment\0\1\0\0\0", 12) + zeros)},
  };
  for (const auto& [name, bytes] : chunks) {
    SCOPED_TRACE(name);
    writeBytes(folder_ / "a.png", zerosPng(30, 20, 8, bytes));
    const Peak peak;
    const auto photo = probe(folder_ / "a.png");
    ASSERT_TRUE(photo) << describe(photo.error());
    EXPECT_TRUE(photo->icc_profile.empty());
    EXPECT_EQ(errorOf(folder_ / "a.png").message, "no error");
    EXPECT_LT(peak.grownBy(), 100);
  }
}

// Of a picture of no size to speak of; in a process of its own, whose peak of address space begins with it.
TEST_F(Bombs, AChunkOfAPngThatClaimsGigabytesIsNotAskedFor) {
  std::string damaged = chunk("zTXt", std::string("Comment\0\0", 9) + "zeros");
  damaged.replace(0, 4, bigEndian(0x7A00016F));
  writeBytes(folder_ / "a.png", zerosPng(30, 20, 8, damaged));
  const auto probed = [&] {
    const long before = Peak::megabytes("VmSize:");
    (void)probe(folder_ / "a.png");
    std::_Exit(Peak::megabytes("VmPeak:") - before < 500 ? 0 : 1);
  };
  EXPECT_EXIT(probed(), testing::ExitedWithCode(0), "");
}

TEST_F(Bombs, StripsAndTilesOfATiffAreNoLargerThanItsPicture) {
  const TiffTag depth{TIFFTAG_BITSPERSAMPLE, 3, 8};
  const TiffTag gray{TIFFTAG_PHOTOMETRIC, 3, PHOTOMETRIC_MINISBLACK};
  const std::pair<const char*, std::vector<TiffTag>> files[] = {
      {"a strip of 4 GB",
       {{TIFFTAG_IMAGEWIDTH, 4, 3000},
        {TIFFTAG_IMAGELENGTH, 4, 3000},
        depth,
        {TIFFTAG_COMPRESSION, 3, COMPRESSION_PACKBITS},
        gray,
        {TIFFTAG_STRIPOFFSETS, 4, 130},
        {TIFFTAG_ROWSPERSTRIP, 4, 3000},
        {TIFFTAG_STRIPBYTECOUNTS, 4, 0xFFFFFFF0U}}},
      {"a tile of 1 GB",
       {{TIFFTAG_IMAGEWIDTH, 4, 8},
        {TIFFTAG_IMAGELENGTH, 4, 8},
        depth,
        {TIFFTAG_COMPRESSION, 3, COMPRESSION_PACKBITS},
        gray,
        {TIFFTAG_TILEWIDTH, 4, 32768},
        {TIFFTAG_TILELENGTH, 4, 32768},
        {TIFFTAG_TILEOFFSETS, 4, 150},
        {TIFFTAG_TILEBYTECOUNTS, 4, 100}}},
      {"a tile as large as a picture of a gigapixel",
       {{TIFFTAG_IMAGEWIDTH, 4, 30000},
        {TIFFTAG_IMAGELENGTH, 4, 30000},
        depth,
        {TIFFTAG_COMPRESSION, 3, COMPRESSION_PACKBITS},
        gray,
        {TIFFTAG_TILEWIDTH, 4, 30000},
        {TIFFTAG_TILELENGTH, 4, 30000},
        {TIFFTAG_TILEOFFSETS, 4, 150},
        {TIFFTAG_TILEBYTECOUNTS, 4, 100}}},
  };
  for (const auto& [name, tags] : files) {
    SCOPED_TRACE(name);
    const std::string bytes = bareTiff(tags);
    writeBytes(folder_ / "a.tif", bytes);
    const auto photo = probe(folder_ / "a.tif");
    ASSERT_TRUE(photo) << describe(photo.error());
    const Peak peak;
    EXPECT_EQ(decodePyramid(*photo, 100).error().kind, ErrorKind::unreadable);
    EXPECT_LT(peak.grownBy(), 100);
  }
  // What a strip claims beyond the file needs no memory, but for its pixels.
  writeBytes(folder_ / "a.tif", bareTiff(files[0].second));
  const auto held = heldBytes(*probe(folder_ / "a.tif"));
  ASSERT_TRUE(held);
  EXPECT_LE(*held, bareTiff(files[0].second).size() + 3000 * 3000);
}

// OpenJPEG takes some kilobytes for each component of each tile while it reads the header.
TEST_F(Bombs, JpegTwoThousandsClaimNoMoreThanTheyHold) {
  struct Claim {
    std::uint32_t side, tile;
    char components;
    ErrorKind kind;
    const char* said;
  };
  for (const bool bare : {true, false}) {
    const std::string whole = encodeJpeg2000(noiseImage({160, 120}, 3, PixelType::u8), {.bare = bare});
    for (const Claim& claim : {Claim{30000, 118, 3, ErrorKind::unreadable, "30000 x 30000 pixels, which its"},
                               Claim{30000, 30000, 5, ErrorKind::unsupported, "5 components"},
                               Claim{0xFFFFFFFFU, 0xFFFFFFU, 3, ErrorKind::tooLarge, "--max-pixels"},
                               Claim{30000, 0, 3, ErrorKind::unreadable, "damaged"}}) {
      SCOPED_TRACE(claim.said);
      std::string bytes = whole;
      const std::size_t at = bytes.find("\xFF\x4F\xFF\x51");
      ASSERT_NE(at, std::string::npos);
      bytes.replace(at + 8, 8, bigEndian(claim.side) + bigEndian(claim.side));
      bytes.replace(at + 24, 8, bigEndian(claim.tile) + bigEndian(claim.tile));
      bytes[at + 41] = claim.components;
      writeBytes(folder_ / "a.jp2", bytes);
      const Peak peak;
      EXPECT_EQ(errorOf(folder_ / "a.jp2").kind, claim.kind);
      EXPECT_THAT(errorOf(folder_ / "a.jp2").message, HasSubstr(claim.said));
      EXPECT_LT(peak.grownBy(), 50);
    }
    // As many tiles as its bytes may hold, and too many all the same.
    std::string padded = whole + std::string(2 << 20, '\0');
    padded.replace(padded.find("\xFF\x4F\xFF\x51") + 8, 8, bigEndian(30000) + bigEndian(30000));
    padded.replace(padded.find("\xFF\x4F\xFF\x51") + 24, 8, bigEndian(118) + bigEndian(118));
    writeBytes(folder_ / "a.jp2", padded);
    EXPECT_THAT(errorOf(folder_ / "a.jp2").message, HasSubstr("65025 tiles"));
  }
}

TEST_F(Bombs, StreamsOfAPdfAreUnpackedAsFarAsTheyMakeSense) {
  const std::string zeros = packedZeros(std::size_t{512} << 20);
  PdfImageKind profile{.colors = "[/ICCBased STREAM]", .data = std::string(3 * 96 * 48, '\x55'), .size = {96, 48}};
  profile.packed = zeros;
  PdfImageKind palette{
      .colors = "[/Indexed /DeviceRGB 255 STREAM]", .data = std::string(96 * 48, '\x55'), .size = {96, 48}};
  palette.packed = zeros;
  PdfImageKind contents{.data = profile.data, .size = {96, 48}, .paints = zeros, .paints_packed = true};
  for (const PdfImageKind& page : {profile, palette, contents}) {
    SCOPED_TRACE(page.colors);
    writePdf(folder_ / "a.pdf", {page});
    const Peak peak;
    const auto photo = probe(folder_ / "a.pdf");
    EXPECT_TRUE(!photo || photo->pdf_page == PhotoInfo::PdfPage::rendered);
    EXPECT_LT(peak.grownBy(), 200);
  }
}

}  // namespace
}  // namespace platen::io
