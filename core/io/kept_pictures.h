// The last decoded pictures of codecs that give no rows as they go (whole_reader.h): who looks at a photo asks for part
// after part of it. None are kept unless the program says so, for they count against no bound but this
// one. Handles: nobody writes into a picture that is kept. Any thread.
#pragma once

#include "core/image.h"
#include "core/io/photo_file.h"

#include <cstdint>
#include <optional>
#include <sys/types.h>
#include <tuple>

namespace platen::io {

// Which file, its size and time in ns; which of its images.
using PictureKey = std::tuple<dev_t, ino_t, off_t, std::int64_t, int>;
std::optional<PictureKey> pictureKeyOf(const PhotoFile& file);

// At most so many bytes of pixels from now on; 0: none, as it is at first.
void keepPictures(std::uint64_t bytes);
void keepPicture(const PictureKey& key, const Image& picture);
// Empty: it is not kept.
Image keptPicture(const PictureKey& key);

}  // namespace platen::io
