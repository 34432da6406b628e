#include "core/io/photo_reader.h"

#include "core/io/heif_reader.h"
#include "core/io/jpeg2000_reader.h"
#include "core/io/png_reader.h"
#include "core/io/tiff_reader.h"
#include "core/io/webp_reader.h"

#include <utility>

namespace platen::io {

Result<std::unique_ptr<PhotoReader>> openReader(PhotoFile file, const std::filesystem::path& path) {
  switch (file.codec) {
    case Codec::tiff:
      return TiffReader::open(file, path);
    case Codec::webp:
      return WebpReader::open(file, path);
    case Codec::jpeg2000:
      return Jpeg2000Reader::open(std::move(file), path);
    case Codec::heif:
      return HeifReader::open(file, path);
    default:
      return PngReader::open(std::move(file), path);
  }
}

}  // namespace platen::io
