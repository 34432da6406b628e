// platen fit: fit only, kept as WARP.json.
#include "app/command.h"
#include "app/command_line.h"
#include "app/fitting.h"
#include "app/report.h"
#include "core/pipeline/outputs.h"
#include "core/pipeline/photo_images.h"

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

namespace platen::app {
namespace {

struct Fit {
  std::string photo, out, map_out;
  FitOptions options;
  Guidance guidance;
  Talk talk;

  [[nodiscard]] int run(const std::stop_token& stop);
};

int Fit::run(const std::stop_token& stop) {
  std::vector<std::string> wrong = problemsOf(options, {});
  pipeline::Outputs outputs({photo}, {}, {}, guidance.files());
  outputs.alsoWrites(out);
  outputs.alsoWrites(map_out);
  wrong.insert(wrong.end(), outputs.problems().begin(), outputs.problems().end());
  const std::vector<std::string> misguided = guidance.problems(1);
  wrong.insert(wrong.end(), misguided.begin(), misguided.end());
  for (const std::filesystem::path file : {out, map_out}) {
    std::error_code ignored;
    if (!file.empty() && (!file.has_filename() || std::filesystem::is_directory(file, ignored))) {
      wrong.push_back(file.string() + ": is a folder (name the file that is to be written)");
    }
  }
  if (const Result<void> one = pipeline::checkOneImage(photo); !one) {
    wrong.push_back(describe(one.error()));
  }
  if (refused(wrong)) {
    return kWrongCommandLine;
  }
  Report report(talk, 1);
  if (const Result<void> loaded = guidance.load(); !loaded) {
    report.failed(loaded.error());
    return kSomeFailed;
  }
  for (const std::string& file : {out, map_out}) {
    if (const Result<void> made = pipeline::Outputs::makeFolderOf(file); !made) {
      report.failed(made.error());
      return kSomeFailed;
    }
  }
  report.start(photo);
  FittedPhoto fitted = fitPhoto(photo, options, guidance, 0, report, stop);
  if (fitted.pages.empty() || stop.stop_requested()) {
    return report.anyFailed() ? kSomeFailed : kAllDone;
  }
  Result<void> written = pipeline::saveWarp(out, fitted.info, fitted.pages);
  if (written && !map_out.empty()) {
    std::vector<WarpGrid> grids;
    for (const pipeline::FittedPage& page : fitted.pages) {
      grids.push_back(page.fit.grid);
    }
    written = pipeline::saveMap(map_out, grids);
  }
  for (PageReport& page : fitted.reports) {
    page.output = out;
    if (!written) {
      page.error = written.error();
    }
    report.page(page);
  }
  report.endPhoto();
  return report.anyFailed() ? kSomeFailed : kAllDone;
}

}  // namespace

Command fitCommand(CLI::App& program) {
  CLI::App* command = program.add_subcommand("fit", "Fit the pages of a photo and keep the warp, without exporting");
  auto given = std::make_shared<Fit>();
  command->add_option("PHOTO", given->photo, "photo of pages: JPEG, PNG, TIFF, WebP, JPEG 2000, HEIC, PDF")
      ->required()
      ->type_name("");
  command->add_option("-o,--out", given->out, "the warp, for `platen apply`")->required()->type_name("WARP.json");
  addOptions(*command, given->options);
  given->guidance.addOptions(*command);
  command
      ->add_option("--map-out", given->map_out,
                   "keep the map alone: float32 [pages, rows, cols, 2], in pixels of the photo")
      ->type_name("FILE.npy");
  addPixelLimit(*command);
  addTalk(*command, given->talk);
  command->footer(
      "Examples:\n"
      "  platen fit page.jpg -o page.warp.json\n"
      "  platen fit spread.jpg -o left.warp.json --page left --json\n"
      "  platen fit page.jpg -o page.warp.json --pins corners.json\n"
      "\n"
      "Fitting and then applying gives the very same page as `platen flatten`.");
  return {command, [given](const std::stop_token& stop) { return given->run(stop); }};
}

}  // namespace platen::app
