// What is a photo, without decoding it: format by content (never by name), size, orientation, resolution, colour.
#pragma once

#include "core/photo_info.h"
#include "core/result.h"

#include <filesystem>

namespace platen::io {

// Limits on what is opened at all: a header that claims more is refused (ErrorKind::tooLarge) before anything is
// allocated.
inline constexpr int kMaxSide = 65535;
inline constexpr double kMaxMegapixels = 1000;

// Reads headers and metadata only. Errors: notFound, unreadable (empty, truncated header, not an image), unsupported,
// tooLarge.
Result<PhotoInfo> probe(const std::filesystem::path& file);

}  // namespace platen::io
