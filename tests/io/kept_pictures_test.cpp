// Pictures of codecs that are decoded as a whole: the next part comes out of the one that was kept.
#include "core/io/kept_pictures.h"

#include "core/io/decode.h"
#include "core/io/probe.h"
#include "core/io/region.h"
#include "tests/io/heif_photos.h"
#include "tests/io/modern_photos.h"
#include "tests/io/photo_fixtures.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace platen::io {
namespace {

namespace fs = std::filesystem;

constexpr Size kSize{96, 64};

class KeptPictures : public testing::Test {
 protected:
  void TearDown() override { keepPictures(0); }

  // Other bytes, but nothing tells.
  static void changeUnseen(const fs::path& file) {
    const auto time = fs::last_write_time(file);
    std::string bytes = readBytes(file);
    const std::size_t half = bytes.size() / 2;
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(half), bytes.end(), '\x55');
    writeBytes(file, bytes);
    fs::last_write_time(file, time);
  }
  static bool isPartOf(const Image& whole, const PhotoInfo& photo) {
    const auto part = decodeRegion(photo, {}, 10, 20, {50, 30});
    return part && greatestDifference(*part, whole.crop(10, 20, {50, 30})) == 0;
  }

  ScratchFolder folder_;
};

// Else a fit would not be the same the second time.
TEST_F(KeptPictures, LevelsAreTheSamePixelsWithAndWithout) {
  const Image image = noiseImage({4096, 96}, 3, PixelType::u8);
  writeBytes(folder_ / "a.jp2", encodeJpeg2000(image, {}));
  const auto photo = probe(folder_ / "a.jp2");
  ASSERT_TRUE(photo);
  const auto without = decodePyramid(*photo, 480, {}, 1);
  ASSERT_TRUE(without);
  keepPictures(std::uint64_t{4096} * 96 * 3);
  ASSERT_TRUE(decodeRegion(*photo, {}, 0, 0, {4096, 96}));  // which keeps all of it
  const auto with = decodePyramid(*photo, 480, {}, 1);
  ASSERT_TRUE(with);
  ASSERT_EQ(with->levels.size(), without->levels.size());
  for (std::size_t k = 0; k < with->levels.size(); ++k) {
    EXPECT_EQ(greatestDifference(with->levels[k].image, without->levels[k].image), 0U) << k;
  }
}

TEST_F(KeptPictures, GiveTheirParts) {
  const Image image = noiseImage(kSize, 3, PixelType::u8);
  std::vector<fs::path> files{folder_ / "a.webp", folder_ / "a.jp2"};
  writeBytes(files[0], encodeWebp(image, {}));
  writeBytes(files[1], encodeJpeg2000(image, {}));
  if (writeHeif(folder_ / "a.heic", image, {})) {
    files.push_back(folder_ / "a.heic");
  }
  keepPictures(std::uint64_t{3} * 96 * 64 * 3);
  for (const fs::path& file : files) {
    SCOPED_TRACE(file);
    const auto photo = probe(file);
    ASSERT_TRUE(photo);
    const Image whole = *decodeFull(*photo);
    changeUnseen(file);
    EXPECT_TRUE(isPartOf(whole, *photo));
    const auto level = decodePyramid(*photo, 48);
    EXPECT_TRUE(level);
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(1));
    EXPECT_FALSE(isPartOf(whole, *photo));  // another file
  }
}

TEST_F(KeptPictures, AreNoMoreThanWasSaid) {
  const Image image = noiseImage(kSize, 3, PixelType::u8);
  const auto isKept = [&](const fs::path& file) { return !keptPicture(*pictureKeyOf(*openPhotoFile(file))).empty(); };
  const auto decoded = [&](const char* name) {
    fs::path file = folder_ / name;
    if (!fs::exists(file)) {
      writeBytes(file, encodeWebp(image, {}));
    }
    EXPECT_TRUE(decodeFull(*probe(file)));
    return file;
  };
  EXPECT_FALSE(isKept(decoded("a.webp")));  // nobody asked for it
  const std::uint64_t one = static_cast<std::uint64_t>(image.strideBytes()) * 64;
  keepPictures(one * 5 / 2);
  const fs::path a = decoded("a.webp");
  const fs::path b = decoded("b.webp");
  EXPECT_TRUE(isKept(b));
  EXPECT_TRUE(isKept(a));  // now the last used
  const fs::path c = decoded("c.webp");
  EXPECT_TRUE(isKept(a));
  EXPECT_FALSE(isKept(b));
  EXPECT_TRUE(isKept(c));
  keepPictures(one / 2);
  EXPECT_FALSE(isKept(c));
  EXPECT_FALSE(isKept(decoded("b.webp")));
}

// Of a WebP a part, of a JPEG 2000 also a coarse level is decoded by itself: no picture comes of it that could be kept.
TEST_F(KeptPictures, AreNoneWhereLessIsDecoded) {
  writeBytes(folder_ / "a.webp", encodeWebp(noiseImage(kSize, 3, PixelType::u8), {}));
  const auto webp = probe(folder_ / "a.webp");
  ASSERT_TRUE(webp);
  writeBytes(folder_ / "a.jp2", encodeJpeg2000(noiseImage(kSize, 3, PixelType::u8), {}));
  const auto photo = probe(folder_ / "a.jp2");
  ASSERT_TRUE(photo);
  const auto isKept = [&] { return !keptPicture(*pictureKeyOf(*openPhotoFile(photo->file))).empty(); };
  keepPictures(1 << 20);
  ASSERT_TRUE(decodeRegion(*webp, {}, 10, 20, {50, 30}));
  EXPECT_TRUE(keptPicture(*pictureKeyOf(*openPhotoFile(webp->file))).empty());
  ASSERT_TRUE(decodeRegion(*photo, {}, 10, 20, {50, 30}));
  EXPECT_FALSE(isKept());
  ASSERT_TRUE(decodeRegion(*photo, {.factor = 2}, 5, 10, {25, 15}));
  EXPECT_FALSE(isKept());
  ASSERT_TRUE(decodePyramid(*photo, 24));
  EXPECT_FALSE(isKept());
  ASSERT_TRUE(decodePyramid(*photo, 48));
  EXPECT_TRUE(isKept());
}

}  // namespace
}  // namespace platen::io
