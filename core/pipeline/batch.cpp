#include "core/pipeline/batch.h"

#include "core/io/batch_manifest.h"
#include "core/io/digest.h"
#include "core/io/kept_names.h"
#include "core/io/leftovers.h"
#include "core/io/presets.h"
#include "core/pipeline/batch_end.h"
#include "core/pipeline/batch_folder.h"
#include "core/pipeline/batch_names.h"
#include "core/pipeline/batch_photo.h"
#include "core/pipeline/former_pages.h"
#include "core/pipeline/taken_places.h"
#include "core/pipeline/threads.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace platen::pipeline {

namespace fs = std::filesystem;

namespace {

// What changes no byte of a page is not in it.
std::string digestOf(BatchOptions options) {
  options.fit.threads = FitOptions().threads;
  options.save.memory_bytes = ExportOptions().memory_bytes;
  return io::sha256Of(io::presetsText({options.fit, options.save}) +
                      fmt::format(" {}{}", options.min_confidence, options.books ? "" : " single"))
      .substr(0, 16);
}

class Batch {
 public:
  // `photos` of `all`.
  Batch(const std::vector<FoundPhoto>& photos,
        const std::vector<FoundPhoto>& all,
        const fs::path& out,
        const BatchOptions& options,
        const BatchHooks& hooks,
        TakenPlaces taken,
        HeldManifest& held)
      : photos_(photos),
        out_(out),
        options_(options),
        hooks_(hooks),
        manifest_(*held.own),
        others_(held.others),
        former_(out, held.own->photos(), held.others, manifestName(options.shard)),
        names_(all, out, options.save, std::move(taken)),
        digest_(digestOf(options)),
        jobs_(std::clamp(options.jobs, 1, std::max(1, static_cast<int>(photos.size())))),
        work_(all,
              options,
              digest_,
              jobs_,
              out,
              names_,
              [this](const fs::path& folder, std::size_t done, std::size_t of) {
                const std::lock_guard lock(told_);
                if (hooks_.looking) {
                  hooks_.looking(folder, done, of);
                }
              }) {}

  Result<BatchSummary> run(const std::stop_token& stop) {
    summary_.photos = static_cast<int>(photos_.size());
    {
      const std::vector<std::jthread> others = startThreads(jobs_ - 1, [&] { work(stop); });
      work(stop);
    }
    summary_.stopped = summary_.photos_done + summary_.photos_skipped < static_cast<int>(photos_.size());
    if (lost_) {
      return tl::unexpected(*lost_);
    }
    summary_.former_left = former_.left();
    return summary_;
  }

 private:
  void work(const std::stop_token& stop) {
    while (!over_ && !stop.stop_requested()) {
      const std::size_t k = next_++;
      if (k >= photos_.size()) {
        return;
      }
      const FoundPhoto& photo = photos_[k];
      if (const std::vector<BatchPage>* known = kept(photo)) {
        ended(photo, *known, true);
        continue;
      }
      {
        const std::lock_guard lock(told_);
        if (hooks_.started) {
          hooks_.started(photo);
        }
      }
      const std::optional<std::vector<BatchPage>> pages = work_.process(photo, stop);
      if (!pages) {
        return;
      }
      record(photo, *pages);
    }
  }

  // What the manifest has of a photo that need not be done again, and what another one has, which it takes over.
  const std::vector<BatchPage>* kept(const FoundPhoto& photo) {
    if (options_.redo) {
      return nullptr;
    }
    const std::vector<BatchPage>* pages = nullptr;
    {
      const std::lock_guard lock(told_);
      if (const auto other = others_.find(photo.place); other != others_.end()) {
        manifest_.adopt(other->second);
      }
      pages = manifest_.find(photo.place);  // stays where it is: only this photo's own record replaces it
    }
    if (pages == nullptr) {
      return nullptr;
    }
    const Result<FileStamp> now = io::stampOf(photo.file);
    if (!now) {
      return nullptr;
    }
    const bool same = std::all_of(pages->begin(), pages->end(), [&](const BatchPage& page) {
      const Result<FileStamp> output = io::stampOf(out_ / page.output);
      return page.done && page.options == digest_ && page.source == *now && output &&
             output->bytes == page.output_bytes;
    });
    std::error_code error;
    const bool has_warp = options_.warp_out.empty() || fs::exists(warpFile(options_, photo), error);
    return same && has_warp ? whereItLies(photo, pages) : nullptr;
  }

