// EXIF orientation (EXIF 2.32, tag 0x0112): where a stored pixel stands in the upright photo.
#pragma once

#include "core/image.h"

namespace platen::io {

// Do the stored columns (rows) run backwards in the upright photo? Are columns and rows exchanged?
constexpr bool flipsColumns(int exif_orientation) {
  return exif_orientation == 2 || exif_orientation == 3 || exif_orientation == 7 || exif_orientation == 8;
}
constexpr bool flipsRows(int exif_orientation) {
  return exif_orientation == 3 || exif_orientation == 4 || exif_orientation == 6 || exif_orientation == 7;
}
constexpr bool swapsAxes(int exif_orientation) {
  return exif_orientation >= 5;
}
constexpr Size uprightSize(Size stored, int exif_orientation) {
  return swapsAxes(exif_orientation) ? Size{stored.height, stored.width} : stored;
}

// Pixels [x, x + size.width) x [y, y + size.height) of an array as it is stored (of a reduced JPEG: the reduced one).
struct StoredPart {
  int x = 0, y = 0;
  Size size;
};
// Where this part of the upright photo lies in an array of size `stored`.
StoredPart storedPart(Size stored, int exif_orientation, int x, int y, Size size);
// And where this part of the array lies in the upright photo. Parts may leave the array on all sides.
StoredPart uprightPart(Size stored, int exif_orientation, const StoredPart& part);

// Copies stored rows first_row.. of a photo whose upright form is `upright` to their places. Same channels and type.
void placeUpright(const Image& band, int first_row, int exif_orientation, Image& upright);

}  // namespace platen::io
