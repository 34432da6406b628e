// A part of a JPEG, out of bytes in memory or a file, at n/8 of its size: the pixels of a decode of all of it, cut, to
// the bit.
//
// Of a JPEG with restart markers only the intervals that hold the part are decoded, with a row of MCUs more above and
// below where upsampling looks there; several threads decode bands of it, each straight to its place. Of others, and
// where the markers are not as they should be, the rows above the part are gone through by entropy decoding alone. Same
// bytes whatever the way and the number of threads. What is damaged where the part does not lie may go unseen.
//
// Needs nothing but libjpeg and lcms2 (target platen_jpeg).
#pragma once

#include "core/image.h"
#include "core/io/jpeg_reader.h"
#include "core/io/orientation.h"
#include "core/result.h"

#include <cstdint>
#include <span>
#include <stop_token>

namespace platen::io {

struct JpegDecoding {
  int eighths = 8;  // 1..8
  JpegColor color = JpegColor::asStored;
  int exif_orientation = 1;  // how what comes out is turned; the part is as stored
  int threads = 1;           // at most; one decodes what can't be divided
};

// The size of the array of a JPEG reduced to eighths / 8: rounded up.
constexpr Size reducedSize(Size stored, int eighths) {
  return {(stored.width * eighths + 7) / 8, (stored.height * eighths + 7) / 8};
}

// Size as stored, by the header alone. Errors: unreadable, unsupported, tooLarge (size_limits.h).
Result<Size> jpegSize(std::span<const std::uint8_t> jpeg);

// u8; channels as decoding.color says. Errors: those of jpegSize(); unreadable where picture data is damaged or cut
// off; stopped. Throws std::invalid_argument for eighths, orientation or threads out of range, std::out_of_range where
// the part is empty or leaves the array. Takes bytes as they come: any bytes are safe.
Result<Image> decodeRegion(std::span<const std::uint8_t> jpeg,
                           const StoredPart& part,
                           const JpegDecoding& decoding,
                           const std::stop_token& stop = {});

// The same of a JPEG that is open and not started.
Result<Image> decodePart(JpegReader& reader,
                         const StoredPart& part,
                         const JpegDecoding& decoding,
                         const std::stop_token& stop);

}  // namespace platen::io
