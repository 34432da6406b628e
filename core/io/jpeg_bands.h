// A part of a JPEG with restart markers, as bands of rows that are decoded apart from each other.
#pragma once

#include "core/io/jpeg_region.h"
#include "core/io/restart_index.h"

#include <vector>

namespace platen::io {

// Rows of MCUs in a band, so that what bands decode twice stays little.
inline constexpr int kFewestBandRows = 16;

struct Band {
  int first = 0, last = 0;  // rows of MCUs
  friend bool operator==(const Band&, const Band&) = default;
};

// [first, last) in bands that begin with multiples of the step, but for the first one; each begins to decode up to a
// step, and a row, before it. One band for one thread, some for each of several where there are rows enough.
std::vector<Band> bandsOf(int first, int last, int step, int threads);

// As decodePart(). What is held besides the image is one band's decoder for each thread.
Result<Image> decodeBands(JpegReader& reader,
                          const RestartIndex& index,
                          const StoredPart& part,
                          const JpegDecoding& decoding,
                          const std::stop_token& stop);

}  // namespace platen::io
