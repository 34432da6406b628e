// How many samples of the photo a page takes for each of its pixels, across and down.
#pragma once

#include "core/image.h"
#include "core/warp_grid.h"

namespace platen::pipeline {

inline constexpr int kMostSamples = 64;  // a side

// Samples for one step of the page, 1 to `most`, where it goes `source_per_out` pixels of the photo further; 1 for NaN.
int samplesFor(double source_per_out, int most);

// `most` for all of a page: kMostSamples, and fewer where the map goes to and fro over the photo, so that samples would
// be many for each pixel of photo and page together. A page of a photo takes one or two of them, however it is reduced;
// what a file claims may take no more than a bounded time. The map is in array pixels of the photo.
int mostSamples(const SplineNet& source_from_page, Size out_px, Size source_px);

}  // namespace platen::pipeline
