#include "core/pipeline/batch_photo.h"

#include "core/io/batch_manifest.h"
#include "core/optim/fit.h"
#include "core/pipeline/guard.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include <fmt/format.h>

namespace platen::pipeline {

namespace fs = std::filesystem;

namespace {

void setFailed(BatchPage& page, const Error& error) {
  page.done = false;
  page.output.clear();
  page.kind = nameOf(error.kind);
  page.reason = error.message;
  page.review = true;
}

}  // namespace

BatchPhotos::BatchPhotos(
    const BatchOptions& options, std::string digest, int jobs, const fs::path& out, BatchNames& names)
    : options_(options), digest_(std::move(digest)), out_(out), names_(names) {
  if (jobs > 1) {
    options_.fit.threads = 1;
  }
  share_ = options_.save.memory_bytes / static_cast<std::uint64_t>(jobs);
}

std::vector<BatchPage> BatchPhotos::process(const FoundPhoto& photo) {
  Result<std::vector<BatchPage>> pages = guarded(photo.file, [&] { return pagesOf(photo); });
  if (!pages) {
    BatchPage whole = recordOf(photo);
    if (const Result<FileStamp> stamp = io::stampOf(photo.file)) {
      whole.source = *stamp;
    }
    setFailed(whole, pages.error());
    return {whole};
  }
  return std::move(*pages);
}

BatchPage BatchPhotos::recordOf(const FoundPhoto& photo) const {
  BatchPage page;
  page.photo = photo.place;
  page.version = options_.version;
  page.options = digest_;
  return page;
}

Result<std::vector<BatchPage>> BatchPhotos::pagesOf(const FoundPhoto& photo) {
  const Result<FileStamp> stamp = io::stampOf(photo.file);
  if (!stamp) {
    return tl::unexpected(stamp.error());
  }
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
    return tl::unexpected(affordable.error());
  }
  PhotoInfo info;
  std::vector<BatchPage> pages;
  std::vector<std::optional<PageToExport>> exports;  // none: it could not be fitted
  {
    const Result<OpenedPhoto> opened = openPhoto(photo.file, options_.fit);
    if (!opened) {
      return tl::unexpected(opened.error());
    }
    info = opened->info;
    const Result<std::vector<int>> chosen = selectPages(*opened, options_.fit.page);
    if (!chosen) {
      return tl::unexpected(chosen.error());
    }
    for (const int index : *chosen) {
      BatchPage page = recordOf(photo);
      page.source = *stamp;
      page.source_px = info.size;
      page.seconds = opened->seconds;
      page.page = opened->pages[static_cast<std::size_t>(index)].index;
      page.pages = static_cast<int>(chosen->size());
      if (Result<FittedPage> fit = fitPage(*opened, index, options_.fit, {})) {
        exports.emplace_back(fitted(*opened, std::move(*fit), page));
      } else {
        setFailed(page, fit.error());
        exports.emplace_back();
      }
      pages.push_back(std::move(page));
    }
  }
  save(photo, info, exports, memory, pages);
  return pages;
}

// What is exported of it; `told` says what it is.
PageToExport BatchPhotos::fitted(const OpenedPhoto& opened, FittedPage page, BatchPage& told) const {
  told.confidence = page.fit.confidence;
  told.review = told.confidence < std::max(options_.min_confidence, optim::kUnsureConfidence);
  if (told.review) {
    told.reason = fmt::format("confidence {:.2f}", told.confidence);
  }
  if (told.confidence < options_.min_confidence) {
    FitOptions safest = options_.fit;
    safest.model = ModelLimit::plane;
    const auto of_photo = std::find_if(opened.pages.begin(), opened.pages.end(),
                                       [&](const PageCues& cues) { return cues.index == page.index; });
    if (Result<FittedPage> plane = fitPage(opened, static_cast<int>(of_photo - opened.pages.begin()), safest, {})) {
      page = std::move(*plane);
      told.reason += ", exported as a plane";
    }
  }
  told.model = nameOf(page.fit.model);
  told.warnings = page.fit.warnings;
  told.seconds.insert(told.seconds.end(), page.seconds.begin(), page.seconds.end());
  return exported(page);
}

// The pages that were fitted, into their files.
void BatchPhotos::save(const FoundPhoto& photo,
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

}  // namespace platen::pipeline
