// The manifests of a batch's output folder: one of a run of all photos, one of each shard. A run holds its own (locked
// while it is open); what the others know counts, and is only read. So photos that another cut into shards has done, or
// a plain run, are not done again, and of several records of a photo the one that ended last is true.
//
// Never two runs on one photo: shards of one cut (the same N, the same way, for `order` the same photos, for `hash` all
// that the others have) run side by side; any other run waits for their end, and they for its. How they are cut is kept
// in .platen/photos.jsonl, and who starts is one at a time (.platen/shards.lock). The locks are flock(2)'s: over a
// shared file system it must have them between machines (NFS has, Lustre with `-o flock`).
#pragma once

#include "core/io/batch_manifest.h"
#include "core/pipeline/batch_shard.h"
#include "core/pipeline/photo_search.h"
#include "core/result.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace platen::pipeline {

struct HeldManifest {
  std::unique_ptr<io::BatchManifest> own;
  io::PhotoRecords others;  // newer than what `own` knows
  int photos_gone = 0;      // that the shard begun before had, of the same cut, and this run does not see
};

// For a run of `shard`; `photos` are all that the batch has. Makes the folder. Errors: inUse, writeFailed, badInput (a
// file there is no manifest), stopped.
Result<HeldManifest> holdManifest(const std::filesystem::path& out,
                                  const Shard& shard,
                                  const std::vector<FoundPhoto>& photos,
                                  const std::stop_token& stop);

// For collecting: that of all photos, while no shard runs.
struct HeldFolder {
  HeldManifest manifest;
  std::vector<Shard> shards;                 // whose manifests are there
  std::vector<std::filesystem::path> order;  // of all photos, by their places
  Shard cut;                                 // the last one that was begun; `number` says nothing
};
// Errors: as above; notFound where no shard ever ran.
Result<HeldFolder> holdForCollecting(const std::filesystem::path& out, const std::stop_token& stop);

}  // namespace platen::pipeline
