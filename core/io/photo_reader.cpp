#include "core/io/photo_reader.h"

#include "core/io/heif_reader.h"
#include "core/io/jpeg2000_reader.h"
#include "core/io/kept_pictures.h"
#include "core/io/png_reader.h"
#include "core/io/tiff_reader.h"
#include "core/io/webp_reader.h"

#include <optional>
#include <utility>

namespace platen::io {

namespace {

template <class Reader>
Result<std::unique_ptr<PhotoReader>> known(Result<std::unique_ptr<Reader>> reader, const std::optional<ImageKey>& key) {
  if (reader) {
    (*reader)->setKey(key);
  }
  return reader;
}

}  // namespace

Result<std::unique_ptr<PhotoReader>> openReader(PhotoFile file, const std::filesystem::path& path) {
  const std::optional<ImageKey> key = pictureKeyOf(file);
  switch (file.codec) {
    case Codec::tiff:
      return TiffReader::open(file, path);
    case Codec::webp:
      return known(WebpReader::open(file, path), key);
    case Codec::jpeg2000:
      return known(Jpeg2000Reader::open(std::move(file), path), key);
    case Codec::heif:
      return known(HeifReader::open(file, path), key);
    default:
      return PngReader::open(std::move(file), path);
  }
}

}  // namespace platen::io
