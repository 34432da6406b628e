// HEIC and AVIF photos straight from libheif's encoders, where this libheif has them.
#pragma once

#include "core/image.h"
#include "tests/io/every_kind.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace platen::io {

struct HeifKind {
  bool av1 = false;  // AVIF; otherwise HEVC, which is HEIC
  int bits = 8;
  int images = 1;
  int orientation = 1;  // by the file's own mark, as EXIF counts
  std::string exif = {};
  std::vector<std::uint8_t> icc_profile = {};
  int primaries = 0, transfer = 13;  // of H.273; 0: not said
};

// Of a u8 image of 3 or 4 channels. False where libheif has no encoder, or can't do this, or there is no libheif.
bool writeHeif(const std::filesystem::path& file, const Image& image, const HeifKind& kind);

// "heif-ten-bits.heic" and others, those that can be made here.
std::vector<PhotoOfAKind> heifPhotos(Size size);

}  // namespace platen::io
