// What speaks against a kept warp before it is used: files are edited, mixed up and damaged, and the confidence in them
// is that of the fit. Each doubt is a sentence, as a fit's warnings are. Threads: any.
#pragma once

#include "core/pipeline/page.h"

#include <optional>
#include <string>
#include <string_view>

namespace platen::pipeline {

struct MapDoubt {
  std::string sentence;
  double confidence = 0;          // that such a map deserves at most
  std::string_view said_already;  // a fit's warning with these words says as much; empty: none does
};

// Share of the map's samples that lie on the photo, 0..1.
double shareInside(const WarpGrid& map, Size photo_px);

// Mirrored, folded over or collapsed, or for a good part beside the photo (source_px). None: a fit could have made it.
std::optional<MapDoubt> doubtOf(const WarpGrid& map, Size photo_px);

// Where `info` is not the file that the warp was fitted to, by its SHA-256, or another page of it. Reads the file. None
// where the warp does not say its photo's, or the photo can't be read, which its decoder tells better.
std::optional<std::string> doubtOfPhoto(const SavedWarp& warp, const PhotoInfo& info);

}  // namespace platen::pipeline
