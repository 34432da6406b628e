// PNGs with a bit flipped or cut off anywhere: refused in plain words, or the very same pixels and colours. Every chunk
// has a checksum, so that no damage may pass.
#include "core/io/decode.h"
#include "core/io/probe.h"
#include "core/io/region.h"
#include "tests/io/every_kind.h"
#include "tests/io/photo_fixtures.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>
#include <zlib.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

using testing::Contains;
using testing::IsEmpty;

constexpr const char* kLost = "is damaged: part of its picture is lost (copy the photo again)";
constexpr const char* kCutOff = "is cut off before the end of its picture (copy the photo again)";
constexpr const char* kCutOffBefore = "is cut off before its picture begins (copy the photo again)";
constexpr const char* kHeader = "is damaged: its header can't be read (copy the photo again)";
constexpr const char* kProfile = "is damaged: its colour profile can't be read (copy the photo again)";
constexpr std::size_t kSignature = 8;  // without which it is no PNG

struct Opened {
  Image pixels;
  std::vector<std::uint8_t> profile;
  std::string said;  // instead
};
// In full and reduced, of which the same must be said.
Opened openedFrom(const std::filesystem::path& file) {
  Opened opened;
  const auto photo = probe(file);
  if (!photo) {
    opened.said = photo.error().message;
    return opened;
  }
  opened.profile = photo->icc_profile;
  Result<Image> full = decodeFull(*photo);
  const auto pyramid = decodePyramid(*photo, 20);
  EXPECT_EQ(full ? std::string() : full.error().message, pyramid ? std::string() : pyramid.error().message);
  if (full) {
    opened.pixels = std::move(*full);
  } else {
    opened.said = full.error().message;
  }
  return opened;
}

std::vector<PhotoOfAKind> pngs() {
  std::vector<PhotoOfAKind> all = photosOfEveryKind({19, 13});
  std::erase_if(all, [](const PhotoOfAKind& photo) { return photo.codec != Codec::png; });
  return all;
}

// A chunk's data after its length and name.
std::size_t dataOf(const std::string& png, const char* chunk) {
  return png.find(chunk) + 4;
}

TEST(DamagedPngs, AnyFlippedBitIsSaidOrChangesNothing) {
  const ScratchFolder folder;
  const std::filesystem::path file = folder / "a.png";
  // The sides are part of the header's checksum; the length of the picture data, or of what stands before it, may
  // reach beyond the file.
  const std::set<std::string> sentences{kLost, kCutOff, kCutOffBefore, kHeader, kProfile};
  for (const PhotoOfAKind& photo : pngs()) {
    writeBytes(file, photo.bytes);
    const Opened whole = openedFrom(file);
    ASSERT_THAT(whole.said, IsEmpty()) << photo.name;
    const std::size_t step = 1 + photo.bytes.size() / 400;
    int refused = 0;
    for (std::size_t at = kSignature; at < photo.bytes.size(); at += step) {
      SCOPED_TRACE(photo.name + " at " + std::to_string(at));
      std::string bytes = photo.bytes;
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << (at % 8)));
      writeBytes(file, bytes);
      const Opened read = openedFrom(file);
      if (!read.said.empty()) {
        EXPECT_THAT(sentences, Contains(read.said));
        ++refused;
      } else {
        EXPECT_EQ(greatestDifference(read.pixels, whole.pixels), 0U);
        EXPECT_EQ(read.profile, whole.profile);
      }
    }
    EXPECT_GT(refused, 20) << photo.name;
  }
}

TEST(DamagedPngs, WhatIsCutOffIsSaidSo) {
  const ScratchFolder folder;
  const std::filesystem::path file = folder / "a.png";
  for (const PhotoOfAKind& photo : pngs()) {
    const std::size_t begin = dataOf(photo.bytes, "IDAT");
    const std::size_t end = photo.bytes.find("IEND") - 4;
    for (std::size_t at = 40; at < photo.bytes.size(); at += 1 + photo.bytes.size() / 100) {
      SCOPED_TRACE(photo.name + " at " + std::to_string(at));
      writeBytes(file, photo.bytes.substr(0, at));
      EXPECT_EQ(openedFrom(file).said, at < begin ? kCutOffBefore : at < end ? kCutOff : "");
    }
  }
}

