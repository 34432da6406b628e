// Files with bytes changed, left out, doubled or cut off, of every kind that is read: the readers answer with pixels or
// with an Error that names the file, never with a crash, an exception or a picture of another size. Seeds are fixed, so
// a failure names the one file that shows it. Mostly worth its time under the address sanitizer (preset asan).
#include "core/io/decode.h"
#include "core/io/photo_rows.h"
#include "core/io/probe.h"
#include "core/io/sidecar.h"
#include "tests/io/every_kind.h"
#include "tests/io/heif_photos.h"
#include "tests/io/photo_fixtures.h"
#include "tests/support/damaged_bytes.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace platen::io {
namespace {

using test::cutOff;
using test::damaged;

constexpr unsigned kDamagedOfAKind = 60;
constexpr unsigned kCutOfAKind = 24;
constexpr unsigned kSidecars = 600;

// HEIC and AVIF too, as many as libheif's encoders make here.
std::vector<PhotoOfAKind> photosToDamage() {
  std::vector<PhotoOfAKind> all = photosOfEveryKind({83, 61});
  for (PhotoOfAKind& photo : heifPhotos({96, 64})) {
    all.push_back(std::move(photo));
  }
  return all;
}

void expectSaid(const Error& error, const std::filesystem::path& file) {
  EXPECT_FALSE(error.message.empty());
  EXPECT_EQ(error.path, file);
  EXPECT_NE(error.kind, ErrorKind::internal) << error.message;
}

// The pixels of a file, or none where it says what is wrong with it.
Image readDamaged(const std::filesystem::path& file) {
  // A damaged header may truthfully claim a huge photo: opened, but not worth this test's time.
  constexpr double kMostPixels = 4e6;
  const auto photo = probe(file);
  if (!photo) {
    expectSaid(photo.error(), file);
    return {};
  }
  EXPECT_GT(photo->size.width, 0);
  EXPECT_GT(photo->size.height, 0);
  if (const auto held = heldBytes(*photo); !held) {
    expectSaid(held.error(), file);
  }
  if (1.0 * photo->size.width * photo->size.height > kMostPixels) {
    return {};
  }
  if (const auto pyramid = decodePyramid(*photo, 64); !pyramid) {
    expectSaid(pyramid.error(), file);
  }
  const auto image = decodeFull(*photo);
  if (!image) {
    expectSaid(image.error(), file);
    return {};
  }
  EXPECT_EQ(image->size(), photo->size);
  return *image;
}

// Which file a failure is about.
template <class Damage>
void tryEach(const PhotoOfAKind& photo, unsigned count, const Damage& damage) {
  const ScratchFolder folder;
  for (unsigned seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(photo.name + ", seed " + std::to_string(seed));
    damage(folder / photo.name, seed);
  }
}

TEST(DamagedFiles, EveryKindGivesPixelsOrAReason) {
  int files = 0;
  int refused = 0;
  for (const PhotoOfAKind& photo : photosToDamage()) {
    tryEach(photo, kDamagedOfAKind, [&](const std::filesystem::path& file, unsigned seed) {
      writeBytes(file, damaged(photo.bytes, seed));
      ++files;
      refused += readDamaged(file).empty() ? 1 : 0;
    });
  }
  EXPECT_GT(files, 3000);
  EXPECT_GT(refused, files / 5);
}

// What is cut off is refused, or it was no pixels: an end marker, a profile behind the picture.
TEST(DamagedFiles, ACutFileNeverGivesOtherPixels) {
  int refused = 0;
  for (const PhotoOfAKind& photo : photosToDamage()) {
    const ScratchFolder folder;
    writeBytes(folder / photo.name, photo.bytes);
    const Image whole = readImage(folder / photo.name);
    tryEach(photo, kCutOfAKind, [&](const std::filesystem::path& file, unsigned seed) {
      writeBytes(file, cutOff(photo.bytes, seed));
      const Image read = readDamaged(file);
      refused += read.empty() ? 1 : 0;
      if (!read.empty()) {
        EXPECT_EQ(greatestDifference(read, whole), 0U);
      }
    });
  }
  EXPECT_GT(refused, 1000);
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
  for (unsigned seed = 0; seed < kSidecars; ++seed) {
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
