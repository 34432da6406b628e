// platen flatten: fit and export.
#include "app/command.h"
#include "app/command_line.h"
#include "app/exporter.h"
#include "app/fitting.h"
#include "app/keep_warp.h"
#include "app/outputs.h"
#include "app/report.h"

#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace platen::app {
namespace {

struct Flatten {
  std::vector<std::string> photos;
  std::string out;
  WarpNames warp;
  FitOptions fit;
  ExportOptions save;
  Talk talk;

  [[nodiscard]] int run(const std::stop_token& stop) const;
};

int Flatten::run(const std::stop_token& stop) const {
  Outputs outputs({photos.begin(), photos.end()}, out, save);
  outputs.alsoWrites(warp.warp_out);
  outputs.alsoWrites(warp.map_out);
  std::vector<std::string> wrong = problemsOf(fit, save);
  wrong.insert(wrong.end(), outputs.problems().begin(), outputs.problems().end());
  for (const std::string& sentence : wrong) {
    complain(sentence);
  }
  if (!wrong.empty()) {
    return kWrongCommandLine;
  }
  Report report(talk, static_cast<int>(photos.size()));
  Exporter exporter(outputs, save, fit.threads, report);
  if (const Result<void> begun = exporter.begin(); !begun) {
    report.failed(begun.error());
    return kSomeFailed;
  }
  for (const std::string& photo : photos) {
    if (stop.stop_requested()) {
      break;
    }
    report.start(photo);
    FittedPhoto fitted = fitPhoto(photo, fit, save.memory_bytes, report, stop);
    if (!fitted.pages.empty() && !stop.stop_requested()) {
      keepWarp(warp, fitted, outputs, report);
      std::vector<pipeline::PageToExport> pages;
      for (const pipeline::FittedPage& page : fitted.pages) {
        pages.push_back(pipeline::exported(page));
      }
      exporter.exportPages(fitted.info, pages, std::move(fitted.reports), stop);
    }
    report.endPhoto();
  }
  exporter.finish(stop.stop_requested());
  return report.anyFailed() ? kSomeFailed : kAllDone;
}

}  // namespace

Command flattenCommand(CLI::App& program) {
  CLI::App* command = program.add_subcommand("flatten", "Flatten the pages of photos: fit and export");
  auto given = std::make_shared<Flatten>();
  command->add_option("PHOTO", given->photos, "photos of pages: JPEG, PNG, TIFF")->required()->type_name("");
  command
      ->add_option(
          "-o,--out", given->out,
          "a file (one photo), a folder (made if it is missing), or a .pdf (the pages of all photos, in order)")
      ->required()
      ->type_name("OUT");
  addOptions(*command, given->fit);
  addOptions(*command, given->save);
  addWarpNames(*command, given->warp);
  addTalk(*command, given->talk);
  command->footer(
      "Names: in a folder, the page of IN.jpg is IN.jpg; the pages of a spread are IN_1.jpg and IN_2.jpg. The format\n"
      "is that of the name, else the photo's own; 16 bit and grey are kept. A page that fails is named on stderr with\n"
      "its reason, the others are done; a file has its name only when it is whole.\n"
      "\n"
      "Models: a plane never bends; a sheet bends but does not stretch; free also follows folds and creases. The\n"
      "simplest one that explains the page is used, never a richer one than --model says.\n"
      "Crops: page is the sheet to its edges, or its print and a margin where no edges were found; content is the\n"
      "print alone; none is all of the photo.\n"
      "\n"
      "Examples:\n"
      "  platen flatten page.jpg -o flat.jpg\n"
      "  platen flatten scans/*.jpg -o flat/ --color gray --dpi 300\n"
      "  platen flatten book/*.jpg -o book.pdf --model sheet\n"
      "  platen flatten note.jpg -o note.png --crop content --margin 10 --warp-out note.warp.json\n"
      "\n"
      "Exit status: 0 all pages done, 1 at least one failed, 2 the command line is wrong (nothing was written),\n"
      "130 or 143 stopped by SIGINT or SIGTERM (what is not whole was removed).");
  return {command, [given](const std::stop_token& stop) { return given->run(stop); }};
}

}  // namespace platen::app