TEST(DamagedPngs, SentencesSayWhatIsWrong) {
  const ScratchFolder folder;
  const std::filesystem::path file = folder / "a.png";
  const auto flipped = [&](std::string bytes, std::size_t at) {
    bytes[at] = static_cast<char>(bytes[at] ^ 4);
    writeBytes(file, bytes);
    return openedFrom(file).said;
  };
  for (const PhotoOfAKind& photo : pngs()) {
    SCOPED_TRACE(photo.name);
    EXPECT_EQ(flipped(photo.bytes, dataOf(photo.bytes, "IHDR")), kHeader);
    EXPECT_EQ(flipped(photo.bytes, dataOf(photo.bytes, "IDAT") + 30), kLost);
    EXPECT_EQ(flipped(photo.bytes, photo.bytes.find("IEND") - 5), kLost);  // the checksum itself
    for (const auto& [chunk, said] :
         {std::pair{"PLTE", kHeader}, {"tRNS", kLost}, {"iCCP", kProfile}, {"eXIf", kHeader}}) {
      if (photo.bytes.find(chunk) != std::string::npos) {
        EXPECT_EQ(flipped(photo.bytes, dataOf(photo.bytes, chunk) + 1), said) << chunk;
      }
    }
    EXPECT_THAT(flipped(photo.bytes, dataOf(photo.bytes, "pHYs") + 1), IsEmpty());
  }
}

// With one more chunk behind the header, and a checksum that is right or not.
std::string withChunk(std::string png, const std::string& name, const std::string& data, bool is_right) {
  std::string chunk = std::string(3, '\0') + static_cast<char>(data.size()) + name + data;
  const auto checksum =
      ::crc32(0, reinterpret_cast<const Bytef*>(chunk.data() + 4), static_cast<uInt>(chunk.size() - 4)) ^
      (is_right ? 0U : 1U);
  for (int shift = 24; shift >= 0; shift -= 8) {
    chunk += static_cast<char>(checksum >> static_cast<unsigned>(shift) & 0xFFU);
  }
  return png.insert(dataOf(png, "IHDR") + 17, chunk);
}

TEST(DamagedPngs, AChunkThatNobodyKnowsIsNoDamage) {
  const ScratchFolder folder;
  writeBytes(folder / "a.png", withChunk(pngs().front().bytes, "CgBI", std::string("\x50\0\x20\6", 4), true));
  const auto photo = probe(folder / "a.png");
  ASSERT_FALSE(photo);
  EXPECT_EQ(photo.error().kind, ErrorKind::unsupported);
  EXPECT_EQ(photo.error().message, "is a kind of PNG that Platen does not read (save it as a plain PNG)");
}

TEST(DamagedPngs, OfChunksThatAreNotLookedAtTheChecksumIsNoMatter) {
  const ScratchFolder folder;
  const std::string whole = pngs().front().bytes;
  for (const auto& [name, data] : {std::pair<const char*, std::size_t>{"sRGB", 1},
                                   {"cICP", 4},
                                   {"acTL", 8},
                                   {"iDOT", 28},
                                   {"vpAg", 9},
                                   {"sTER", 1}}) {
    writeBytes(folder / "a.png", withChunk(whole, name, std::string(data, '\0'), false));
    EXPECT_THAT(openedFrom(folder / "a.png").said, IsEmpty()) << name;
  }
  // This name may have been eXIf's.
  writeBytes(folder / "a.png", withChunk(whole, "eXKf", std::string(8, '\0'), false));
  EXPECT_EQ(openedFrom(folder / "a.png").said, kHeader);
}

TEST(DamagedPngs, APartIsRefusedWhereItReachesTheDamage) {
  const ScratchFolder folder;
  const std::filesystem::path file = folder / "a.png";
  const Image image = noiseImage({300, 400}, 3, PixelType::u8);  // many chunks of picture data
  writeImage(file, image, formatOf(image, FileFormat::png));
  std::string bytes = readBytes(file);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  writeBytes(file, bytes);
  const auto photo = probe(file);
  ASSERT_TRUE(photo);
  for (const int factor : {1, 2}) {
    const auto part = [&](int y, int height) {
      const auto pixels = decodeRegion(*photo, {.factor = factor}, 0, y / factor, {300 / factor, height / factor});
      return pixels ? std::string() : pixels.error().message;
    };
    EXPECT_THAT(part(0, 100), IsEmpty()) << factor;
    EXPECT_EQ(part(100, 200), kLost) << factor;
    EXPECT_EQ(part(300, 100), kLost) << factor;
  }
  EXPECT_EQ(openedFrom(file).said, kLost);
}

}  // namespace
}  // namespace platen::io
