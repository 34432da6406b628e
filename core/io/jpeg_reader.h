// JPEG through libjpeg-turbo: headers for probe(), rows at full size or scaled by n/8 in the DCT domain.
//
// A scaled decode holds the source point p at p * n/8 exactly, whatever the size (which rounds up). Picture data that
// is cut off or damaged is an error, never a grey half page; stray bytes between segments are not.
#pragma once

#include "core/io/cmyk.h"
#include "core/io/jpeg_errors.h"
#include "core/io/photo_file.h"
#include "core/io/row_reader.h"
#include "core/photo_info.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace platen::io {

class JpegReader final : public RowReader {
 public:
  // Reads up to the picture data. The photo's path is for messages.
  static Result<std::unique_ptr<JpegReader>> open(PhotoFile file, const std::filesystem::path& path);
  ~JpegReader() override;

  // Fills size, colour, bits, EXIF, dpi and profile.
  void describe(PhotoInfo& photo);

  // Begins decoding at n/8, n = 1..8. A progressive photo is decoded up to its pixels here, looking at the token.
  Result<void> start(int eighths, std::stop_token stop);
  Result<void> readRows(Image& band) override;
  // Entropy decoding alone, up to a row of blocks before the row that is wanted: its upsampling looks there.
  Result<void> skipRows(int count, const std::stop_token& stop) override;
  // Widened by a block each side, where upsampling looks.
  Result<int> narrowTo(int first, int count) override;

 private:
  struct Source;
  JpegReader(PhotoFile file, std::filesystem::path path);
  [[nodiscard]] std::vector<std::uint8_t> iccProfile();

  PhotoFile file_;
  std::filesystem::path path_;
  JpegErrors errors_{};
  jpeg_decompress_struct codec_{};
  std::unique_ptr<Source> source_;
  std::unique_ptr<CmykToRgb> cmyk_;
  std::vector<std::uint8_t> cmyk_row_;
  std::stop_token stop_;
  jpeg_progress_mgr progress_{};
};

}  // namespace platen::io
