#include "core/io/photo_reader.h"

#include "core/io/png_reader.h"
#include "core/io/tiff_reader.h"

#include <utility>

namespace platen::io {

Result<std::unique_ptr<PhotoReader>> openReader(PhotoFile file, const std::filesystem::path& path) {
  if (file.codec == Codec::tiff) {
    return TiffReader::open(file, path);
  }
  return PngReader::open(std::move(file), path);
}

}  // namespace platen::io
