#include "core/io/jpeg_encoder.h"

#include "core/io/guarded_call.h"
#include "core/io/metadata.h"

#include <array>
#include <cmath>
#include <jerror.h>
#include <vector>

namespace platen::io {
namespace {

constexpr int kFullChromaQuality = 95;
constexpr std::size_t kLongestMarker = 65533;

}  // namespace

struct JpegEncoder::Destination {
  jpeg_destination_mgr base{};  // first: libjpeg's pointer to it is a pointer to this
  ByteSink* sink = nullptr;
  std::array<JOCTET, 1 << 16> buffer{};

  static void rewind(j_compress_ptr codec) {
    auto* self = reinterpret_cast<Destination*>(codec->dest);
    self->base.next_output_byte = self->buffer.data();
    self->base.free_in_buffer = self->buffer.size();
  }
  static boolean empty(j_compress_ptr codec) {
    auto* self = reinterpret_cast<Destination*>(codec->dest);
    if (!self->sink->write(self->buffer.data(), self->buffer.size())) {
      ERREXIT(codec, JERR_FILE_WRITE);
    }
    rewind(codec);
    return TRUE;
  }
  static void finish(j_compress_ptr codec) {
    auto* self = reinterpret_cast<Destination*>(codec->dest);
    if (!self->sink->write(self->buffer.data(), self->buffer.size() - self->base.free_in_buffer)) {
      ERREXIT(codec, JERR_FILE_WRITE);
    }
  }
};

JpegEncoder::JpegEncoder(ByteSink& sink, const PageFormat& format) : destination_(std::make_unique<Destination>()) {
  destination_->sink = &sink;
  destination_->base.init_destination = Destination::rewind;
  destination_->base.empty_output_buffer = Destination::empty;
  destination_->base.term_destination = Destination::finish;
  std::vector<std::uint8_t> exif = exifBlock(format.date_time, format.camera_make, format.camera_model);
  if (!exif.empty()) {
    static constexpr std::array<std::uint8_t, 6> kSignature{'E', 'x', 'i', 'f', 0, 0};
    exif.insert(exif.begin(), kSignature.begin(), kSignature.end());
  }
  const bool with_profile = profileFits(format.icc_profile, format.channels);
  codec_.err = prepare(errors_);
  ok_ = guarded(errors_.jump, [&] {
    jpeg_create_compress(&codec_);
    codec_.dest = &destination_->base;
    codec_.image_width = static_cast<JDIMENSION>(format.size.width);
    codec_.image_height = static_cast<JDIMENSION>(format.size.height);
    codec_.input_components = format.channels;
    codec_.in_color_space = format.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&codec_);
    jpeg_set_quality(&codec_, format.quality, TRUE);
    codec_.restart_in_rows = format.restart_rows;
    if (format.channels == 3 && format.quality >= kFullChromaQuality) {
      codec_.comp_info[0].h_samp_factor = codec_.comp_info[0].v_samp_factor = 1;
    }
    if (format.dpi > 0) {
      codec_.density_unit = 1;
      codec_.X_density = codec_.Y_density = static_cast<UINT16>(std::lround(std::fmin(format.dpi, 65535)));
    }
    jpeg_start_compress(&codec_, TRUE);
    if (!exif.empty() && exif.size() <= kLongestMarker) {
      jpeg_write_marker(&codec_, JPEG_APP0 + 1, exif.data(), static_cast<unsigned>(exif.size()));
    }
    if (with_profile) {
      jpeg_write_icc_profile(&codec_, format.icc_profile.data(), static_cast<unsigned>(format.icc_profile.size()));
    }
  });
}

JpegEncoder::~JpegEncoder() {
  jpeg_destroy_compress(&codec_);
}

bool JpegEncoder::writeRows(const Image& band) {
  ok_ = ok_ && guarded(errors_.jump, [&] {
          for (int j = 0; j < band.height(); ++j) {
            // libjpeg reads through a pointer that it does not declare const.
            auto* row = const_cast<JSAMPLE*>(band.rowAs<JSAMPLE>(j));
            jpeg_write_scanlines(&codec_, &row, 1);
          }
        });
  return ok_;
}

bool JpegEncoder::finish() {
  ok_ = ok_ && guarded(errors_.jump, [&] { jpeg_finish_compress(&codec_); });
  return ok_;
}

}  // namespace platen::io
