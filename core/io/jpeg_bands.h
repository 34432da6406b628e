// A part of a JPEG with restart markers, as bands of rows that are decoded apart from each other.
#pragma once

#include "core/io/jpeg_region.h"
#include "core/io/restart_index.h"

namespace platen::io {

// Rows of MCUs in a band, so that what bands decode twice stays little.
inline constexpr int kFewestBandRows = 16;

// As decodePart(). What is held besides the image is one band's decoder for each thread.
Result<Image> decodeBands(JpegReader& reader,
                          const RestartIndex& index,
                          const StoredPart& part,
                          const JpegDecoding& decoding,
                          const std::stop_token& stop);

}  // namespace platen::io
