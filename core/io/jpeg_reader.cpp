#include "core/io/jpeg_reader.h"

#include "core/io/guarded_call.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace platen::io {
namespace {

constexpr int kExifMarker = JPEG_APP0 + 1;
constexpr int kIccMarker = JPEG_APP0 + 2;
// Coefficients of a photo in several scans, 2 bytes a sample: 3 a pixel at 4:2:0, so that photos up to some 700
// megapixels pass, at 4:4:4 some 350, with four inks some 260.
constexpr long kCoefficientBytes = 2L << 30;
constexpr int kRowsPerCall = 16;

// Of libjpeg's arrays of coefficients (jdcoefct.c): all blocks of each component, whole MCUs of them.
std::uint64_t coefficientBytes(jpeg_decompress_struct& codec) {
  if (!jpeg_has_multiple_scans(&codec)) {
    return 0;
  }
  const auto whole = [](JDIMENSION blocks, int factor) {
    const auto step = static_cast<std::uint64_t>(factor);
    return (blocks + step - 1) / step * step;
  };
  std::uint64_t blocks = 0;
  for (int k = 0; k < codec.num_components; ++k) {
    const jpeg_component_info& component = codec.comp_info[k];
    blocks += whole(component.width_in_blocks, component.h_samp_factor) *
              whole(component.height_in_blocks, component.v_samp_factor);
  }
  return blocks * sizeof(JBLOCK);
}

// Of so many bytes, each block of the first scans has a bit: libjpeg clears the arrays of all of them before it reads
// one. Arithmetic coding may do with less.
bool canHold(std::uint64_t bytes, std::uint64_t coefficient_bytes) {
  return coefficient_bytes / sizeof(JBLOCK) / 8 <= bytes;
}

}  // namespace

JpegReader::JpegReader(JpegBytes bytes, std::filesystem::path path, JpegPiece piece)
    : path_(std::move(path)), stream_(std::move(bytes), std::move(piece)) {
  codec_.err = prepare(errors_);
}

JpegReader::~JpegReader() {
  jpeg_destroy_decompress(&codec_);
}

Result<std::unique_ptr<JpegReader>> JpegReader::open(JpegBytes bytes,
                                                     const std::filesystem::path& path,
                                                     JpegPiece piece) {
  std::unique_ptr<JpegReader> reader(new JpegReader(std::move(bytes), path, std::move(piece)));
  jpeg_decompress_struct& codec = reader->codec_;
  const bool ok = guarded(reader->errors_.jump, [&] {
    jpeg_create_decompress(&codec);
    watchRestarts(codec);
    codec.src = reader->stream_.base();
    codec.client_data = reader.get();
    jpeg_save_markers(&codec, kExifMarker, 0xFFFF);
    jpeg_save_markers(&codec, kIccMarker, 0xFFFF);
    jpeg_read_header(&codec, TRUE);
  });
  if (!ok) {
    if (reader->errors_.ended_early) {
      return fail(ErrorKind::unreadable, path, "is cut off before its picture begins (copy the photo again)");
    }
    return jpegFailure(reader->errors_, path);
  }
  if (codec.jpeg_color_space == JCS_UNKNOWN) {
    return fail(ErrorKind::unsupported, path,
                "is a JPEG with " + std::to_string(codec.num_components) +
                    " colour components, which Platen does not read (convert it to RGB)");
  }
  reader->held_bytes_ = coefficientBytes(codec);
  if (const std::uint64_t held_in = reader->bytes().size();
      !codec.arith_code && !canHold(held_in, reader->held_bytes_)) {
    return fail(ErrorKind::unreadable, path,
                "is damaged or cut off: it claims " + std::to_string(codec.image_width) + " x " +
                    std::to_string(codec.image_height) + " pixels, which its " + std::to_string(held_in) +
                    " bytes can't hold (copy the photo again)");
  }
  return reader;
}

std::vector<std::uint8_t> JpegReader::iccProfile() {
  JOCTET* bytes = nullptr;
  unsigned length = 0;
  std::vector<std::uint8_t> profile;
  const bool ok = guarded(errors_.jump, [&] {
    if (!jpeg_read_icc_profile(&codec_, &bytes, &length)) {
      length = 0;
    }
  });
  if (ok && bytes != nullptr) {
    profile.assign(bytes, bytes + length);
  }
  std::free(bytes);  // jpeg_read_icc_profile hands out malloc'ed memory
  return profile;
}

int JpegReader::channelsOf(JpegColor color) const {
  return color == JpegColor::gray || (color == JpegColor::asStored && codec_.jpeg_color_space == JCS_GRAYSCALE) ? 1 : 3;
}

