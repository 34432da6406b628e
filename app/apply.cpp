// platen apply: a kept warp on its photo, on another exposure or on a higher-resolution original.
#include "app/command.h"
#include "app/command_line.h"
#include "app/exporter.h"
#include "app/report.h"
#include "core/pipeline/outputs.h"
#include "core/pipeline/photo_images.h"
#include "core/pipeline/warp_doubts.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace platen::app {
namespace {

struct Apply {
  std::string warp, photo, out;
  FitOptions fit;  // page and threads only
  ExportOptions save;
  Talk talk;

  [[nodiscard]] int run(const std::stop_token& stop) const;
  void runPhoto(pipeline::Outputs& outputs, Report& report, const std::stop_token& stop) const;
};

// Indices of the chosen pages; empty: there is no such page.
std::vector<std::size_t> choose(const PageSelection& selection, const std::vector<pipeline::PageToExport>& pages) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < pages.size(); ++k) {
    const bool wanted = selection.choice == PageChoice::number      ? pages[k].index == selection.number
                        : selection.choice == PageChoice::left      ? k == 0
                        : selection.choice == PageChoice::right     ? k + 1 == pages.size()
                        : selection.choice == PageChoice::automatic ? k == 0
                                                                    : true;
    if (wanted) {
      chosen.push_back(k);
    }
  }
  return chosen;
}

void Apply::runPhoto(pipeline::Outputs& outputs, Report& report, const std::stop_token& stop) const {
  PageReport whole;
  whole.photo = photo;
  const auto failWhole = [&](const Error& error) {
    if (error.kind != ErrorKind::stopped) {
      whole.error = error;
      report.page(whole);
    }
  };
  const Result<pipeline::SavedWarp> kept = pipeline::loadWarp(warp);
  if (!kept) {
    return failWhole(kept.error());
  }
  const Result<PhotoInfo> info = pipeline::describePhoto(photo, stop);
  if (!info) {
    return failWhole(info.error());
  }
  whole.source_px = info->size;
  const Result<std::vector<pipeline::PageToExport>> pages = pipeline::pagesFor(*kept, *info);
  if (!pages) {
    return failWhole(pages.error());
  }
  const std::vector<std::size_t> chosen = choose(fit.page, *pages);
  if (chosen.empty()) {
    return failWhole({ErrorKind::badInput, warp, "has no page " + std::to_string(fit.page.number)});
  }
  std::vector<pipeline::PageToExport> wanted;
  std::vector<PageReport> reports;
  const std::optional<std::string> other_file = pipeline::doubtOfPhoto(*kept, *info);
  for (const std::size_t k : chosen) {
    const pipeline::SavedWarp::Page& page = kept->pages[k];
    wanted.push_back((*pages)[k]);
    PageReport told = whole;
    told.page = page.page.index;
    told.pages = static_cast<int>(chosen.size());
    told.model = page.model;
    told.confidence = page.confidence;
    told.reading_rotation = page.reading_rotation;
    told.paper = page.paper;
    told.paper_is_assumed = page.paper_is_assumed;
    told.warnings = page.warnings;
    if (other_file) {
      told.warnings.push_back(*other_file);
    }
    for (std::string& warning : pipeline::photoWarnings(*info)) {
      // Warps of older versions have those of their photo, too.
      if (std::find(told.warnings.begin(), told.warnings.end(), warning) == told.warnings.end()) {
        told.warnings.push_back(std::move(warning));
      }
    }
    reports.push_back(std::move(told));
  }
  Exporter exporter(outputs, save, fit.threads, report);
  if (const Result<void> begun = exporter.begin(); !begun) {
    return failWhole(begun.error());
  }
  exporter.exportPages(*info, wanted, std::move(reports), stop);
  exporter.finish(stop.stop_requested());
}

int Apply::run(const std::stop_token& stop) const {
  pipeline::Outputs outputs({photo}, out, save);
  std::vector<std::string> wrong = problemsOf(fit, save);
  wrong.insert(wrong.end(), outputs.problems().begin(), outputs.problems().end());
  if (const Result<void> one = pipeline::checkOneImage(photo); !one) {
    wrong.push_back(describe(one.error()));
  }
  if (refused(wrong)) {
    return kWrongCommandLine;
  }
  Report report(talk, 1);
  report.start(photo);
  runPhoto(outputs, report, stop);
  report.endPhoto();
  return report.anyFailed() ? kSomeFailed : kAllDone;
}

}  // namespace

Command applyCommand(CLI::App& program) {
  CLI::App* command = program.add_subcommand("apply", "Export a photo through a warp that was kept");
  auto given = std::make_shared<Apply>();
  command->add_option("WARP.json", given->warp, "the warp, from `platen fit` or --warp-out")->required()->type_name("");
  command->add_option("PHOTO", given->photo, "the photo, another exposure of it, or its higher-resolution original")
      ->required()
      ->type_name("");
  command->add_option("-o,--out", given->out, "a file, a folder, or a .pdf")->required()->type_name("OUT");
  addOptions(*command, given->fit, {"page", "threads"});
  addOptions(*command, given->save);
  addPixelLimit(*command);
  addTalk(*command, given->talk);
  command->footer(
      "The warp is scaled to the photo's size; a photo of another shape (by more than 1 %) is refused.\n"
      "\n"
      "Examples:\n"
      "  platen apply page.warp.json page.jpg -o flat.png\n"
      "  platen apply page.warp.json page_raw_export.tif -o flat.tif --filter lanczos");
  return {command, [given](const std::stop_token& stop) { return given->run(stop); }};
}

}  // namespace platen::app
