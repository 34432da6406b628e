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

// Copies stored rows first_row.. of a photo whose upright form is `upright` to their places. Same channels and type.
void placeUpright(const Image& band, int first_row, int exif_orientation, Image& upright);

}  // namespace platen::io
