#include "tests/io/heif_photos.h"

#include "tests/io/photo_fixtures.h"

#ifdef PLATEN_HEIF

#include <cstddef>
#include <libheif/heif.h>
#include <memory>

namespace platen::io {
namespace {

using Encoder = std::unique_ptr<heif_encoder, decltype(&heif_encoder_release)>;
using Pixels = std::unique_ptr<heif_image, decltype(&heif_image_release)>;

Pixels pixelsOf(const Image& image, int bits) {
  const bool wide = bits > 8;
  const bool alpha = image.channels() == 4;
  heif_image* pixels = nullptr;
  heif_image_create(image.width(), image.height(), heif_colorspace_RGB,
                    wide ? (alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
                         : (alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB),
                    &pixels);
  heif_image_add_plane(pixels, heif_channel_interleaved, image.width(), image.height(), bits);
  int stride = 0;
  std::uint8_t* plane = heif_image_get_plane(pixels, heif_channel_interleaved, &stride);
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.channels() * image.width(); ++x) {
      const unsigned value = image.rowAs<std::uint8_t>(y)[x];
      if (wide) {
        reinterpret_cast<std::uint16_t*>(plane + static_cast<std::ptrdiff_t>(stride) * y)[x] =
            static_cast<std::uint16_t>(value * ((1U << bits) - 1) / 255);
      } else {
        plane[static_cast<std::ptrdiff_t>(stride) * y + x] = static_cast<std::uint8_t>(value);
      }
    }
  }
  return {pixels, &heif_image_release};
}

void setColors(heif_image* pixels, const HeifKind& kind) {
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
}

}  // namespace

bool writeHeif(const std::filesystem::path& file, const Image& image, const HeifKind& kind) {
  const std::unique_ptr<heif_context, decltype(&heif_context_free)> context(heif_context_alloc(), &heif_context_free);
  heif_encoder* raw = nullptr;
  if (heif_context_get_encoder_for_format(context.get(), kind.av1 ? heif_compression_AV1 : heif_compression_HEVC, &raw)
          .code != heif_error_Ok) {
    return false;
  }
  const Encoder encoder(raw, &heif_encoder_release);
  heif_encoder_set_lossy_quality(encoder.get(), 95);
  for (int k = 0; k < kind.images; ++k) {
    const Pixels pixels = pixelsOf(image, kind.bits);
    setColors(pixels.get(), kind);
    heif_encoding_options* options = heif_encoding_options_alloc();
    options->macOS_compatibility_workaround_no_nclx_profile = 0;
    options->image_orientation = static_cast<heif_orientation>(kind.orientation);
    heif_image_handle* handle = nullptr;
    const heif_error error = heif_context_encode_image(context.get(), pixels.get(), encoder.get(), options, &handle);
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

}  // namespace platen::io

#else

namespace platen::io {

bool writeHeif(const std::filesystem::path& /*file*/, const Image& /*image*/, const HeifKind& /*kind*/) {
  return false;
}

}  // namespace platen::io

#endif

namespace platen::io {

std::vector<PhotoOfAKind> heifPhotos(Size size) {
  std::vector<PhotoOfAKind> all;
  const ScratchFolder folder;
  const Image image = rampImage(size, 3);
  const auto add = [&](const std::string& name, const Image& pixels, const HeifKind& kind) {
    if (writeHeif(folder / name, pixels, kind)) {
      all.push_back({"heif-" + name, Codec::heif, readBytes(folder / name)});
    }
  };
  add("plain.heic", image, {});
  add("ten-bits.heic", image, {.bits = 10});
  add("two-turned.heic", image, {.images = 2, .orientation = 6, .exif = exifBytes(6, 300)});
  add("alpha-icc.heic", rampImage(size, 4), {.icc_profile = srgbProfile()});
  add("colors.heic", image, {.primaries = 12});
  add("plain.avif", image, {.av1 = true});
  add("alpha-exif.avif", rampImage(size, 4), {.av1 = true, .exif = exifBytes(1, 300), .primaries = 9});
  return all;
}

}  // namespace platen::io

// libheif 1.15 forgets 52 bytes of a file with colours that it does not know, and its encoders keep something at their
// end: with the leak sanitizer, what is taken in them is not looked at.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the sanitizer asks for this name
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_options() {
  return "print_suppressions=0";
}
// NOLINTNEXTLINE(bugprone-reserved-identifier): the same
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions() {
  return "leak:libheif.so\nleak:libx265.so\nleak:libaom.so\n";
}
