#include "core/io/probe.h"

#include "core/io/jpeg_description.h"
#include "core/io/orientation.h"
#include "core/io/photo_file.h"
#include "core/io/png_reader.h"
#include "core/io/size_limits.h"
#include "core/io/tiff_reader.h"

#include <utility>

namespace platen::io {
namespace {

Result<void> describeFile(PhotoFile file, PhotoInfo& photo) {
  switch (file.codec) {
    case Codec::jpeg: {
      auto reader = JpegReader::open({.memory = {}, .file = std::move(file.handle)}, photo.file);
      if (!reader) {
        return tl::unexpected(reader.error());
      }
      describe(**reader, photo);
      return {};
    }
    case Codec::png: {
      auto reader = PngReader::open(std::move(file), photo.file);
      if (!reader) {
        return tl::unexpected(reader.error());
      }
      (*reader)->describe(photo);
      return {};
    }
    case Codec::tiff: {
      auto reader = TiffReader::open(photo.file);
      if (!reader) {
        return tl::unexpected(reader.error());
      }
      (*reader)->describe(photo);
      return {};
    }
  }
  return {};
}

}  // namespace

Result<PhotoInfo> probe(const std::filesystem::path& file) {
  Result<PhotoFile> opened = openPhotoFile(file);
  if (!opened) {
    return tl::unexpected(opened.error());
  }
  PhotoInfo photo;
  photo.file = file;
  photo.file_bytes = opened->bytes;
  if (Result<void> described = describeFile(std::move(*opened), photo); !described) {
    return tl::unexpected(described.error());
  }
  if (Result<void> fits = checkSize(photo.stored_size, file); !fits) {
    return tl::unexpected(fits.error());
  }
  photo.size = uprightSize(photo.stored_size, photo.exif_orientation);
  return photo;
}

}  // namespace platen::io
