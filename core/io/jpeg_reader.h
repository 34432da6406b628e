// JPEG through libjpeg-turbo: its header, then rows at full size or scaled by n/8 in the DCT domain.
//
// A scaled decode holds the source point p at p * n/8 exactly, whatever the size (which rounds up). Picture data that
// is cut off or damaged is an error, never a grey half page; stray bytes between segments are not.
#pragma once

#include "core/io/cmyk.h"
#include "core/io/jpeg_bytes.h"
#include "core/io/jpeg_errors.h"
#include "core/io/row_reader.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace platen::io {

// What comes out: a grey picture's one channel and RGB of all others, or the one or the other of any picture.
enum class JpegColor : std::uint8_t { asStored, gray, rgb };

class JpegReader final : public RowReader {
 public:
  // Reads up to the picture data. The photo's path is for messages.
  static Result<std::unique_ptr<JpegReader>> open(JpegBytes bytes,
                                                  const std::filesystem::path& path,
                                                  JpegPiece piece = {});
  ~JpegReader() override;

  // libjpeg's view of the header.
  [[nodiscard]] jpeg_decompress_struct& codec() { return codec_; }
  [[nodiscard]] const JpegBytes& bytes() const { return stream_.bytes(); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] Size storedSize() const {
    return {static_cast<int>(codec_.image_width), static_cast<int>(codec_.image_height)};
  }
  [[nodiscard]] int channelsOf(JpegColor color) const;
  [[nodiscard]] std::vector<std::uint8_t> iccProfile();

  // Begins decoding at n/8, n = 1..8. A progressive photo is decoded up to its pixels here, looking at the token.
  Result<void> start(int eighths, std::stop_token stop, JpegColor color = JpegColor::asStored);
  Result<void> readRows(Image& band) override;
  // Entropy decoding alone, up to a row of blocks before the row that is wanted: its upsampling looks there.
  Result<void> skipRows(int count, const std::stop_token& stop) override;
  // Widened by a block each side, where upsampling looks.
  Result<int> narrowTo(int first, int count) override;
  // Known from the header, before start(): the coefficients of all of a photo in several scans, progressive or not.
  [[nodiscard]] std::uint64_t heldBytes() const override { return held_bytes_; }

 private:
  JpegReader(JpegBytes bytes, std::filesystem::path path, JpegPiece piece);

  std::filesystem::path path_;
  JpegErrors errors_{};
  jpeg_decompress_struct codec_{};
  JpegStream stream_;
  std::unique_ptr<CmykToRgb> cmyk_;
  std::vector<std::uint8_t> cmyk_row_;
  std::uint64_t held_bytes_ = 0;
  std::stop_token stop_;
  jpeg_progress_mgr progress_{};
};

}  // namespace platen::io
