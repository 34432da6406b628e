// The shards of a batch joined: manifest.jsonl of all photos, in their order, and report.html as one run would have
// written them, and what is not there yet. While it goes on no shard may run. The shards' manifests stay: what is done
// again later, by a shard or a run of all photos, counts when it is collected again.
#pragma once

#include "core/batch_page.h"
#include "core/pipeline/absent_photos.h"
#include "core/result.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace platen::pipeline {

// Photos that a shard is to do.
struct ShardPhotos {
  int number = 1, of = 1;
  bool has_begun = false;                     // else its manifest is not there
  std::vector<std::filesystem::path> photos;  // their places, in order
};

struct CollectedBatch {
  std::size_t photos = 0;                          // that there should be
  std::vector<BatchPage> pages;                    // of those of which something is known, in order
  AbsentPhotos absent;                             // that the manifest knows beside them
  std::vector<std::filesystem::path> former_left;  // as in BatchSummary
  std::vector<ShardPhotos> missing;
  // Done with other options than most photos are; where two sets of options have as many, the one that was used last is
  // the one that counts.
  std::vector<ShardPhotos> odd;
  std::vector<Error> lost;  // pages that are done, but whose files are gone or have other sizes
};

// `version` of the program. `joined` is called while the folder is still held. Errors: notFound (no shards there),
// inUse (a shard still runs), badInput (a manifest that is none), writeFailed.
Result<CollectedBatch> collectBatch(const std::filesystem::path& out,
                                    const std::string& version,
                                    const std::function<void(const CollectedBatch& batch)>& joined,
                                    const std::stop_token& stop);

}  // namespace platen::pipeline
