// From the pixels that the photo has to those that the file holds: alpha onto white paper and 16 bit to 8 for formats
// that have neither. Row by row, so that a page can be written in bands; grey, even light and bitonal pages are
// core/enhance.
#pragma once

#include "core/image.h"

namespace platen::pipeline {

struct FilePixels {
  int channels = 3;                // the source's, or 3 for a source of 4
  PixelType type = PixelType::u8;  // u8, or the source's
};

// The same band in the wanted form; a handle on `band` itself where nothing changes. Grey is Rec. 601 luma, as JPEG's
// Y.
Image convertPixels(const Image& band, const FilePixels& wanted);

}  // namespace platen::pipeline
