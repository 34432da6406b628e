// HEIF (HEIC photos of telephones, AVIF) through libheif, which is loaded when the first such photo is opened: it
// brings several video codecs, which a program need not load for its other photos. 8 bit, and 10 or 12 as 16. libheif
// turns and mirrors by the file's own marks; the EXIF orientation, which says the same once more, is not applied.
#pragma once

#include "core/io/whole_reader.h"

#include <filesystem>
#include <memory>

namespace platen::io {

class HeifReader : public WholeReader {
 public:
  // Errors: also unsupported, where libheif is not there or this build is without it; notFound (no such image).
  static Result<std::unique_ptr<HeifReader>> open(const PhotoFile& file, const std::filesystem::path& path);
  // Images for themselves: no thumbnails, no parts.
  static Result<int> imagesOf(const PhotoFile& file, const std::filesystem::path& path);
};

}  // namespace platen::io
