// A part of a photo is the whole photo, cut, to the bit: every codec, reduction, orientation and way to subsample.
#include "core/io/region.h"

#include "core/io/area_average.h"
#include "core/io/decode.h"
#include "core/io/orientation.h"
#include "core/io/photo_rows.h"
#include "core/io/probe.h"
#include "tests/io/modern_photos.h"
#include "tests/io/photo_fixtures.h"

#include <algorithm>
#include <random>
#include <stdexcept>
#include <stop_token>

#include <gtest/gtest.h>

namespace platen::io {
namespace {

// The whole reduced photo, by the readers that decodePyramid() and decodeFull() use.
Image wholeOf(const PhotoInfo& photo, const Reduction& reduction) {
  auto rows = startRows(photo, reduction.eighths, {});
  EXPECT_TRUE(rows);
  const int orientation = photo.exif_orientation;
  if (reduction.factor == 1) {
    return *readUpright(**rows, orientation, {});
  }
  AveragedRows averaged(**rows, reduction.factor, flipsColumns(orientation), flipsRows(orientation));
  return *readUpright(averaged, orientation, {});
}

struct Part {
  int x, y;
  Size size;
};

// Corners, single pixels, whole rows and columns, everything, and some anywhere.
std::vector<Part> partsOf(Size whole, int anywhere) {
  const int w = whole.width;
  const int h = whole.height;
  std::vector<Part> parts{{0, 0, whole},
                          {w - 1, h - 1, {1, 1}},
                          {0, h / 2, {w, 1}},
                          {w / 2, 0, {1, h}},
                          {w / 3, h / 3, {w - w / 3, h - h / 3}}};
  std::mt19937 random(7);
  const auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int k = 0; k < anywhere; ++k) {
    const int x = upTo(w);
    const int y = upTo(h);
    parts.push_back({x, y, {1 + upTo(w - x), 1 + upTo(h - y)}});
  }
  return parts;
}

void expectPartsOfWhole(const PhotoInfo& photo, const Reduction& reduction, int anywhere) {
  const Image whole = wholeOf(photo, reduction);
  ASSERT_EQ(reducedFrame(photo, reduction).size, whole.size());
  for (const Part& part : partsOf(whole.size(), anywhere)) {
    const Result<Image> region = decodeRegion(photo, reduction, part.x, part.y, part.size);
    ASSERT_TRUE(region) << describe(region.error());
    ASSERT_EQ(greatestDifference(*region, whole.crop(part.x, part.y, part.size)), 0U)
        << "part " << part.x << ", " << part.y << " of " << part.size.width << " x " << part.size.height << " in "
        << whole.width() << " x " << whole.height() << " at " << reduction.eighths << "/8 / " << reduction.factor
        << ", orientation " << photo.exif_orientation;
  }
}

PhotoInfo photoOf(const std::filesystem::path& file, const std::string& bytes) {
  writeBytes(file, bytes);
  return *probe(file);
}

struct NamedKind {
  const char* name;
  int channels;
  JpegKind kind;
};

class JpegRegion : public testing::TestWithParam<NamedKind> {};

TEST_P(JpegRegion, IsTheWholeCutForEveryEighth) {
  const ScratchFolder folder;
  for (const Size size : {Size{211, 173}, Size{96, 64}, Size{17, 90}}) {
    const std::string bytes = encodeJpeg(noiseImage(size, GetParam().channels, PixelType::u8), GetParam().kind);
    const PhotoInfo photo = photoOf(folder / "photo.jpg", bytes);
    for (int eighths = 1; eighths <= 8; ++eighths) {
      expectPartsOfWhole(photo, {.eighths = eighths}, 12);
    }
  }
}

TEST_P(JpegRegion, IsTheWholeCutForEveryOrientation) {
  const ScratchFolder folder;
  const std::string bytes = encodeJpeg(noiseImage({123, 75}, GetParam().channels, PixelType::u8), GetParam().kind);
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const PhotoInfo photo = photoOf(folder / "photo.jpg", jpegWithExif(bytes, exifBytes(orientation)));
    ASSERT_EQ(photo.exif_orientation, orientation);
    for (const int eighths : {2, 3, 8}) {
      expectPartsOfWhole(photo, {.eighths = eighths}, 8);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds,
                         JpegRegion,
                         testing::Values(NamedKind{"quarters", 3, {}},
                                         NamedKind{"full_chroma", 3, {.luma_samples = {1, 1}}},
                                         NamedKind{"halves", 3, {.luma_samples = {2, 1}}},
                                         NamedKind{"upright_halves", 3, {.luma_samples = {1, 2}}},
                                         NamedKind{"grey", 1, {}},
                                         NamedKind{"progressive", 3, {.progressive = true}},
                                         NamedKind{"progressive_grey", 1, {.progressive = true}},
                                         NamedKind{"restarts", 3, {.restart_rows = 1}},
                                         NamedKind{"restarts_of_three", 1, {.restart_rows = 3}},
                                         NamedKind{"cmyk", 4, {.adobe_cmyk = true}}),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(Region, OfAPngIsTheWholeCut) {
  const ScratchFolder folder;
  for (const PixelType type : {PixelType::u8, PixelType::u16}) {
    for (const int channels : {1, 3, 4}) {
      const Image stored = noiseImage({71, 45}, channels, type);
      writeImage(folder / "plain.png", stored, formatOf(stored, FileFormat::png));
      for (int orientation = 1; orientation <= 8; ++orientation) {
        const PhotoInfo photo =
            photoOf(folder / "photo.png", pngWithExif(readBytes(folder / "plain.png"), exifBytes(orientation)));
        for (const int factor : {1, 2, 4, 7}) {
          expectPartsOfWhole(photo, {.factor = factor}, 4);
        }
      }
    }
  }
}

TEST(Region, OfATiffIsTheWholeCut) {
  const ScratchFolder folder;
  for (const PixelType type : {PixelType::u8, PixelType::u16}) {
    for (const int channels : {1, 3}) {
      const Image stored = noiseImage({83, 301}, channels, type);
      writeImage(folder / "photo.tif", stored, formatOf(stored, FileFormat::tiff));
      const Result<PhotoInfo> photo = probe(folder / "photo.tif");
      ASSERT_TRUE(photo);
      for (const int factor : {1, 2, 8}) {
        expectPartsOfWhole(*photo, {.factor = factor}, 10);
      }
    }
  }
}

TEST(Region, OfAWebpIsTheWholeCut) {
  const ScratchFolder folder;
  const Size size{151, 130};
  const std::pair<Image, WebpKind> kinds[] = {
      {noiseImage(size, 3, PixelType::u8), {}},
      {noiseImage(size, 3, PixelType::u8), {.lossless = false}},
      {noiseImage(size, 4, PixelType::u8), {.lossless = false, .exif = exifBytes(6)}},
      {noiseImage(size, 4, PixelType::u8), {}},
  };
  for (const auto& [image, kind] : kinds) {
    const PhotoInfo photo = photoOf(folder / "photo.webp", encodeWebp(image, kind));
    for (const int factor : {1, 2, 3}) {
      expectPartsOfWhole(photo, {.factor = factor}, 60);
    }
  }
}

TEST(Region, OfAJpeg2000IsTheWholeCut) {
  const ScratchFolder folder;
  const Size size{150, 131};
  const Image color = noiseImage(size, 3, PixelType::u8);
  const std::pair<Image, Jpeg2000Kind> kinds[] = {
      {color, {}},
      {color, {.bare = true, .reversible = false}},
      {color, {.reversible = false, .tile = 48}},
      {noiseImage(size, 1, PixelType::u16), {.tile = 64}},
      {noiseImage(size, 4, PixelType::u8), {.exif = exifBytes(6), .icc_profile = srgbProfile()}},
      {color, {.subsampled_ycc = true}},
  };
  for (const auto& [image, kind] : kinds) {
    const PhotoInfo photo = photoOf(folder / "photo.jp2", encodeJpeg2000(image, kind));
    for (const int factor : {1, 2, 3}) {
      expectPartsOfWhole(photo, {.factor = factor}, 30);
    }
  }
}

TEST(Region, OfAnUprightPhotoAtFullSizeIsThatOfDecodeFull) {
  const ScratchFolder folder;
  const std::string jpeg = encodeJpeg(noiseImage({64, 49}, 3, PixelType::u8), {});
  const PhotoInfo photo = photoOf(folder / "photo.jpg", jpegWithExif(jpeg, exifBytes(6)));
  const Result<Image> full = decodeFull(photo);
  const Result<Image> region = decodeRegion(photo, {}, 11, 20, {30, 40});
  ASSERT_TRUE(full && region);
  EXPECT_EQ(greatestDifference(*region, full->crop(11, 20, {30, 40})), 0U);
}

TEST(Region, AWholePhotoIsTheSameForAnyNumberOfThreads) {
  const ScratchFolder folder;
  for (const int channels : {1, 3}) {
    const Image pixels = noiseImage({85, 1203}, channels, PixelType::u8);
    for (const JpegKind& kind : {JpegKind{.restart_rows = 1}, JpegKind{.restart_rows = 3}, JpegKind{},
                                 JpegKind{.progressive = true, .restart_rows = 1}}) {
      const std::string jpeg = encodeJpeg(pixels, kind);
      for (int orientation = 1; orientation <= 8; ++orientation) {
        const PhotoInfo photo = photoOf(folder / "photo.jpg", jpegWithExif(jpeg, exifBytes(orientation)));
        const Image full = wholeOf(photo, {});
        const Result<Pyramid> pyramid = decodePyramid(photo, 500);
        ASSERT_TRUE(pyramid);
        for (int threads = 1; threads <= 4; ++threads) {
          const Result<Image> one = decodeFull(photo, {}, threads);
          ASSERT_TRUE(one);
          EXPECT_EQ(greatestDifference(*one, full), 0U) << threads << " threads, orientation " << orientation;
          const Result<Pyramid> levels = decodePyramid(photo, 500, {}, threads);
          ASSERT_TRUE(levels);
          ASSERT_EQ(levels->levels.size(), pyramid->levels.size());
          for (std::size_t k = 0; k < levels->levels.size(); ++k) {
            EXPECT_EQ(greatestDifference(levels->levels[k].image, pyramid->levels[k].image), 0U) << threads;
          }
        }
      }
    }
  }
}

TEST(Region, AWholePhotoEndsAtAStopOrItsDamageInAllThreads) {
  const ScratchFolder folder;
  std::string jpeg = encodeJpeg(noiseImage({64, 1600}, 3, PixelType::u8), {.restart_rows = 1});
  const PhotoInfo photo = photoOf(folder / "photo.jpg", jpeg);
  ASSERT_TRUE(decodeFull(photo, {}, 4));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(decodeFull(photo, stop.get_token(), 4).error().kind, ErrorKind::stopped);
  EXPECT_EQ(decodePyramid(photo, 400, stop.get_token(), 4).error().kind, ErrorKind::stopped);
  // In the middle, between two markers.
  const std::size_t marker = jpeg.find("\xFF\xD3", jpeg.size() / 2);
  ASSERT_NE(marker, std::string::npos);
  std::fill_n(jpeg.begin() + static_cast<std::ptrdiff_t>(marker) + 2, 100, '\xFF');
  writeBytes(photo.file, jpeg);
  for (const int threads : {1, 4}) {
    const Result<Image> damaged = decodeFull(photo, {}, threads);
    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().kind, ErrorKind::unreadable);
    EXPECT_EQ(damaged.error().path, photo.file);
  }
}

TEST(Region, ReductionsAreTheStrongestThatAreFineEnough) {
  PhotoInfo photo;
  photo.codec = Codec::jpeg;
  EXPECT_EQ(reductionFor(photo, 1), (Reduction{8, 1}));
  EXPECT_EQ(reductionFor(photo, 0.51), (Reduction{8, 1}));
  EXPECT_EQ(reductionFor(photo, 0.5), (Reduction{4, 1}));
  EXPECT_EQ(reductionFor(photo, 0.2), (Reduction{2, 1}));
  EXPECT_EQ(reductionFor(photo, 0.01), (Reduction{1, 1}));
  photo.codec = Codec::png;
  EXPECT_EQ(reductionFor(photo, 0.3), (Reduction{8, 2}));
  EXPECT_EQ(reductionFor(photo, 0.01), (Reduction{8, 64}));
}

TEST(Region, OfAFlippedPhotoTellsWhereThePhotoBegins) {
  PhotoInfo photo;
  photo.codec = Codec::jpeg;
  photo.stored_size = {101, 64};
  photo.exif_orientation = 3;
  photo.size = {101, 64};
  // 101 / 2 = 50.5 is rounded up to 51 columns; turned by half a turn, the half column stands at the left.
  const ReducedFrame frame = reducedFrame(photo, {.eighths = 4});
  EXPECT_EQ(frame.size, (Size{51, 32}));
  EXPECT_EQ(frame.overhang, (Vec2{0.5, 0}));
  photo.exif_orientation = 1;
  EXPECT_EQ(reducedFrame(photo, {.eighths = 4}).overhang, (Vec2{0, 0}));
}

TEST(Region, OfADamagedPhotoIsAnErrorOnlyWhereItReachesTheDamage) {
  const ScratchFolder folder;
  const std::string jpeg = encodeJpeg(noiseImage({400, 400}, 3, PixelType::u8), {});
  const PhotoInfo photo = photoOf(folder / "photo.jpg", jpeg);
  for (const bool cut_off : {true, false}) {
    std::string damaged = jpeg;
    if (cut_off) {
      damaged.resize(damaged.size() * 6 / 10);
    } else {
      std::fill_n(damaged.begin() + static_cast<std::ptrdiff_t>(damaged.size() * 6 / 10), 4000, '\xFF');
    }
    writeBytes(folder / "photo.jpg", damaged);
    EXPECT_TRUE(decodeRegion(photo, {}, 100, 20, {50, 50}));
    for (const int y : {250, 380}) {
      const Result<Image> below = decodeRegion(photo, {}, 100, y, {50, 20});
      ASSERT_FALSE(below) << y;
      EXPECT_EQ(below.error().kind, ErrorKind::unreadable);
      EXPECT_EQ(below.error().path, photo.file);
    }
  }
}

// A progressive JPEG may end after any of its scans; libjpeg would smooth what it does not know yet.
TEST(Region, OfAPhotoOfTheFirstScanAlone) {
  const ScratchFolder folder;
  const std::string jpeg = encodeJpeg(rampImage({101, 67}, 1), {.progressive = true});
  const std::size_t second = jpeg.find("\xFF\xDA", jpeg.find("\xFF\xDA") + 2);
  const std::size_t tables = jpeg.rfind("\xFF\xC4", second);
  ASSERT_NE(second, std::string::npos);
  expectPartsOfWhole(photoOf(folder / "photo.jpg", jpeg.substr(0, tables) + "\xFF\xD9"), {}, 20);
}

TEST(Region, OfAPhotoThatIsGoneChangedOrStoppedIsAnError) {
  const ScratchFolder folder;
  const std::string jpeg = encodeJpeg(noiseImage({400, 400}, 3, PixelType::u8), {});
  const PhotoInfo photo = photoOf(folder / "photo.jpg", jpeg);
  std::stop_source stop;
  stop.request_stop();
  const Result<Image> stopped = decodeRegion(photo, {}, 0, 300, {50, 50}, stop.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::stopped);
  writeBytes(folder / "photo.jpg", encodeJpeg(noiseImage({300, 400}, 3, PixelType::u8), {}));
  EXPECT_EQ(decodeRegion(photo, {}, 0, 0, {50, 50}).error().kind, ErrorKind::unreadable);
  std::filesystem::remove(photo.file);
  EXPECT_EQ(decodeRegion(photo, {}, 0, 0, {50, 50}).error().kind, ErrorKind::notFound);
}

TEST(Region, OutsideThePhotoIsTheCallersMistake) {
  const ScratchFolder folder;
  const PhotoInfo photo = photoOf(folder / "photo.jpg", encodeJpeg(noiseImage({40, 30}, 3, PixelType::u8), {}));
  EXPECT_THROW((void)decodeRegion(photo, {}, 0, 0, {41, 30}), std::out_of_range);
  EXPECT_THROW((void)decodeRegion(photo, {}, -1, 0, {4, 3}), std::out_of_range);
  EXPECT_THROW((void)decodeRegion(photo, {}, 0, 0, {0, 3}), std::out_of_range);
  EXPECT_THROW((void)decodeRegion(photo, {.eighths = 9}, 0, 0, {1, 1}), std::invalid_argument);
  EXPECT_THROW((void)decodeRegion(photo, {.factor = 2}, 0, 0, {1, 1}), std::invalid_argument);
}

}  // namespace
}  // namespace platen::io
