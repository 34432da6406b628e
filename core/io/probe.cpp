#include "core/io/probe.h"

#include "core/io/jpeg_reader.h"
#include "core/io/orientation.h"
#include "core/io/png_reader.h"
#include "core/io/tiff_reader.h"

#include <string>
#include <utility>

namespace platen::io {
namespace {

Result<void> describe(PhotoFile file, PhotoInfo& photo) {
  switch (file.codec) {
    case Codec::jpeg: {
      auto reader = JpegReader::open(std::move(file), photo.file);
      if (!reader) {
        return tl::unexpected(reader.error());
      }
      (*reader)->describe(photo);
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
  if (Result<void> described = describe(std::move(*opened), photo); !described) {
    return tl::unexpected(described.error());
  }
  const Size stored = photo.stored_size;
  if (stored.width <= 0 || stored.height <= 0) {
    return fail(ErrorKind::unreadable, file, "is damaged: its header claims a picture without pixels");
  }
  if (stored.width > kMaxSide || stored.height > kMaxSide ||
      static_cast<double>(stored.width) * stored.height > kMaxMegapixels * 1e6) {
    return fail(ErrorKind::tooLarge, file,
                "claims " + std::to_string(stored.width) + " x " + std::to_string(stored.height) +
                    " pixels, more than Platen opens (at most " + std::to_string(kMaxSide) + " a side and " +
                    std::to_string(static_cast<int>(kMaxMegapixels)) + " megapixels; make it smaller first)");
  }
  photo.size = uprightSize(stored, photo.exif_orientation);
  return photo;
}

}  // namespace platen::io
