// OUT/.platen/photos.jsonl of a batch in shards: into how many, by what, and the places of all photos in their order.
// One JSON object, then a name a line (kept_names.h). Whole or absent.
#pragma once

#include "core/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace platen::io {

struct PhotoOrder {
  int shards = 1;
  std::string by;  // how a photo's shard is chosen
  std::vector<std::filesystem::path> photos;
  friend bool operator==(const PhotoOrder&, const PhotoOrder&) = default;
};

// Error: writeFailed.
Result<void> writePhotoOrder(const std::filesystem::path& file, const PhotoOrder& order);
// Errors: notFound, badInput (another file, a newer version).
Result<PhotoOrder> readPhotoOrder(const std::filesystem::path& file);

}  // namespace platen::io
