#include "core/pipeline/batch_photo.h"

#include "core/io/batch_manifest.h"
#include "core/optim/fit.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/photo_export.h"
#include "core/pipeline/review_page.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
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

std::int64_t nanosecondsSince1970() {
  using namespace std::chrono;
  return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
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
  const std::int64_t now = nanosecondsSince1970();
  if (!pages) {
    BatchPage whole = recordOf(photo);
    if (const Result<FileStamp> stamp = io::stampOf(photo.file)) {
      whole.source = *stamp;
    }
    setFailed(whole, pages.error());
    pages = std::vector<BatchPage>{whole};
  }
  for (BatchPage& page : *pages) {
    page.ended_ns = now;
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
  std::vector<PageWork> pages;
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
      pages.push_back(fit(*opened, index, std::move(page)));
    }
  }
  save(photo, info, pages, memory);
  std::vector<BatchPage> told;
  std::transform(pages.begin(), pages.end(), std::back_inserter(told),
                 [](PageWork& page) { return std::move(page.told); });
  return told;
}

BatchPhotos::PageWork BatchPhotos::fit(const OpenedPhoto& opened, int index, BatchPage told) const {
  Result<FittedPage> page = fitPage(opened, index, options_.fit, {});
  if (!page) {
    setFailed(told, page.error());
    return {std::move(told), std::nullopt, reviewOf(opened.pyramid, nullptr)};
  }
  told.confidence = page->fit.confidence;
  told.review = told.confidence < std::max(options_.min_confidence, optim::kUnsureConfidence);
  if (told.review) {
    told.reason = fmt::format("confidence {:.2f}", told.confidence);
  }
  if (told.confidence < options_.min_confidence) {
    FitOptions safest = options_.fit;
    safest.model = ModelLimit::plane;
    if (Result<FittedPage> plane = fitPage(opened, index, safest, {})) {
      page = std::move(plane);
      told.reason += ", exported as a plane";
    }
  }
  told.model = nameOf(page->fit.model);
  told.warnings = page->fit.warnings;
  told.seconds.insert(told.seconds.end(), page->seconds.begin(), page->seconds.end());
  return {std::move(told), exported(*page), reviewOf(opened.pyramid, &page->fit.grid)};
}

// The pages that were fitted, into their files.
void BatchPhotos::save(const FoundPhoto& photo,
                       const PhotoInfo& info,
                       std::vector<PageWork>& pages,
                       std::uint64_t memory) {
  ExportOptions options = options_.save;
  options.memory_bytes = memory;
  std::vector<PageView> views(pages.size());
  std::vector<PageOut> files;
  std::vector<std::size_t> saved;  // whose
  for (std::size_t k = 0; k < pages.size(); ++k) {
    if (!pages[k].page) {
      continue;
    }
    BatchPage& told = pages[k].told;
    const Result<fs::path> name = names_.claim(photo, info, told.page, told.pages);
    if (!name) {
      setFailed(told, name.error());
      continue;
    }
    told.output = *name;
    const fs::path file = out_ / *name;
    const auto make_writer = [file, &view = views[k]](const io::PageFormat& format) {
      return io::createPage(file, format).map([&](std::unique_ptr<io::PageWriter> writer) {
        return watched(std::move(writer), format, view);
      });
    };
    files.push_back({*pages[k].page, formatFor(file, options, info), make_writer, file});
    saved.push_back(k);
  }
  const std::vector<Result<SavedPage>> results =
      files.empty() ? std::vector<Result<SavedPage>>() : exportPhoto(info, files, options, options_.fit.threads, {});
  for (std::size_t k = 0; k < results.size(); ++k) {
    PageWork& page = pages[saved[k]];
    BatchPage& told = page.told;
    const Result<FileStamp> written = results[k] ? io::stampOf(files[k].file) : tl::unexpected(results[k].error());
    if (!written) {
      setFailed(told, written.error());
      continue;
    }
    told.done = true;
    told.output_bytes = written->bytes;
    told.out_px = results[k]->out_px;
    told.dpi = results[k]->dpi;
    told.paper_dpi = results[k]->paper_dpi;
    told.warnings.insert(told.warnings.end(), results[k]->warnings.begin(), results[k]->warnings.end());
    told.seconds.insert(told.seconds.end(), results[k]->seconds.begin(), results[k]->seconds.end());
    page.review.page = io::smallPicture(views[saved[k]].thumbnail->picture());
  }
  for (const PageWork& page : pages) {
    // A page is no worse for having no picture in the report.
    static_cast<void>(io::writeReviewPicture(io::reviewPictureFile(out_, photo.place, page.told.page), page.review));
  }
}

}  // namespace platen::pipeline
