// HEIF photos, made by libheif's encoder where it has one.
#include "core/io/decode.h"
#include "core/io/image_address.h"
#include "core/io/probe.h"
#include "tests/io/photo_fixtures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#ifdef PLATEN_HEIF
#include <lcms2.h>
#include <libheif/heif.h>
#include <memory>

namespace platen::io {
namespace {

constexpr double kTolerance = 12;

struct HeifKind {
  int bits = 8;
  int images = 1;
  heif_orientation orientation = heif_orientation_normal;
  std::string exif = {};
  std::vector<std::uint8_t> icc_profile = {};
  int primaries = 0, transfer = 13;  // of H.273; 0: not said
};

// False where libheif has no encoder, or can't do this.
bool writeHeif(const std::filesystem::path& file, const Image& image, const HeifKind& kind) {
  const std::unique_ptr<heif_context, decltype(&heif_context_free)> context(heif_context_alloc(), &heif_context_free);
  heif_encoder* raw = nullptr;
  if (heif_context_get_encoder_for_format(context.get(), heif_compression_HEVC, &raw).code != heif_error_Ok) {
    return false;
  }
  const std::unique_ptr<heif_encoder, decltype(&heif_encoder_release)> encoder(raw, &heif_encoder_release);
  heif_encoder_set_lossy_quality(encoder.get(), 95);
  for (int k = 0; k < kind.images; ++k) {
    heif_image* pixels = nullptr;
    const bool wide = kind.bits > 8;
    heif_image_create(image.width(), image.height(), heif_colorspace_RGB,
                      wide ? heif_chroma_interleaved_RRGGBB_LE : heif_chroma_interleaved_RGB, &pixels);
    const std::unique_ptr<heif_image, decltype(&heif_image_release)> owner(pixels, &heif_image_release);
    heif_image_add_plane(pixels, heif_channel_interleaved, image.width(), image.height(), kind.bits);
    int stride = 0;
    std::uint8_t* plane = heif_image_get_plane(pixels, heif_channel_interleaved, &stride);
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < 3 * image.width(); ++x) {
        const unsigned value = image.rowAs<std::uint8_t>(y)[x];
        if (wide) {
          reinterpret_cast<std::uint16_t*>(plane + static_cast<std::ptrdiff_t>(stride) * y)[x] =
              static_cast<std::uint16_t>(value * ((1U << kind.bits) - 1) / 255);
        } else {
          plane[static_cast<std::ptrdiff_t>(stride) * y + x] = static_cast<std::uint8_t>(value);
        }
      }
    }
    if (!kind.icc_profile.empty()) {
      heif_image_set_raw_color_profile(pixels, "prof", kind.icc_profile.data(), kind.icc_profile.size());
    }
    if (kind.primaries != 0) {
      heif_color_profile_nclx* colors = heif_nclx_color_profile_alloc();
      colors->color_primaries = static_cast<heif_color_primaries>(kind.primaries);
      colors->transfer_characteristics = static_cast<heif_transfer_characteristics>(kind.transfer);
      colors->matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_601_6;
      heif_image_set_nclx_color_profile(pixels, colors);
      heif_nclx_color_profile_free(colors);
    }
    heif_encoding_options* options = heif_encoding_options_alloc();
    options->macOS_compatibility_workaround_no_nclx_profile = 0;
    options->image_orientation = kind.orientation;
    heif_image_handle* handle = nullptr;
    const heif_error error = heif_context_encode_image(context.get(), pixels, encoder.get(), options, &handle);
    heif_encoding_options_free(options);
    if (error.code != heif_error_Ok) {
      return false;
    }
    if (!kind.exif.empty()) {
      heif_context_add_exif_metadata(context.get(), handle, kind.exif.data(), static_cast<int>(kind.exif.size()));
    }
    heif_image_handle_release(handle);
  }
  return heif_context_write_to_file(context.get(), file.c_str()).code == heif_error_Ok;
}

class Heif : public testing::Test {
 protected:
  void make(const HeifKind& kind) {
    if (!writeHeif(folder_ / "a.heic", image_, kind)) {
      GTEST_SKIP() << "this libheif has no encoder for HEVC of " << kind.bits << " bits";
    }
  }
  void expectNear(const Image& read, double scale) {
    ASSERT_EQ(read.size(), image_.size());
    for (int y = 0; y < image_.height(); y += 7) {
      for (int x = 0; x < image_.width(); x += 7) {
        for (int c = 0; c < 3; ++c) {
          EXPECT_NEAR(sample(read, x, y, c) / scale, sample(image_, x, y, c), kTolerance);
        }
      }
    }
  }

