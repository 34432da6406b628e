// What a JPEG's header says about the photo: size, colour, EXIF, resolution, profile.
#pragma once

#include "core/io/jpeg_reader.h"
#include "core/photo_info.h"

namespace platen::io {

// Fills size, colour, bits, EXIF, dpi and profile. Precondition: opened, not started.
void describe(JpegReader& reader, PhotoInfo& photo);

}  // namespace platen::io
