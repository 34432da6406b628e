// Rows to a JPEG stream in any sink (a page's own file, or a page of a PDF).
#pragma once

#include "core/io/jpeg_errors.h"
#include "core/io/output_file.h"
#include "core/io/page_writer.h"

#include <memory>

namespace platen::io {

// Chroma is halved both ways below quality 95 and kept in full from there. Rows: u8, 1 or 3 channels.
class JpegEncoder {
 public:
  // Writes headers: density, EXIF and profile as the format says. The sink must outlive this.
  JpegEncoder(ByteSink& sink, const PageFormat& format);
  ~JpegEncoder();
  JpegEncoder(const JpegEncoder&) = delete;
  JpegEncoder& operator=(const JpegEncoder&) = delete;

  // False once the sink has refused bytes or libjpeg has failed; message() then says what libjpeg said.
  bool writeRows(const Image& band);
  bool finish();
  [[nodiscard]] const char* message() const { return errors_.message; }

 private:
  struct Destination;
  JpegErrors errors_{};
  jpeg_compress_struct codec_{};
  std::unique_ptr<Destination> destination_;
  bool ok_ = false;
};

}  // namespace platen::io
