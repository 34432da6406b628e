#include "core/io/probe.h"

#include "core/io/jpeg_description.h"
#include "core/io/orientation.h"
#include "core/io/photo_file.h"
#include "core/io/photo_reader.h"
#include "core/io/size_limits.h"
#include "core/io/tiff_reader.h"

#include <utility>

namespace platen::io {
namespace {

Result<int> imagesIn(const PhotoFile& file, const std::filesystem::path& photo) {
  return file.codec == Codec::tiff ? TiffReader::pagesOf(file, photo) : Result<int>(1);
}

Result<void> describeFile(PhotoFile file, PhotoInfo& photo) {
  if (file.codec == Codec::jpeg) {
    const auto reader = JpegReader::open({.memory = {}, .file = std::move(file.handle)}, photo.file);
    if (!reader) {
      return tl::unexpected(reader.error());
    }
    describe(**reader, photo);
    return {};
  }
  const auto reader = openReader(std::move(file), photo.file);
  if (!reader) {
    return tl::unexpected(reader.error());
  }
  (*reader)->describe(photo);
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
  photo.image = opened->image;
  const Result<int> images = imagesIn(*opened, file);
  if (!images) {
    return tl::unexpected(images.error());
  }
  photo.pages = *images;
  if (const Result<void> there = checkImage(*opened, photo.pages, file); !there) {
    return tl::unexpected(there.error());
  }
  if (Result<void> described = describeFile(std::move(*opened), photo); !described) {
    return tl::unexpected(described.error());
  }
  if (Result<void> fits = checkSize(photo.stored_size, file); !fits) {
    return tl::unexpected(fits.error());
  }
  photo.size = uprightSize(photo.stored_size, photo.exif_orientation);
  return photo;
}

Result<int> imagesOf(const std::filesystem::path& photo) {
  const Result<PhotoFile> opened = openPhotoFile(photo);
  return opened ? imagesIn(*opened, photo) : tl::unexpected(opened.error());
}

}  // namespace platen::io