  Image image_ = rampImage({96, 64}, 3);
  ScratchFolder folder_;
};

TEST_F(Heif, EightBits) {
  make({.icc_profile = srgbProfile()});
  const auto photo = probe(folder_ / "a.heic");
  ASSERT_TRUE(photo) << describe(photo.error());
  EXPECT_EQ(photo->codec, Codec::heif);
  EXPECT_EQ(photo->icc_profile, srgbProfile());
  const Image read = readImage(folder_ / "a.heic");
  EXPECT_EQ(read.type(), PixelType::u8);
  expectNear(read, 1);
}

TEST_F(Heif, TenBitsAreSixteen) {
  make({.bits = 10});
  const auto photo = probe(folder_ / "a.heic");
  ASSERT_TRUE(photo) << describe(photo.error());
  EXPECT_EQ(photo->bits_per_channel, 10);
  const Image read = readImage(folder_ / "a.heic");
  ASSERT_EQ(read.type(), PixelType::u16);
  expectNear(read, 257);
}

// By numbers instead of a profile, as telephones write AVIFs.
TEST_F(Heif, NamedColoursBecomeAProfile) {
  make({.primaries = 1});
  EXPECT_TRUE(probe(folder_ / "a.heic")->icc_profile.empty());
  make({.primaries = 12});
  const std::vector<std::uint8_t> bytes = probe(folder_ / "a.heic")->icc_profile;
  const std::unique_ptr<void, int (*)(void*)> profile(
      cmsOpenProfileFromMem(bytes.data(), static_cast<cmsUInt32Number>(bytes.size())), &cmsCloseProfile);
  ASSERT_TRUE(profile);
  const auto* red = static_cast<const cmsCIEXYZ*>(cmsReadTag(profile.get(), cmsSigRedColorantTag));
  ASSERT_NE(red, nullptr);
  EXPECT_NEAR(red->X, 0.5151, 0.001);  // Display P3's, under D50
  EXPECT_NEAR(red->Y, 0.2412, 0.001);
  EXPECT_TRUE(decodeFull(*probe(folder_ / "a.heic")));
}

TEST_F(Heif, HighDynamicRangeIsRefused) {
  for (const int transfer : {16, 18}) {
    make({.bits = 10, .primaries = 9, .transfer = transfer});
    const auto photo = probe(folder_ / "a.heic");
    const auto pixels = photo ? decodeFull(*photo) : tl::unexpected(photo.error());
    ASSERT_FALSE(pixels);
    EXPECT_EQ(pixels.error().kind, ErrorKind::unsupported);
    EXPECT_THAT(pixels.error().message, testing::HasSubstr("high dynamic range"));
  }
}

// The file's own mark turns the photo; EXIF says the same once more, and is not heard.
TEST_F(Heif, IsTurnedOnce) {
  make({.orientation = heif_orientation_rotate_90_cw, .exif = exifBytes(6, 300)});
  const auto photo = probe(folder_ / "a.heic");
  ASSERT_TRUE(photo) << describe(photo.error());
  EXPECT_EQ(photo->exif_orientation, 1);
  EXPECT_EQ(photo->size, (Size{64, 96}));
  EXPECT_EQ(photo->dpi.value_or(0), 300);
  const Image read = readImage(folder_ / "a.heic");
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(sample(read, 63, 0, c), sample(image_, 0, 0, c), kTolerance);
    EXPECT_NEAR(sample(read, 0, 95, c), sample(image_, 95, 63, c), kTolerance);
  }
}

TEST_F(Heif, EachImageIsAPhoto) {
  make({.images = 2});
  EXPECT_EQ(*imagesOf(folder_ / "a.heic"), 2);
  EXPECT_TRUE(probe(addressed(folder_ / "a.heic", 2)));
  EXPECT_EQ(probe(addressed(folder_ / "a.heic", 3)).error().kind, ErrorKind::notFound);
}

TEST_F(Heif, WhatIsCutOffIsRefused) {
  make({});
  const std::string bytes = readBytes(folder_ / "a.heic");
  for (const std::size_t percent : {5, 20, 50, 80, 95}) {
    writeBytes(folder_ / "b.heic", bytes.substr(0, bytes.size() * percent / 100));
    const auto photo = probe(folder_ / "b.heic");
    const auto pixels = photo ? decodeFull(*photo) : tl::unexpected(photo.error());
    ASSERT_FALSE(pixels) << percent;
    EXPECT_NE(pixels.error().kind, ErrorKind::internal);
    EXPECT_FALSE(pixels.error().message.empty());
  }
}

}  // namespace
}  // namespace platen::io
#endif
