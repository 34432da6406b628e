// EXIF orientation: every stored pixel stands where the standard says, in every reader, and levels hold p * scale.
#include "core/io/orientation.h"

#include "core/io/decode.h"
#include "core/io/probe.h"
#include "tests/io/photo_fixtures.h"

#include <cmath>
#include <tiffio.h>

#include <gtest/gtest.h>

namespace platen::io {
namespace {

// EXIF 2.32, tag 0x0112, in its own words: on which sides the 0th row and the 0th column are. From that: where stored
// (x, y) goes in a stored size of w x h.
struct Place {
  int x, y;
};
Place placeOf(int orientation, int x, int y, Size stored) {
  const int right = stored.width - 1;
  const int bottom = stored.height - 1;
  switch (orientation) {
    case 1:  // row at the top, column at the left
      return {x, y};
    case 2:  // top, right
      return {right - x, y};
    case 3:  // bottom, right
      return {right - x, bottom - y};
    case 4:  // bottom, left
      return {x, bottom - y};
    case 5:  // left, top
      return {y, x};
    case 6:  // right, top
      return {bottom - y, x};
    case 7:  // right, bottom
      return {bottom - y, right - x};
    default:  // left, bottom
      return {y, right - x};
  }
}

void expectUpright(const Image& stored, const Image& upright, int orientation, unsigned tolerance) {
  const Size size = orientation >= 5 ? Size{stored.height(), stored.width()} : Size{stored.width(), stored.height()};
  ASSERT_EQ(upright.size(), size);
  ASSERT_EQ(upright.channels(), stored.channels());
  unsigned worst = 0;
  for (int y = 0; y < stored.height(); ++y) {
    for (int x = 0; x < stored.width(); ++x) {
      const Place p = placeOf(orientation, x, y, stored.size());
      for (int c = 0; c < stored.channels(); ++c) {
        const int difference =
            static_cast<int>(sample(stored, x, y, c)) - static_cast<int>(sample(upright, p.x, p.y, c));
        worst = std::max(worst, static_cast<unsigned>(std::abs(difference)));
      }
    }
  }
  EXPECT_LE(worst, tolerance) << "orientation " << orientation;
}

class Orientation : public testing::TestWithParam<int> {};

TEST_P(Orientation, OfAPngIsAppliedToEveryPixelKind) {
  const ScratchFolder folder;
  for (const PixelType type : {PixelType::u8, PixelType::u16}) {
    for (const int channels : {1, 3, 4}) {
      const Image stored = noiseImage({71, 45}, channels, type);
      writeImage(folder / "plain.png", stored, formatOf(stored, FileFormat::png));
      writeBytes(folder / "turned.png", pngWithExif(readBytes(folder / "plain.png"), exifBytes(GetParam())));
      expectUpright(stored, readImage(folder / "turned.png"), GetParam(), 0);
    }
  }
}

TEST_P(Orientation, OfATiffIsApplied) {
  const ScratchFolder folder;
  const Image stored = noiseImage({71, 45}, 3, PixelType::u8);
  writeImage(folder / "turned.tif", stored, formatOf(stored, FileFormat::tiff));
  TIFF* tiff = TIFFOpen((folder / "turned.tif").c_str(), "r+");
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, GetParam());
  TIFFRewriteDirectory(tiff);
  TIFFClose(tiff);
  expectUpright(stored, readImage(folder / "turned.tif"), GetParam(), 0);
}

TEST_P(Orientation, OfAJpegIsApplied) {
  const ScratchFolder folder;
  const Image stored = rampImage({203, 90}, 3);
  writeBytes(folder / "turned.jpg", jpegWithExif(encodeJpeg(stored, {}), exifBytes(GetParam())));
  const auto photo = probe(folder / "turned.jpg");
  ASSERT_TRUE(photo) << describe(photo.error());
  EXPECT_EQ(photo->exif_orientation, GetParam());
  EXPECT_EQ(photo->stored_size, stored.size());
  EXPECT_EQ(photo->size, uprightSize(stored.size(), GetParam()));
  expectUpright(stored, readImage(folder / "turned.jpg"), GetParam(), 6);
}

// A dark Gaussian spot on white paper, and where it is found again.
constexpr double kSpotSigma = 9;

Image spots(Size size, const std::vector<Vec2>& centres) {
  Image image = Image::allocate(size, 1);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      double dark = 0;
      for (const Vec2 c : centres) {
        const double r2 = (x + 0.5 - c.x) * (x + 0.5 - c.x) + (y + 0.5 - c.y) * (y + 0.5 - c.y);
        dark += std::exp(-r2 / (2 * kSpotSigma * kSpotSigma));
      }
      image.rowAs<std::uint8_t>(y)[x] = static_cast<std::uint8_t>(std::lround(250 - 220 * dark));
    }
  }
  return image;
}

