// A batch: photos in, flat pages out, whatever happens on the way. Each photo is opened, fitted and exported on its own
// by one of `jobs` threads of one process; what is done is written to OUT/manifest.jsonl (batch_manifest.h) before the
// next photo is begun, so that the same call after any kind of end goes on where it ended.
//
// A photo is passed over if the manifest has all its pages as done, of this very file (size and time) with these
// options, and its outputs are as they were written. Of one that has other pages now the former ones' files go
// (former_pages.h). A page that fails never stops another. Of a shard
// (batch_shard.h) the manifest is its own; what other manifests of the folder have done is passed over likewise.
//
// Memory: `save.memory_bytes` is shared among the jobs; a photo that needs more than a job's share waits until it is
// alone and gets all of it (0: no bound). Same photos, same options, same bytes, whatever the number of jobs. Threads:
// one call at a time on one folder, which the manifest's lock sees to across programs.
#pragma once

#include "core/batch_page.h"
#include "core/io/batch_report.h"
#include "core/options.h"
#include "core/pipeline/absent_photos.h"
#include "core/pipeline/batch_shard.h"
#include "core/pipeline/photo_search.h"
#include "core/result.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace platen::pipeline {

struct BatchOptions {
  FitOptions fit;
  ExportOptions save;
  int jobs = 1;
  bool redo = false;               // what is done is done again
  bool fail_fast = false;          // the first failure ends the batch
  std::filesystem::path warp_out;  // a folder for the warps of photos (WARP.json); empty: they are not kept
  bool books = true;               // photos of one folder may be a book's (batch_books.h); else each for itself
  double min_confidence = 0;  // a page below is exported as a plane at most; it is for review, as uncertain ones are
  std::string version;        // of the program, for the manifest
  Shard shard;                // of the photos, those that this run does
};

// Called one at a time, on whichever thread it happens.
struct BatchHooks {
  std::function<void(const FoundPhoto& photo)> started;
  // Before the first photo of a folder is held against what its photos have in common (batch_books.h): how many of
  // those that are looked at for that are done, from 0 to all.
  std::function<void(const std::filesystem::path& folder, std::size_t done, std::size_t of)> looking;
  // Its pages as the manifest has them; skipped: from an earlier run.
  std::function<void(const FoundPhoto& photo, const std::vector<BatchPage>& pages, bool skipped)> ended;
  // At the end, unless it was stopped: what the manifest has of all pages, in the order of the photos. The folder is
  // still held then.
  std::function<void(const std::vector<BatchPage>& pages)> finished;
};

struct BatchSummary {
  int photos = 0;                              // of the run: all, or its shard's
  int photos_done = 0, photos_skipped = 0;     // photos_done: in this run, failed ones among them
  int pages_failed = 0, pages_for_review = 0;  // no page is both; also of photos that were skipped
  int photos_gone = 0;                         // of a shard: that others of its cut had and that are not there now
  AbsentPhotos absent;                         // from the run, not the manifest; of a shard, which sees a part: none
  // Of pages as they were made before, below OUT: of another format, or of photos of which a page has failed since.
  std::vector<std::filesystem::path> former_left;
  bool stopped = false;  // by the token, or by fail_fast
};

// `photos`: all of the batch, whichever of them are the shard's: names of pages depend on all.
// Errors: inUse (another run works on this folder; see batch_folder.h), writeFailed and badInput (the manifest; the
// folder can't be made; a photo has the place of another one, taken_places.h). When the manifest can't be written any
// more (a full disk), the batch ends with that error. A stop ends the batch after the photos in hand.
Result<BatchSummary> runBatch(const std::vector<FoundPhoto>& photos,
                              const std::filesystem::path& out,
                              const BatchOptions& options,
                              const BatchHooks& hooks,
                              const std::stop_token& stop);

inline constexpr const char* kManifestName = "manifest.jsonl";
inline constexpr const char* kReportName = io::kReportName;

}  // namespace platen::pipeline
