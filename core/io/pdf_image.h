// An image of a PDF taken out as a file of its own, untouched: JPEG and JPEG 2000 streams byte for byte, CCITT G4
// within a TIFF's header, and what is packed without losses as a TIFF, row after row.
#pragma once

#include "core/geometry.h"
#include "core/photo_info.h"

#include <cstdint>
#include <cstdio>
#include <optional>
#include <stop_token>
#include <vector>

class QPDFObjectHandle;

namespace platen::io {

struct TakenImage {
  Codec codec = Codec::tiff;
  std::vector<std::uint8_t> icc_profile;
};

// Writes it to `file`, whose name libtiff knows as `name`. Nothing where it is of a kind that can't be taken out as it
// is (masked, CMYK, JBIG2, odd colours, fewer rows than it says): it has to be rendered. Throws what qpdf throws, and
// std::system_error when the file can't be written. A stop ends it, and what it returns then means nothing.
std::optional<TakenImage> takeImage(
    QPDFObjectHandle& image, Size size, std::FILE* file, const char* name, const std::stop_token& stop);

}  // namespace platen::io
