// PhotoReader: what every codec but JPEG (jpeg_reader.h, which decodes parts and reduced pictures) has in common, and
// the one place that chooses among them.
#pragma once

#include "core/io/photo_file.h"
#include "core/io/row_reader.h"
#include "core/photo_info.h"

#include <memory>

namespace platen::io {

class PhotoReader : public RowReader {
 public:
  // Codec, size, colour, EXIF, resolution, profile: what the opened file says.
  virtual void describe(PhotoInfo& photo) = 0;
  // Before the first row: finds out what rows come out, without decoding them. Errors: unsupported, unreadable.
  virtual Result<void> start() = 0;
};

// Opened up to its pixels, by file.codec. `path` is for messages. Precondition: no JPEG.
Result<std::unique_ptr<PhotoReader>> openReader(PhotoFile file, const std::filesystem::path& path);

}  // namespace platen::io