  // The records of a photo that was moved since follow it; else it would count as gone when it is not given again.
  const std::vector<BatchPage>* whereItLies(const FoundPhoto& photo, const std::vector<BatchPage>* pages) {
    const fs::path file = io::wholePath(photo.file);
    if (std::all_of(pages->begin(), pages->end(), [&](const BatchPage& page) { return page.photo_file == file; })) {
      return pages;
    }
    std::vector<BatchPage> moved = *pages;
    for (BatchPage& page : moved) {
      page.photo_file = file;
    }
    const std::lock_guard lock(told_);
    if (const Result<void> written = manifest_.add(moved); !written) {
      lost_ = lost_ ? lost_ : written.error();
      over_ = true;
    }
    return manifest_.find(photo.place);
  }

  void record(const FoundPhoto& photo, const std::vector<BatchPage>& pages) {
    {
      const std::lock_guard lock(told_);
      former_.toBeReplacedBy(pages);
      if (const Result<void> written = manifest_.add(pages); !written) {
        lost_ = lost_ ? lost_ : written.error();
        over_ = true;
        return;
      }
      former_.replacedBy(pages);
    }
    ended(photo, pages, false);
    if (options_.fail_fast && std::any_of(pages.begin(), pages.end(), [](const BatchPage& p) { return !p.done; })) {
      over_ = true;
    }
  }

  void ended(const FoundPhoto& photo, const std::vector<BatchPage>& pages, bool skipped) {
    const std::lock_guard lock(told_);
    ++(skipped ? summary_.photos_skipped : summary_.photos_done);
    for (const BatchPage& page : pages) {
      summary_.pages_failed += page.done ? 0 : 1;
      summary_.pages_for_review += page.done && page.review ? 1 : 0;
    }
    if (hooks_.ended) {
      hooks_.ended(photo, pages, skipped);
    }
  }

  const std::vector<FoundPhoto>& photos_;
  const fs::path& out_;
  const BatchOptions& options_;
  const BatchHooks& hooks_;
  io::BatchManifest& manifest_;
  const io::PhotoRecords& others_;
  FormerPages former_;
  BatchNames names_;
  std::string digest_;
  int jobs_;
  BatchPhotos work_;

  std::atomic<bool> over_{false};
  std::atomic<std::size_t> next_{0};
  std::mutex told_;  // hooks, manifest and what follows
  BatchSummary summary_;
  std::optional<Error> lost_;
};

}  // namespace

Result<BatchSummary> runBatch(const std::vector<FoundPhoto>& photos,
                              const fs::path& out,
                              const BatchOptions& options,
                              const BatchHooks& hooks,
                              const std::stop_token& stop) {
  Result<HeldManifest> held = holdManifest(out, options.shard, photos, stop);
  if (!held) {
    return tl::unexpected(held.error());
  }
  TakenPlaces taken;
  if (!options.redo) {
    taken = TakenPlaces(photos, {&held->own->photos(), &held->others});
  }
  if (taken.problem()) {
    return tl::unexpected(*taken.problem());
  }
  for (const FoundPhoto& photo : photos) {
    io::removeLeftoversOnce((out / photo.place).parent_path());
  }
  const std::vector<FoundPhoto> ours = photosOf(options.shard, photos);
  Result<BatchSummary> summary = Batch(ours, photos, out, options, hooks, std::move(taken), *held).run(stop);
  if (!summary) {
    return summary;
  }
  summary->photos_gone = held->photos_gone;
  std::vector<fs::path> places;
  std::transform(ours.begin(), ours.end(), std::back_inserter(places),
                 [](const FoundPhoto& photo) { return photo.place; });
  Result<AbsentPhotos> absent = endBatch(*held->own, places, out, options.version, options.shard.isAll());
  if (!absent) {
    return tl::unexpected(absent.error());
  }
  if (options.shard.isAll()) {
    summary->absent = std::move(*absent);
  }
  if (hooks.finished && !summary->stopped) {
    std::vector<BatchPage> pages;
    for (const fs::path& place : places) {
      if (const std::vector<BatchPage>* known = held->own->find(place)) {
        pages.insert(pages.end(), known->begin(), known->end());
      }
    }
    hooks.finished(pages);
  }
  return summary;
}

}  // namespace platen::pipeline
