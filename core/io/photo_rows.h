// The rows of a photo's file, whatever its codec: opened, checked against what probe() saw, and begun.
#pragma once

#include "core/io/jpeg_region.h"
#include "core/io/row_reader.h"
#include "core/photo_info.h"

#include <cstdint>
#include <memory>
#include <stop_token>

namespace platen::io {

// At the first row, as stored; a JPEG's reduced to eighths / 8. Errors: those of the codec; unreadable when the file is
// not the one any more that `photo` was read from.
Result<std::unique_ptr<RowReader>> startRows(const PhotoInfo& photo, int eighths, const std::stop_token& stop);

// What its RowReader holds besides a few rows (RowReader::heldBytes()), without decoding anything. Errors: likewise.
Result<std::uint64_t> heldBytes(const PhotoInfo& photo);

// A part of a JPEG, upright whatever decoding.exif_orientation says. Errors: likewise, with the photo's file.
Result<Image> decodeJpeg(const PhotoInfo& photo,
                         const StoredPart& part,
                         JpegDecoding decoding,
                         const std::stop_token& stop);

// The error with the photo's file in it, if it names none.
Error named(Error error, const std::filesystem::path& file);

}  // namespace platen::io
