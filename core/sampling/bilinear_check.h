// What every launcher of the sampler asks of its arguments, on the CPU and on a GPU alike. Internal to core/sampling.
#pragma once

#include "core/sampling/apron_tiles.h"
#include "core/sampling/bilinear_kernels.h"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace platen::sampling {

// Throws std::invalid_argument, with `who` in front and what it got behind. most_side: kMaxSide or kMaxSideF32.
// reads_tiles: the launcher knows both layouts.
inline void checkImage(
    const char* who, const ImageView& image, std::int64_t n, std::int64_t most_side, bool reads_tiles = false) {
  const auto refuse = [&](const char* what) {
    throw std::invalid_argument(std::string(who) + ": " + what + "; got an image of " + std::to_string(image.width) +
                                " x " + std::to_string(image.height) + " pixels, " + std::to_string(image.channels) +
                                " channels, row stride " + std::to_string(image.row_stride) +
                                ", n = " + std::to_string(n));
  };
  if (image.pixels == nullptr || image.width < 1 || image.height < 1) {
    refuse("the image is empty");
  }
  if (image.width > kMaxSide || image.height > kMaxSide) {
    refuse("a side is longer than 2^30");
  }
  if (image.width > most_side || image.height > most_side) {
    refuse("f32 positions can't address a side longer than 2^24, f64 ones can");
  }
  if (image.channels != 1 && image.channels != 3 && image.channels != 4) {
    refuse("channels must be 1, 3 or 4");
  }
  if (image.layout == Layout::apronTiles) {
    if (!reads_tiles) {
      refuse("the image must be stored by rows, not by tiles");
    }
    if (image.kind != PixelKind::u8 || image.channels != 1) {
      refuse("tiles hold u8 pixels of one channel");
    }
    if (image.row_stride < tilesAlong(image.width) * kTileBytes) {
      refuse("rows of tiles overlap");
    }
  } else if (image.row_stride < image.width * image.channels) {
    refuse("rows overlap");
  }
  if (n < 0) {
    refuse("a negative number of positions");
  }
}

inline void checkDerivatives(const char* who, const void* d_dx, const void* d_dy) {
  if ((d_dx == nullptr) != (d_dy == nullptr)) {
    throw std::invalid_argument(std::string(who) + ": one derivative without the other");
  }
}

}  // namespace platen::sampling
