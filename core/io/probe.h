// What is a photo, without decoding it: format by content (never by name), size, orientation, resolution, colour.
#pragma once

#include "core/photo_info.h"
#include "core/result.h"

#include <filesystem>
#include <stop_token>

namespace platen::io {

// Reads headers and metadata only. Errors: notFound, unreadable (empty, truncated header, not an image), unsupported,
// tooLarge (size_limits.h); stopped, while a page of a PDF is rendered.
Result<PhotoInfo> probe(const std::filesystem::path& file, const std::stop_token& stop = {});

// How many images the file holds that FILE or FILE[3] (image_address.h) is of. Errors: notFound, unreadable, tooLarge.
Result<int> imagesOf(const std::filesystem::path& photo);

}  // namespace platen::io
