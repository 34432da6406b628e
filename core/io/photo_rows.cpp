#include "core/io/photo_rows.h"

#include "core/io/jpeg_reader.h"
#include "core/io/png_reader.h"
#include "core/io/tiff_reader.h"

#include <utility>

namespace platen::io {

Error named(Error error, const std::filesystem::path& file) {
  if (error.path.empty()) {
    error.path = file;
  }
  return error;
}

Result<std::unique_ptr<RowReader>> startRows(const PhotoInfo& photo, int eighths, const std::stop_token& stop) {
  Result<PhotoFile> file = openPhotoFile(photo.file);
  if (!file) {
    return tl::unexpected(file.error());
  }
  std::unique_ptr<RowReader> rows;
  Size stored;
  const auto take = [&](auto opened, auto begin) -> Result<void> {
    if (!opened) {
      return tl::unexpected(opened.error());
    }
    PhotoInfo now;
    (*opened)->describe(now);
    stored = now.stored_size;
    if (Result<void> begun = begin(**opened); !begun) {
      return begun;
    }
    rows = std::move(*opened);
    return {};
  };
  Result<void> started;
  switch (file->codec) {
    case Codec::jpeg:
      started = take(JpegReader::open(std::move(*file), photo.file), [&](auto& r) { return r.start(eighths, stop); });
      break;
    case Codec::png:
      started = take(PngReader::open(std::move(*file), photo.file), [](auto& r) { return r.start(); });
      break;
    case Codec::tiff:
      started = take(TiffReader::open(photo.file), [](auto& r) { return r.start(); });
      break;
  }
  if (!started) {
    return tl::unexpected(started.error());
  }
  if (!(stored == photo.stored_size)) {
    return fail(ErrorKind::unreadable, photo.file, "changed while it was being read (try again)");
  }
  return rows;
}

}  // namespace platen::io
