#include "app/fitting.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace platen::app {

FittedPhoto fitPhoto(const std::filesystem::path& photo,
                     const FitOptions& options,
                     const Guidance& guidance,
                     std::uint64_t memory_bytes,
                     Report& report,
                     const std::stop_token& stop) {
  FittedPhoto fitted;
  PageReport whole;
  whole.photo = photo;
  const auto failWhole = [&](const Error& error) {
    if (error.kind != ErrorKind::stopped) {
      whole.error = error;
      report.page(whole);
    }
  };
  const Result<void> affordable = pipeline::checkFitMemory(photo, memory_bytes, stop);
  if (!affordable) {
    failWhole(affordable.error());
    return fitted;
  }
  const Result<pipeline::OpenedPhoto> opened = pipeline::openPhoto(photo, options, stop, guidance.spine());
  if (!opened) {
    failWhole(opened.error());
    return fitted;
  }
  if (const Result<void> fits = guidance.fits(opened->info); !fits) {
    failWhole(fits.error());
    return fitted;
  }
  fitted.info = opened->info;
  whole.source_px = opened->info.size;
  whole.seconds = opened->seconds;
  report.note(fmt::format("{}: {} x {}, {} page(s)", photo.string(), opened->info.size.width, opened->info.size.height,
                          opened->pages.size()));
  const Result<std::vector<int>> chosen = pipeline::selectPages(*opened, options.page);
  if (!chosen) {
    failWhole(chosen.error());
    return fitted;
  }
  fitted.chosen = static_cast<int>(chosen->size());
  std::string left_out;
  const Guide guide = guidance.of(*opened, left_out);
  std::string not_there;  // pages that are spoken of, but were not found
  for (const PageGuide& page : guide.pages) {
    const auto found = [&](const PageCues& cues) { return cues.index == page.index; };
    if (std::none_of(opened->pages.begin(), opened->pages.end(), found)) {
      not_there += (not_there.empty() ? "" : ", ") + std::to_string(page.index);
    }
  }
  for (const int page : *chosen) {
    PageReport told = whole;
    told.page = opened->pages[static_cast<std::size_t>(page)].index;
    told.pages = fitted.chosen;
    Result<pipeline::FittedPage> result = pipeline::fitPage(*opened, page, options, {}, stop, guide);
    if (stop.stop_requested()) {
      return fitted;
    }
    if (!result) {
      told.error = result.error();
      report.page(told);
      continue;
    }
    if (!left_out.empty()) {
      result->fit.warnings.push_back(left_out);
    }
    if (!not_there.empty()) {
      result->fit.warnings.push_back("what was given for page " + not_there +
                                     " was not used: the photo has no such page");
    }
    told.add(*result);
    for (const FitEnergy& energy : result->fit.energies) {
      report.note(fmt::format("{} page {}: {} {:.6g} -> {:.6g}", photo.string(), told.page, energy.name, energy.first,
                              energy.last));
    }
    if (result->fit.paper_is_assumed) {
      report.note(
          fmt::format("{} page {}: taken to be {}, the likeliest sheet for what it looks like: its size and "
                      "resolution rest on that (--paper says another)",
                      photo.string(), told.page, result->fit.paper));
    }
    fitted.pages.push_back(std::move(*result));
    fitted.reports.push_back(std::move(told));
  }
  return fitted;
}

}  // namespace platen::app
