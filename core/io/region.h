// A part of a photo, upright, without the rest of it: only the rows down to its last one are read, and of a JPEG only
// the columns around it are decoded, and where it has restart markers only its rows (jpeg_region.h). JPEG 2000 and WebP
// decode what they need for the part, HEIF all; or the part comes out of a picture that was kept (kept_pictures.h). The
// pixels are those of a decode of the whole photo, cut, to the bit.
//
// Reduced photos: a JPEG by eighths in the DCT domain, PNG and TIFF by area averages of k x k pixels, as in
// decodePyramid(). The reduced photo's array is reducedSize() large; where the EXIF orientation flips a JPEG whose
// reduced size was rounded up, what was rounded up stands at its left or top: source_px = (array - overhang) / scale.
#pragma once

#include "core/image.h"
#include "core/photo_info.h"
#include "core/result.h"

#include <stop_token>

namespace platen::io {

struct Reduction {
  int eighths = 8;  // of a JPEG, 1..8; 8 otherwise
  int factor = 1;   // of a PNG or TIFF, 1..4096; 1 otherwise

  [[nodiscard]] double scale() const { return eighths / 8.0 / factor; }
  friend bool operator==(const Reduction&, const Reduction&) = default;
};

// The strongest that still has at least this scale, of those by powers of two: a half, a quarter, an eighth of a JPEG
// (codecs are fastest there, and few different ones are kept better), any power of two of the others.
Reduction reductionFor(const PhotoInfo& photo, double scale);

// The reduced photo, upright: size of its array, and where in it the photo's (0, 0) stands, 0..1 array pixels.
struct ReducedFrame {
  Size size;
  Vec2 overhang;
};
ReducedFrame reducedFrame(const PhotoInfo& photo, const Reduction& reduction);

// Array pixels [x, x + size.width) x [y, y + size.height) of the reduced upright photo; channels and type as
// decodeFull() gives them, u8 and 1 or 3 channels where pixels were averaged. Throws std::out_of_range where the part
// leaves the array. Errors: as decodeFull(); what is damaged where the part does not lie may go unseen.
Result<Image> decodeRegion(
    const PhotoInfo& photo, const Reduction& reduction, int x, int y, Size size, const std::stop_token& stop = {});

}  // namespace platen::io
