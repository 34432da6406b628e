// Pixels out of files. EXIF orientation is applied here, once: everything behind these functions is in source_px /
// level_px.
#pragma once

#include "core/image.h"
#include "core/photo_info.h"
#include "core/pyramid.h"
#include "core/result.h"

#include <stop_token>

namespace platen::io {

// The levels that detection and fit work on, coarse to fine, u8, 1 (grey sources) or 3 channels (RGB; CMYK converted
// through its profile). The finest level is the coarsest that the codec gives with its long side >= finest_long_side
// (or the full photo if it is smaller); the coarsest is about 480 px. JPEG levels come from DCT scaling (n/8), other
// codecs' from area averaging while reading rows: the full resolution is never held for a fit but of codecs that give
// no rows as they go. JPEG 2000 is averaged from what its codec halves, at a quarter and less. `threads`: at most so
// many decode (a JPEG with restart markers); the pixels are the same.
Result<Pyramid> decodePyramid(const PhotoInfo& photo,
                              int finest_long_side,
                              const std::stop_token& stop = {},
                              int threads = 1);
// The scale of its finest level, known before anything is decoded: what memory is reckoned from.
double finestScale(const PhotoInfo& photo, int finest_long_side);

// Full resolution, oriented: u8 or u16 (16-bit sources), 1, 3 or 4 (with alpha) channels; palettes expanded, bilevel as
// u8 grey, CMYK converted to sRGB through its profile with lcms2. `threads`: as above.
Result<Image> decodeFull(const PhotoInfo& photo, const std::stop_token& stop = {}, int threads = 1);

}  // namespace platen::io
