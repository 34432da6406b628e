// What is written comes back: pixels, depth, resolution, profile and EXIF, in every format.
#include "core/io/decode.h"
#include "core/io/page_writer.h"
#include "core/io/probe.h"
#include "tests/io/photo_fixtures.h"

#include <gtest/gtest.h>

namespace platen::io {
namespace {

struct Lossless {
  FileFormat format;
  int channels;
  PixelType type;
};
class LosslessRoundTrip : public testing::TestWithParam<Lossless> {};

TEST_P(LosslessRoundTrip, GivesEveryPixelBack) {
  const ScratchFolder folder;
  const Image image = noiseImage({117, 83}, GetParam().channels, GetParam().type);
  const auto file = folder / "page";  // the name says nothing: content decides
  writeImage(file, image, formatOf(image, GetParam().format));
  EXPECT_EQ(greatestDifference(image, readImage(file)), 0U);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"page"});
}

INSTANTIATE_TEST_SUITE_P(PngAndTiff,
                         LosslessRoundTrip,
                         testing::Values(Lossless{FileFormat::png, 1, PixelType::u8},
                                         Lossless{FileFormat::png, 3, PixelType::u8},
                                         Lossless{FileFormat::png, 4, PixelType::u8},
                                         Lossless{FileFormat::png, 1, PixelType::u16},
                                         Lossless{FileFormat::png, 3, PixelType::u16},
                                         Lossless{FileFormat::png, 4, PixelType::u16},
                                         Lossless{FileFormat::tiff, 1, PixelType::u8},
                                         Lossless{FileFormat::tiff, 3, PixelType::u8},
                                         Lossless{FileFormat::tiff, 4, PixelType::u8},
                                         Lossless{FileFormat::tiff, 1, PixelType::u16},
                                         Lossless{FileFormat::tiff, 3, PixelType::u16},
                                         Lossless{FileFormat::tiff, 4, PixelType::u16}));

TEST(JpegRoundTrip, KeepsRampsWithinAFewLevels) {
  const ScratchFolder folder;
  for (const int channels : {1, 3}) {
    const Image image = rampImage({203, 150}, channels);
    writeImage(folder / "page.jpg", image, formatOf(image, FileFormat::jpeg));
    EXPECT_LE(greatestDifference(image, readImage(folder / "page.jpg")), 6U) << channels << " channels";
  }
}

TEST(BitonalRoundTrip, IsExactAndStoredInOneBit) {
  const ScratchFolder folder;
  Image image = noiseImage({301, 97}, 1, PixelType::u8);
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      auto& v = image.rowAs<std::uint8_t>(y)[x];
      v = v > 200 ? 0 : 255;
    }
  }
  for (const FileFormat kind : {FileFormat::png, FileFormat::tiff}) {
    PageFormat format = formatOf(image, kind);
    format.bitonal = true;
    writeImage(folder / "page", image, format);
    const auto photo = probe(folder / "page");
    ASSERT_TRUE(photo);
    EXPECT_EQ(photo->bits_per_channel, 1);
    EXPECT_EQ(greatestDifference(image, readImage(folder / "page")), 0U);
  }
}

class Metadata : public testing::TestWithParam<FileFormat> {};

TEST_P(Metadata, IsCarried) {
  const ScratchFolder folder;
  const Image image = rampImage({64, 48}, 3);
  PageFormat format = formatOf(image, GetParam());
  format.dpi = 300;
  format.icc_profile = srgbProfile();
  format.date_time = "2024:05:06 07:08:09";
  format.camera_make = "Maker";
  format.camera_model = "Model X";
  writeImage(folder / "page", image, format);
  const auto photo = probe(folder / "page");
  ASSERT_TRUE(photo) << describe(photo.error());
  EXPECT_EQ(photo->dpi, 300);
  EXPECT_EQ(photo->icc_profile, format.icc_profile);
  EXPECT_EQ(photo->date_time, format.date_time);
  EXPECT_EQ(photo->camera_make, "Maker");
  EXPECT_EQ(photo->camera_model, "Model X");
  EXPECT_EQ(photo->exif_orientation, 1);
  EXPECT_EQ(photo->size, image.size());
}

INSTANTIATE_TEST_SUITE_P(AllFormats, Metadata, testing::Values(FileFormat::jpeg, FileFormat::png, FileFormat::tiff));

}  // namespace
}  // namespace platen::io
