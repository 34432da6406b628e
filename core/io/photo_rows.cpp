#include "core/io/photo_rows.h"

#include "core/io/jpeg_reader.h"
#include "core/io/photo_file.h"
#include "core/io/photo_reader.h"

#include <utility>

namespace platen::io {

Error named(Error error, const std::filesystem::path& file) {
  if (error.path.empty()) {
    error.path = file;
  }
  return error;
}

namespace {

tl::unexpected<Error> changed(const PhotoInfo& photo) {
  return fail(ErrorKind::unreadable, photo.file, "changed while it was being read (try again)");
}

Result<std::unique_ptr<JpegReader>> openJpeg(PhotoFile file, const PhotoInfo& photo) {
  auto reader = JpegReader::open({.memory = {}, .file = std::move(file.handle)}, photo.file);
  if (reader && !((*reader)->storedSize() == photo.stored_size)) {
    return changed(photo);
  }
  return reader;
}

Result<std::unique_ptr<RowReader>> begun(PhotoFile file, const PhotoInfo& photo) {
  auto reader = openReader(std::move(file), photo.file);
  if (!reader) {
    return tl::unexpected(reader.error());
  }
  PhotoInfo now;
  (*reader)->describe(now);
  if (Result<void> started = (*reader)->start(); !started) {
    return tl::unexpected(started.error());
  }
  if (!(now.stored_size == photo.stored_size)) {
    return changed(photo);
  }
  return std::move(*reader);
}

}  // namespace

Result<std::unique_ptr<RowReader>> startRows(const PhotoInfo& photo, int eighths, const std::stop_token& stop) {
  Result<PhotoFile> file = openPhotoFile(photo.file, stop);
  if (!file) {
    return tl::unexpected(file.error());
  }
  if (file->codec != Codec::jpeg) {
    return begun(std::move(*file), photo);
  }
  auto reader = openJpeg(std::move(*file), photo);
  if (!reader) {
    return tl::unexpected(reader.error());
  }
  if (Result<void> started = (*reader)->start(eighths, stop); !started) {
    return tl::unexpected(started.error());
  }
  return std::move(*reader);
}

Result<std::uint64_t> heldBytes(const PhotoInfo& photo) {
  if (photo.codec != Codec::jpeg) {
    const auto rows = startRows(photo, 8, {});
    return rows ? Result<std::uint64_t>((*rows)->heldBytes()) : tl::unexpected(rows.error());
  }
  Result<PhotoFile> file = openPhotoFile(photo.file);
  if (!file) {
    return tl::unexpected(file.error());
  }
  const auto reader = openJpeg(std::move(*file), photo);  // to start it would decode all scans
  return reader ? Result<std::uint64_t>((*reader)->heldBytes()) : tl::unexpected(reader.error());
}

Result<Image> decodeJpeg(const PhotoInfo& photo,
                         const StoredPart& part,
                         JpegDecoding decoding,
                         const std::stop_token& stop) {
  Result<PhotoFile> file = openPhotoFile(photo.file, stop);
  if (!file) {
    return tl::unexpected(file.error());
  }
  if (file->codec != Codec::jpeg) {
    return changed(photo);
  }
  const auto reader = openJpeg(std::move(*file), photo);
  if (!reader) {
    return tl::unexpected(reader.error());
  }
  decoding.exif_orientation = photo.exif_orientation;
  Result<Image> image = decodePart(**reader, part, decoding, stop);
  return image ? std::move(image) : tl::unexpected(named(image.error(), photo.file));
}

}  // namespace platen::io
