#include "core/pipeline/batch_fit.h"

#include "core/io/batch_manifest.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/review_page.h"

#include <utility>

namespace platen::pipeline {

Result<FittedPhoto> fitPhoto(const std::filesystem::path& file,
                             const FitOptions& options,
                             MemoryShares& memory,
                             const Beforehand& known) {
  return guarded(file, [&]() -> Result<FittedPhoto> {
    // Before it is read: what changes later is another photo.
    const Result<FileStamp> stamp = io::stampOf(file);
    if (!stamp) {
      return tl::unexpected(stamp.error());
    }
    const Result<MemoryShares::Held> held = memory.hold(file);
    if (!held) {
      return tl::unexpected(held.error());
    }
    Result<OpenedPhoto> opened = openPhoto(file, options, {}, known.spine);
    if (!opened) {
      return tl::unexpected(opened.error());
    }
    const Result<std::vector<int>> chosen = selectPages(*opened, options.page);
    if (!chosen) {
      return tl::unexpected(chosen.error());
    }
    FittedPhoto photo{opened->info, *stamp, opened->seconds, {}, options.page, known.spine};
    if (!opened->info.focal_length_35mm) {
      opened->focal = known.focal;
    }
    for (const int index : *chosen) {
      Result<FittedPage> fit = fitPage(*opened, index, options, {}, {}, known.guide);
      io::ReviewPicture review = reviewOf(opened->pyramid, fit ? &fit->fit.grid : nullptr);
      photo.pages.push_back(
          {opened->pages[static_cast<std::size_t>(index)].index, std::move(fit), std::move(review), {}, {}});
    }
    return photo;
  });
}

}  // namespace platen::pipeline
