#include "core/pipeline/batch.h"

#include "core/io/batch_manifest.h"
#include "core/io/digest.h"
#include "core/io/presets.h"
#include "core/optim/fit.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/outputs.h"
#include "core/pipeline/page.h"
#include "core/pipeline/threads.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace platen::pipeline {

namespace fs = std::filesystem;

namespace {

// What changes no byte of a page is not in it.
std::string digestOf(BatchOptions options) {
  options.fit.threads = FitOptions().threads;
  options.save.memory_bytes = ExportOptions().memory_bytes;
  return io::sha256Of(io::presetsText({options.fit, options.save}) + fmt::format(" {}", options.min_confidence))
      .substr(0, 16);
}

// The names of all folders' pages. Any thread.
class Names {
 public:
  Names(const std::vector<FoundPhoto>& photos, fs::path out, const ExportOptions& options) : out_(std::move(out)) {
    std::map<fs::path, std::vector<fs::path>> folders;
    for (const FoundPhoto& photo : photos) {
      folders[photo.place.parent_path()].push_back(photo.file);
    }
    for (auto& [place, files] : folders) {
      // An empty last name: it is a folder, whatever it is called.
      Outputs& outputs = folders_.emplace(place, Outputs(std::move(files), out_ / place / "", options)).first->second;
      outputs.keepOwnNames();
    }
  }

  // Below the output folder.
  Result<fs::path> claim(const FoundPhoto& photo, const PhotoInfo& info, int page, int pages) {
    const std::lock_guard lock(mutex_);
    Outputs& outputs = folders_.at(photo.place.parent_path());
    if (const Result<void> made = outputs.makeFolder(); !made) {
      return tl::unexpected(made.error());
    }
    return outputs.claim(info, page, pages).map([&](const fs::path& file) {
      return photo.place.parent_path() / file.filename();
    });
  }

 private:
  fs::path out_;
  std::mutex mutex_;
  std::map<fs::path, Outputs> folders_;  // by place
};

class Batch {
 public:
  Batch(const std::vector<FoundPhoto>& photos,
        const fs::path& out,
        const BatchOptions& options,
        const BatchHooks& hooks,
        io::BatchManifest& manifest)
      : photos_(photos),
        out_(out),
        options_(options),
        hooks_(hooks),
        manifest_(manifest),
        names_(photos, out, options.save),
        digest_(digestOf(options)),
        jobs_(std::clamp(options.jobs, 1, std::max(1, static_cast<int>(photos.size())))) {
    if (jobs_ > 1) {
      options_.fit.threads = 1;
    }
    share_ = options_.save.memory_bytes / static_cast<std::uint64_t>(jobs_);
  }

  Result<BatchSummary> run(const std::stop_token& stop) {
    {
      const std::vector<std::jthread> others = startThreads(jobs_ - 1, [&] { work(stop); });
      work(stop);
    }
    summary_.stopped = summary_.photos_done + summary_.photos_skipped < static_cast<int>(photos_.size());
    if (lost_) {
      return tl::unexpected(*lost_);
    }
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
      Result<std::vector<BatchPage>> pages =
          guarded(photo.file, [&]() -> Result<std::vector<BatchPage>> { return pagesOf(photo); });
      if (!pages) {
        BatchPage whole = pageOf(photo);
        setFailed(whole, pages.error());
        pages = std::vector<BatchPage>{whole};
      }
      record(photo, *pages);
    }
  }

