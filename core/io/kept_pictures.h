// The last decoded pictures of codecs that give no rows as they go (whole_reader.h): who looks at a photo asks for part
// after part of it. None are kept unless the program says so, for they count against no bound but this
// one. Handles: nobody writes into a picture that is kept. Any thread.
#pragma once

#include "core/image.h"
#include "core/io/file_key.h"
#include "core/io/photo_file.h"

#include <cstdint>
#include <optional>
#include <sys/types.h>

namespace platen::io {

std::optional<ImageKey> pictureKeyOf(const PhotoFile& file);

// At most so many bytes of pixels from now on; 0: none, as it is at first.
void keepPictures(std::uint64_t bytes);
void keepPicture(const ImageKey& key, const Image& picture);
// Empty: it is not kept.
Image keptPicture(const ImageKey& key);

}  // namespace platen::io
