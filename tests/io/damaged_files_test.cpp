// Files with bytes changed, left out or doubled: the readers answer with pixels or with an Error, never with a crash,
// an exception or a picture of another size. Seeds are fixed, so a failure names the one file that shows it. Mostly
// worth its time under the address sanitizer (preset asan).
#include "core/io/decode.h"
#include "core/io/probe.h"
#include "core/io/sidecar.h"
#include "tests/io/photo_fixtures.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace platen::io {
namespace {

constexpr int kFilesOfAKind = 150;

// One to eight places damaged, half of the time within the first 512 bytes, where the headers are.
std::string damaged(std::string bytes, unsigned seed) {
  std::mt19937 random(seed);  // its sequence is fixed by the standard; distributions are not, so it is used bare
  const unsigned places = 1 + random() % 8;
  for (unsigned k = 0; k < places && !bytes.empty(); ++k) {
    const std::size_t reach = random() % 2 == 0 ? std::min<std::size_t>(bytes.size(), 512) : bytes.size();
    const std::size_t at = random() % reach;
    switch (random() % 6) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1u << random() % 8));
        break;
      case 2:
        bytes[at] = '\xff';
        break;
      case 3:
        bytes[at] = '\0';
        break;
      case 4:
        bytes.erase(at, 1 + random() % 16);
        break;
      default:
        bytes.insert(at, bytes.substr(at, 1 + random() % 16));
        break;
    }
  }
  return bytes;
}

// How many of the damaged files still gave pixels.
int readDamaged(const std::string& name, const std::string& good) {
  // A damaged header may truthfully claim a huge photo: opened, but not worth this test's time.
  constexpr double kMostPixels = 4e6;
  const ScratchFolder folder;
  int decoded = 0;
  for (unsigned seed = 0; seed < kFilesOfAKind; ++seed) {
    SCOPED_TRACE(name + ", seed " + std::to_string(seed));
    writeBytes(folder / name, damaged(good, seed));
    const auto photo = probe(folder / name);
    if (!photo) {
      EXPECT_FALSE(photo.error().message.empty());
      continue;
    }
    EXPECT_GT(photo->size.width, 0);
    EXPECT_GT(photo->size.height, 0);
    if (1.0 * photo->size.width * photo->size.height > kMostPixels) {
      continue;
    }
    if (const auto image = decodeFull(*photo)) {
      ++decoded;
      EXPECT_EQ(image->size(), photo->size);
    } else {
      EXPECT_FALSE(image.error().message.empty());
    }
    if (const auto pyramid = decodePyramid(*photo, 64); !pyramid) {
      EXPECT_FALSE(pyramid.error().message.empty());
    }
  }
  return decoded;
}

TEST(DamagedFiles, Jpeg) {
  const Image image = rampImage({83, 61}, 3);
  const std::string plain = jpegWithExif(encodeJpeg(image, {}), exifBytes(6, 300));
  EXPECT_LT(readDamaged("plain.jpg", plain), kFilesOfAKind);
  EXPECT_LT(readDamaged("progressive.jpg", encodeJpeg(image, {.progressive = true})), kFilesOfAKind);
  EXPECT_LT(readDamaged("restarts.jpg", encodeJpeg(image, {.restart_rows = 1})), kFilesOfAKind);
}

TEST(DamagedFiles, Png) {
  const ScratchFolder folder;
  const Image image = rampImage({83, 61}, 3);
  writeImage(folder / "good.png", image, formatOf(image, FileFormat::png));
  EXPECT_LT(readDamaged("bad.png", readBytes(folder / "good.png")), kFilesOfAKind);
}

TEST(DamagedFiles, Tiff) {
  const ScratchFolder folder;
  for (const PixelType type : {PixelType::u8, PixelType::u16}) {
    const Image image = noiseImage({41, 33}, 3, type);
    writeImage(folder / "good.tif", image, formatOf(image, FileFormat::tiff));
    EXPECT_LT(readDamaged("bad.tif", readBytes(folder / "good.tif")), kFilesOfAKind);
  }
}

TEST(DamagedFiles, Sidecar) {
  const ScratchFolder folder;
  Sidecar sidecar;
  sidecar.source_file = "photo.jpg";
  sidecar.source_sha256 = std::string(64, 'a');
  sidecar.source_size = {640, 480};
  SidecarPage page;
  page.output_px = {300, 400};
  page.map = {2, 2, {{0, 0}, {600, 0}, {0, 400}, {600, 400}}};
  page.parameters["focal"] = {1.2};
  sidecar.pages = {page};
  ASSERT_TRUE(writeSidecar(folder / "good.json", sidecar));
  const std::string good = readBytes(folder / "good.json");
  int refused = 0;
  for (unsigned seed = 0; seed < 4 * kFilesOfAKind; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    writeBytes(folder / "bad.json", damaged(good, seed));
    const auto read = readSidecar(folder / "bad.json");
    if (!read) {
      ++refused;
      EXPECT_FALSE(read.error().message.empty());
      continue;
    }
    for (const SidecarPage& each : read->pages) {  // what is taken can be used
      EXPECT_GE(each.map.rows, 2);
      EXPECT_GE(each.map.cols, 2);
      EXPECT_EQ(each.map.points.size(),
                static_cast<std::size_t>(each.map.rows) * static_cast<std::size_t>(each.map.cols));
    }
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace platen::io