  // What the manifest has of a photo that need not be done again.
  const std::vector<BatchPage>* kept(const FoundPhoto& photo) {
    if (options_.redo) {
      return nullptr;
    }
    const std::vector<BatchPage>* pages = nullptr;
    {
      const std::lock_guard lock(told_);
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
    return same ? pages : nullptr;
  }

  void record(const FoundPhoto& photo, const std::vector<BatchPage>& pages) {
    {
      const std::lock_guard lock(told_);
      if (const Result<void> written = manifest_.add(pages); !written) {
        lost_ = lost_ ? lost_ : written.error();
        over_ = true;
        return;
      }
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
      summary_.pages_for_review += page.review ? 1 : 0;
    }
    if (hooks_.ended) {
      hooks_.ended(photo, pages, skipped);
    }
  }

  BatchPage pageOf(const FoundPhoto& photo) const {
    BatchPage page;
    page.photo = photo.place;
    page.version = options_.version;
    page.options = digest_;
    return page;
  }

  std::vector<BatchPage> pagesOf(const FoundPhoto& photo) {
    BatchPage whole = pageOf(photo);
    const auto failed = [&](const Error& error) {
      setFailed(whole, error);
      return std::vector<BatchPage>{whole};
    };
    const Result<FileStamp> stamp = io::stampOf(photo.file);
    if (!stamp) {
      return failed(stamp.error());
    }
    whole.source = *stamp;
    // More than a share: alone, with all there is.
    std::shared_lock together(memory_, std::defer_lock);
    std::unique_lock alone(memory_, std::defer_lock);
    if (checkFitMemory(photo.file, share_)) {
      together.lock();
    } else {
      alone.lock();
    }
    const std::uint64_t memory = together.owns_lock() ? share_ : options_.save.memory_bytes;
    if (const Result<void> affordable = checkFitMemory(photo.file, memory); !affordable) {
      return failed(affordable.error());
    }
    PhotoInfo info;
    std::vector<BatchPage> pages;
    std::vector<std::optional<PageToExport>> exports;  // none: it could not be fitted
    {
      const Result<OpenedPhoto> opened = openPhoto(photo.file, options_.fit);
      if (!opened) {
        return failed(opened.error());
      }
      info = opened->info;
      whole.source_px = info.size;
      whole.seconds = opened->seconds;
      const Result<std::vector<int>> chosen = selectPages(*opened, options_.fit.page);
      if (!chosen) {
        return failed(chosen.error());
      }
      for (const int index : *chosen) {
        BatchPage page = whole;
        page.page = opened->pages[static_cast<std::size_t>(index)].index;
        page.pages = static_cast<int>(chosen->size());
        exports.push_back(fit(*opened, index, page));
        pages.push_back(std::move(page));
      }
    }
    save(photo, info, exports, memory, pages);
    return pages;
  }

  static void setFailed(BatchPage& page, const Error& error) {
    page.done = false;
    page.output.clear();
    page.kind = nameOf(error.kind);
    page.reason = error.message;
    page.review = true;
  }

  // Says in `page` what it found.
  std::optional<PageToExport> fit(const OpenedPhoto& opened, int index, BatchPage& page) {
    Result<FittedPage> fitted = fitPage(opened, index, options_.fit, {});
    if (!fitted) {
      setFailed(page, fitted.error());
      return std::nullopt;
    }
    page.confidence = fitted->fit.confidence;
    page.review = page.confidence < std::max(options_.min_confidence, optim::kUnsureConfidence);
    if (page.review) {
      page.reason = fmt::format("confidence {:.2f}", page.confidence);
    }
    if (page.confidence < options_.min_confidence) {
      FitOptions safest = options_.fit;
      safest.model = ModelLimit::plane;
      if (Result<FittedPage> plane = fitPage(opened, index, safest, {})) {
        fitted = std::move(plane);
        page.reason += ", exported as a plane";
      }
    }
    page.model = nameOf(fitted->fit.model);
    page.warnings = fitted->fit.warnings;
    page.seconds.insert(page.seconds.end(), fitted->seconds.begin(), fitted->seconds.end());
    return exported(*fitted);
  }

  // The pages that were fitted, into their files.
  void save(const FoundPhoto& photo,
            const PhotoInfo& info,
            const std::vector<std::optional<PageToExport>>& exports,
            std::uint64_t memory,
            std::vector<BatchPage>& pages) {
    ExportOptions options = options_.save;
    options.memory_bytes = memory;
    std::vector<PageFile> files;
    std::vector<BatchPage*> saved;
    for (std::size_t k = 0; k < pages.size(); ++k) {
      if (!exports[k]) {
        continue;
      }
      const Result<fs::path> name = names_.claim(photo, info, pages[k].page, pages[k].pages);
      if (!name) {
        setFailed(pages[k], name.error());
        continue;
      }
      pages[k].output = *name;
      files.push_back({*exports[k], out_ / *name});
      saved.push_back(&pages[k]);
    }
    if (files.empty()) {
      return;
    }
    const std::vector<Result<SavedPage>> results = savePages(info, files, options, options_.fit.threads);
    for (std::size_t k = 0; k < results.size(); ++k) {
      const Result<FileStamp> written = results[k] ? io::stampOf(files[k].file) : tl::unexpected(results[k].error());
      if (!written) {
        setFailed(*saved[k], written.error());
        continue;
      }
      BatchPage& page = *saved[k];
      page.done = true;
      page.output_bytes = written->bytes;
      page.out_px = results[k]->out_px;
      page.dpi = results[k]->dpi;
      page.warnings.insert(page.warnings.end(), results[k]->warnings.begin(), results[k]->warnings.end());
      page.seconds.insert(page.seconds.end(), results[k]->seconds.begin(), results[k]->seconds.end());
    }
  }

  const std::vector<FoundPhoto>& photos_;
  const fs::path& out_;
  BatchOptions options_;
  const BatchHooks& hooks_;
  io::BatchManifest& manifest_;
  Names names_;
  std::string digest_;
  int jobs_;
  std::uint64_t share_ = 0;

  std::atomic<bool> over_{false};
  std::atomic<std::size_t> next_{0};
  std::shared_mutex memory_;
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
  std::error_code error;
  fs::create_directories(out, error);
  if (error) {
    return fail(ErrorKind::writeFailed, out, "the folder can't be made: " + error.message());
  }
  Result<std::unique_ptr<io::BatchManifest>> manifest = io::BatchManifest::open(out / kManifestName);
  if (!manifest) {
    return tl::unexpected(manifest.error());
  }
  Result<BatchSummary> summary = Batch(photos, out, options, hooks, **manifest).run(stop);
  if (summary) {
    std::vector<fs::path> places;
    std::transform(photos.begin(), photos.end(), std::back_inserter(places),
                   [](const FoundPhoto& photo) { return photo.place; });
    if (const Result<void> arranged = (*manifest)->arrange(places); !arranged) {
      return tl::unexpected(arranged.error());
    }
  }
  return summary;
}

}  // namespace platen::pipeline