Vec2 centroidNear(const Level& level, Vec2 source_px) {
  const double reach = 4.5 * kSpotSigma * level.scale;
  const Vec2 near = source_px * level.scale;
  Vec2 sum;
  double weights = 0;
  for (int y = std::max(0, static_cast<int>(near.y - reach));
       y < std::min<double>(level.image.height(), near.y + reach); ++y) {
    for (int x = std::max(0, static_cast<int>(near.x - reach));
         x < std::min<double>(level.image.width(), near.x + reach); ++x) {
      const double weight = 250.0 - sample(level.image, x, y, 0);
      if (weight > 2) {
        sum = sum + Vec2{x + 0.5, y + 0.5} * weight;
        weights += weight;
      }
    }
  }
  return sum / weights;
}

Vec2 uprightPoint(Vec2 p, int orientation, Size stored) {
  const double w = stored.width;
  const double h = stored.height;
  const Vec2 flipped{flipsColumns(orientation) ? w - p.x : p.x, flipsRows(orientation) ? h - p.y : p.y};
  return orientation >= 5 ? Vec2{flipped.y, flipped.x} : flipped;
}

// No side is a multiple of 8: the sizes of all scaled decodes round up.
TEST_P(Orientation, PartsGoToWhereTheirPixelsGo) {
  const Size stored{31, 17};
  const StoredPart part{4, 3, {9, 5}};
  const StoredPart upright = uprightPart(stored, GetParam(), part);
  EXPECT_EQ(upright.size, uprightSize(part.size, GetParam()));
  for (const auto& [x, y] : {std::pair{4, 3}, std::pair{12, 7}}) {  // opposite corners
    const Place at = placeOf(GetParam(), x, y, stored);
    EXPECT_TRUE(at.x == upright.x || at.x == upright.x + upright.size.width - 1);
    EXPECT_TRUE(at.y == upright.y || at.y == upright.y + upright.size.height - 1);
    const StoredPart back = storedPart(stored, GetParam(), at.x, at.y, {1, 1});
    EXPECT_EQ(back.x, x);
    EXPECT_EQ(back.y, y);
  }
  const StoredPart again = storedPart(stored, GetParam(), upright.x, upright.y, upright.size);
  EXPECT_EQ(again.x, part.x);
  EXPECT_EQ(again.y, part.y);
  EXPECT_EQ(again.size, part.size);
}

TEST_P(Orientation, LevelsHoldPointsAtScaleTimesSource) {
  const ScratchFolder folder;
  const Size stored{1203, 907};
  const std::vector<Vec2> centres{{61.3, 70.8}, {1131.6, 77.1}, {66.9, 829.4}, {1122.2, 835.7}, {600.4, 450.5}};
  const Image image = spots(stored, centres);
  writeBytes(folder / "a.jpg", jpegWithExif(encodeJpeg(image, {}), exifBytes(GetParam())));
  writeBytes(folder / "p.jpg", jpegWithExif(encodeJpeg(image, {.progressive = true}), exifBytes(GetParam())));
  writeImage(folder / "plain", image, formatOf(image, FileFormat::png));
  writeBytes(folder / "a.png", pngWithExif(readBytes(folder / "plain"), exifBytes(GetParam())));
  for (const char* name : {"a.jpg", "p.jpg", "a.png"}) {
    const auto photo = probe(folder / name);
    ASSERT_TRUE(photo) << describe(photo.error());
    for (const int finest : {150, 300, 450, 600, 750, 900, 1050, 1203}) {
      const auto pyramid = decodePyramid(*photo, finest);
      ASSERT_TRUE(pyramid) << describe(pyramid.error());
      EXPECT_EQ(pyramid->source_size, photo->size);
      EXPECT_GE(std::max(pyramid->levels.back().image.width(), pyramid->levels.back().image.height()), finest);
      for (const Level& level : pyramid->levels) {
        EXPECT_EQ(level.image.width(), static_cast<int>(std::ceil(photo->size.width * level.scale)));
        EXPECT_EQ(level.image.height(), static_cast<int>(std::ceil(photo->size.height * level.scale)));
        for (const Vec2 centre : centres) {
          const Vec2 source_px = uprightPoint(centre, GetParam(), stored);
          const Vec2 found = centroidNear(level, source_px);
          EXPECT_LT(norm(found - source_px * level.scale), 0.1)
              << name << " at scale " << level.scale << ": (" << source_px.x << ", " << source_px.y << ")";
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OneToEight, Orientation, testing::Range(1, 9));

}  // namespace
}  // namespace platen::io
