#include "core/pipeline/batch_photo.h"

#include "core/io/batch_manifest.h"
#include "core/io/kept_names.h"
#include "core/io/pdf_page.h"
#include "core/optim/fit.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/photo_export.h"
#include "core/pipeline/review_page.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
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
  page.unwritten = error.kind == ErrorKind::writeFailed ? error.path : fs::path();
  page.review = true;
}

std::int64_t nanosecondsSince1970() {
  using namespace std::chrono;
  return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace

BatchPhotos::BatchPhotos(const std::vector<FoundPhoto>& photos,
                         const BatchOptions& options,
                         std::string digest,
                         int jobs,
                         const fs::path& out,
                         BatchNames& names,
                         BatchBooks::Looking looking)
    : options_(options),
      digest_(std::move(digest)),
      out_(out),
      names_(names),
      memory_(options.save.memory_bytes, jobs),
      books_(photos, options_.fit, memory_, jobs, std::move(looking)) {
  if (jobs > 1) {
    options_.fit.threads = 1;
  }
  io::keepPdfPages(static_cast<std::size_t>(jobs));
}

std::optional<std::vector<BatchPage>> BatchPhotos::process(const FoundPhoto& photo, const std::stop_token& stop) {
  Result<std::vector<BatchPage>> pages = guarded(photo.file, [&] { return pagesOf(photo, stop); });
  if (!pages && pages.error().kind == ErrorKind::stopped) {
    return std::nullopt;
  }
  if (!pages) {
    BatchPage whole = recordOf(photo);
    if (const Result<FileStamp> stamp = io::stampOf(photo.file)) {
      whole.source = *stamp;
    }
    setFailed(whole, pages.error());
    pages = std::vector<BatchPage>{whole};
  }
  const std::int64_t now = nanosecondsSince1970();
  for (BatchPage& page : *pages) {
    page.ended_ns = now;
  }
  return std::move(*pages);
}

BatchPage BatchPhotos::recordOf(const FoundPhoto& photo) const {
  BatchPage page;
  page.photo = photo.place;
  page.photo_file = io::wholePath(photo.file);
  page.version = options_.version;
  page.options = digest_;
  return page;
}

Result<std::vector<BatchPage>> BatchPhotos::pagesOf(const FoundPhoto& photo, const std::stop_token& stop) {
  Result<FittedPhoto> fitted = options_.books ? books_.fit(photo, stop) : fitPhoto(photo.file, options_.fit, memory_);
  if (!fitted) {
    return tl::unexpected(fitted.error());
  }
  std::vector<PageWork> pages;
  for (FittedPhoto::Page& page : fitted->pages) {
    pages.push_back(workOn(photo, *fitted, std::move(page)));
  }
  if (const Result<void> saved = save(photo, fitted->info, pages); !saved) {
    return tl::unexpected(saved.error());
  }
  std::vector<BatchPage> told;
  std::transform(pages.begin(), pages.end(), std::back_inserter(told),
                 [](PageWork& page) { return std::move(page.told); });
  return told;
}

// What is exported of a page, and what is said of it.
BatchPhotos::PageWork BatchPhotos::workOn(const FoundPhoto& photo, const FittedPhoto& fitted, FittedPhoto::Page page) {
  BatchPage told = recordOf(photo);
  told.source = fitted.source;
  told.source_px = fitted.info.size;
  told.seconds = fitted.opening;
  told.page = page.index;
  told.pages = static_cast<int>(fitted.pages.size());
  if (!page.fit) {
    setFailed(told, page.fit.error());
    return {std::move(told), std::nullopt, std::move(page.review)};
  }
  told.confidence = page.fit->fit.confidence;
  const bool unsure = told.confidence < std::max(options_.min_confidence, optim::kUnsureConfidence);
  told.review = unsure || !page.odd.empty();
  told.reason = page.odd;
  if (unsure) {
    told.reason += fmt::format("{}confidence {:.2f}", told.reason.empty() ? "" : ", ", told.confidence);
  }
  if (told.confidence < options_.min_confidence) {
    // The same page: divided and turned as it was.
    FitOptions safest = options_.fit;
    safest.model = ModelLimit::plane;
    safest.page = fitted.selection;
    safest.rotate = static_cast<Rotation>(static_cast<int>(Rotation::deg0) + page.fit->fit.reading_rotation / 90);
    Result<FittedPhoto> planes = fitPhoto(photo.file, safest, memory_, {{}, fitted.spine, 0});
    const auto same = [&](const FittedPhoto::Page& plane) { return plane.index == page.index && plane.fit; };
    if (planes && planes->pages.size() == fitted.pages.size()) {
      const auto plane = std::find_if(planes->pages.begin(), planes->pages.end(), same);
      if (plane != planes->pages.end()) {
        page.fit = std::move(plane->fit);
        page.review = std::move(plane->review);
        told.reason += ", exported as a plane";
      }
    }
  }
  const FittedPage& fit = *page.fit;
  told.model = nameOf(fit.fit.model);
  told.paper = fit.fit.paper;
  told.paper_is_assumed = fit.fit.paper_is_assumed;
  told.warnings = fit.fit.warnings;
  if (!page.note.empty()) {
    told.warnings.push_back(page.note);
  }
  told.seconds.insert(told.seconds.end(), fit.seconds.begin(), fit.seconds.end());
  return {std::move(told), fit, std::move(page.review)};
}

// The pages that were fitted, into their files.
Result<void> BatchPhotos::save(const FoundPhoto& photo, const PhotoInfo& info, std::vector<PageWork>& pages) {
  const Result<MemoryShares::Held> held = memory_.hold(photo.file);
  if (!held) {
    return tl::unexpected(held.error());
  }
  ExportOptions options = options_.save;
  options.memory_bytes = held->memory_bytes;
  std::vector<PageView> views(pages.size());
  std::vector<PageOut> files;
  std::vector<std::size_t> saved;  // whose
  for (std::size_t k = 0; k < pages.size(); ++k) {
    if (!pages[k].fit) {
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
    files.push_back({exported(*pages[k].fit), formatFor(file, options, info), make_writer, file});
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
  keepWarp(photo, info, pages);
  for (const PageWork& page : pages) {
    // A page is no worse for having no picture in the report.
    static_cast<void>(io::writeReviewPicture(io::reviewPictureFile(out_, photo.place, page.told.page), page.review));
  }
  return {};
}

// Beside the pages that are done; a page whose warp can't be kept is not.
void BatchPhotos::keepWarp(const FoundPhoto& photo, const PhotoInfo& info, std::vector<PageWork>& pages) {
  std::vector<FittedPage> done;
  for (const PageWork& page : pages) {
    if (page.told.done) {
      done.push_back(*page.fit);
    }
  }
  if (options_.warp_out.empty() || done.empty()) {
    return;
  }
  const fs::path file = warpFile(options_, photo);
  const Result<void> kept = Outputs::makeFolderOf(file).and_then(
      [&] { return saveWarp(file, info, done, IfThere::replace, &options_.save); });
  for (PageWork& page : pages) {
    if (!kept && page.told.done) {
      const Error& error = kept.error();
      setFailed(page.told, {error.kind, photo.file, "its warp can't be kept: " + describe(error)});
    }
  }
}

fs::path warpFile(const BatchOptions& options, const FoundPhoto& photo) {
  fs::path name = photo.place;
  name += ".warp.json";
  return options.warp_out / name;
}

}  // namespace platen::pipeline