Result<void> JpegReader::start(int eighths, std::stop_token stop, JpegColor color) {
  stop_ = std::move(stop);
  stream_.setStop(stop_);
  channels_ = channelsOf(color);
  const bool is_cmyk = codec_.jpeg_color_space == JCS_CMYK || codec_.jpeg_color_space == JCS_YCCK;
  if (is_cmyk) {
    if (channels_ == 1) {
      return fail(ErrorKind::unsupported, path_, "is a CMYK JPEG, which is decoded to RGB alone");
    }
    cmyk_ = std::make_unique<CmykToRgb>(iccProfile(), codec_.saw_Adobe_marker != 0);
  }
  progress_.progress_monitor = [](j_common_ptr common) {
    auto* self = static_cast<JpegReader*>(common->client_data);
    if (self->stop_.stop_requested()) {
      self->errors_.stopped = true;
      (*common->err->error_exit)(common);
    }
    if (self->codec_.input_scan_number > kMostScans) {
      self->errors_.many_scans = true;
      (*common->err->error_exit)(common);
    }
  };
  const bool ok = guarded(errors_.jump, [&] {
    codec_.progress = &progress_;
    codec_.mem->max_memory_to_use = kCoefficientBytes;
    codec_.scale_num = static_cast<unsigned>(eighths);
    codec_.scale_denom = 8;
    codec_.dct_method = JDCT_ISLOW;
    // Of a picture whose last scans were never written: it looks beyond the columns of a part.
    codec_.do_block_smoothing = FALSE;
    codec_.out_color_space = is_cmyk ? JCS_CMYK : channels_ == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_start_decompress(&codec_);
  });
  if (!ok) {
    return jpegFailure(errors_, path_);
  }
  size_ = {static_cast<int>(codec_.output_width), static_cast<int>(codec_.output_height)};
  if (is_cmyk) {
    cmyk_row_.resize(static_cast<std::size_t>(size_.width) * 4);
  }
  return {};
}

Result<void> JpegReader::readRows(Image& band) {
  std::array<JSAMPROW, kRowsPerCall> rows{};
  for (int j = 0; j < band.height();) {
    unsigned wanted = 1;
    if (cmyk_) {
      rows[0] = cmyk_row_.data();
    } else {
      wanted = static_cast<unsigned>(std::min(kRowsPerCall, band.height() - j));
      for (unsigned k = 0; k < wanted; ++k) {
        rows[k] = band.rowAs<JSAMPLE>(j + static_cast<int>(k));
      }
    }
    unsigned got = 0;
    const bool ok = guarded(errors_.jump, [&] { got = jpeg_read_scanlines(&codec_, rows.data(), wanted); });
    // One scan that ends early without lost pixels lacks no more than its end marker. Arithmetic coding goes on with
    // zeros and loses pixels without a word.
    const bool would_tell = !jpeg_has_multiple_scans(&codec_) && !codec_.arith_code;
    if (!ok || got == 0 || errors_.lost_pixels || (errors_.ended_early && !would_tell)) {
      return jpegFailure(errors_, path_);
    }
    if (cmyk_) {
      cmyk_->convert(cmyk_row_.data(), band.rowAs<std::uint8_t>(j), static_cast<std::size_t>(band.width()));
    }
    j += static_cast<int>(got);
  }
  return {};
}

Result<void> JpegReader::skipRows(int count, const std::stop_token& stop) {
  // Whole rows of blocks, with one row of them left to decode before the first row that is wanted.
  const int block_rows = codec_.max_v_samp_factor * codec_.min_DCT_scaled_size;
  const int into_block = static_cast<int>(codec_.output_scanline) % block_rows;
  if (into_block > 0 && count > 2 * block_rows) {
    if (Result<void> passed = RowReader::skipRows(block_rows - into_block, stop); !passed) {
      return passed;
    }
    count -= block_rows - into_block;
  }
  const int now = static_cast<int>(codec_.output_scanline);
  const int skipped = ((now + count) / block_rows - 1) * block_rows - now;
  if (skipped > 0 && now % block_rows == 0) {
    unsigned got = 0;
    const bool ok = guarded(errors_.jump, [&] { got = jpeg_skip_scanlines(&codec_, static_cast<unsigned>(skipped)); });
    if (!ok || errors_.lost_pixels || static_cast<int>(got) != skipped) {
      return jpegFailure(errors_, path_);
    }
    count -= skipped;
  }
  return RowReader::skipRows(count, stop);
}

Result<int> JpegReader::narrowTo(int first, int count) {
  const int block_columns = codec_.max_h_samp_factor * codec_.min_DCT_scaled_size;
  const int begin = std::max(0, first - block_columns);
  const int end = std::min(size_.width, first + count + block_columns);
  auto offset = static_cast<JDIMENSION>(begin);
  auto width = static_cast<JDIMENSION>(end - begin);
  if (!guarded(errors_.jump, [&] { jpeg_crop_scanline(&codec_, &offset, &width); })) {
    return jpegFailure(errors_, path_);
  }
  size_.width = static_cast<int>(codec_.output_width);
  return static_cast<int>(offset);
}

}  // namespace platen::io
